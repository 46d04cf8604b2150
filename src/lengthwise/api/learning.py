"""The smallest program that fits all short words, from Python: `learn`."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from lengthwise.arguments import require_choice
from lengthwise.automata.dfa import DFA
from lengthwise.automata.larger_alphabet import over_alphabet
from lengthwise.automata.regex import regex as expression
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.library.loading import load
from lengthwise.errors import SpecError
from lengthwise.tasks.own.task_file import any_task
from lengthwise.tasks.task import Task
from lengthwise.theory.programs.automaton_learner import learn_automaton
from lengthwise.theory.programs.learned import Learned
from lengthwise.theory.programs.learner import fragment_of, learn_program
from lengthwise.theory.programs.learning_limits import SearchLimits
from lengthwise.theory.programs.learning_target import (
    Target,
    automaton_target,
    examples_target,
    program_target,
    read_examples,
    task_target,
)
from lengthwise.theory.programs.next_learner import learn_next
from lengthwise.theory.programs.next_target import asks_what_follows, next_target
from lengthwise.words import Word

Hypotheses: TypeAlias = Literal["none", "local", "periodic", "periodic-local", "dfa"]
"""Programs without positions, with guards, with periods, with both; or automata."""

Examples: TypeAlias = str | Path | Iterable[tuple[str | Word, bool]]
"""A file, or words with their labels."""


def learn(
    task: Task | str | None = None,
    /,
    *,
    regex: str | None = None,
    dfa: DFA | None = None,
    program: Program | str | Path | None = None,
    examples: Examples | None = None,
    alphabet: Iterable[str] | None = None,
    hypotheses: Hypotheses = "periodic-local",
    constants: int = 1,
    lag: int = 2,
    period: int = 2,
    size: int = 12,
    length: int | None = None,
    seconds: float = 600.0,
    memory: int = 2 << 30,
    watch: Callable[[str], None] = lambda _: None,
) -> Learned:
    """For each length, the smallest program that is correct on all words up to it.

    Ctrl-C ends the search and returns the result so far.

    Args:
        task: A task that accepts or rejects words, or one with outputs, for which one
            line per symbol is learned; or its name.
        regex: Instead of a task, a regular expression in Python's syntax.
        dfa: Or an automaton.
        program: Or a program, whose language is learned.
        examples: Or words with labels, or a file with a line ``+ abab`` or ``- ba`` for
            each.
        alphabet: The letters, with `regex`, `dfa` and `examples`.
        hypotheses: Programs without positions (``none``), with guards (``local``), with
            periods (``periodic``), with both; or automata (``dfa``).
        constants: The largest number in a comparison.
        lag: The largest distance of a guard.
        period: The largest period.
        size: The largest number of lines of a program, or of states of an automaton.
        length: The longest training words, or questions of a task with outputs.
        seconds: The time limit of the search.
        memory: The approximate memory limit in bytes.
        watch: Called now and then with the progress of the search.

    Raises:
        SpecError: Not exactly one target is given, or it does not accept or reject
            words.
        TooLargeError: There are too many words of that length.

    Examples:
        >>> import lengthwise as lw
        >>> learned = lw.learn("tomita1")
        >>> learned.n0, learned.basis
        (2, 'decided')
        >>> print(learned.program)
        alphabet "0" "1"
        accept never "0"
        >>> [row.size for row in lw.learn(regex="(ab)*", hypotheses="dfa").rows][:4]
        [2, 3, 3, 3]
    """
    require_choice("hypotheses", hypotheses, get_args(Hypotheses))
    given = [one for one in (task, regex, dfa, program, examples) if one is not None]
    if len(given) != 1:
        raise SpecError(
            f"{len(given)} things to learn; give exactly one of a task, a regular "
            "expression, an automaton, a program and examples"
        )
    limits = SearchLimits(size=size, length=length, seconds=seconds, memory=memory)
    named = any_task(task) if isinstance(task, str) else task
    if named is not None and hypotheses != "dfa" and asks_what_follows(named):
        _require_no_alphabet(alphabet)
        fragment = fragment_of(hypotheses, constants=constants, lag=lag, period=period)
        following = next_target(named, length)
        return learn_next(following, hypotheses, fragment, limits, watch)
    target = _target(named, regex, dfa, program, examples, alphabet)
    if hypotheses == "dfa":
        return learn_automaton(target, limits, watch)
    fragment = fragment_of(hypotheses, constants=constants, lag=lag, period=period)
    return learn_program(target, hypotheses, fragment, limits, watch)


def _require_no_alphabet(alphabet: Iterable[str] | None) -> None:
    if alphabet is not None:
        raise SpecError("a task and a program have their own alphabet; leave it out")


def _target(
    task: Task | None,
    regex: str | None,
    dfa: DFA | None,
    program: Program | str | Path | None,
    examples: Examples | None,
    alphabet: Iterable[str] | None,
) -> Target:
    if task is not None or program is not None:
        _require_no_alphabet(alphabet)
    if regex is not None:
        whole = expression(regex, alphabet=alphabet).dfa
        return automaton_target(whole, f"the language {regex}")
    if dfa is not None:
        whole = dfa if alphabet is None else over_alphabet(dfa, alphabet)
        return automaton_target(whole, f"an automaton with {len(dfa)} states")
    if program is not None:
        loaded = program if isinstance(program, Program) else load(program)
        named = isinstance(program, str | Path) and "\n" not in str(program)
        return program_target(
            loaded, f"the program {program}" if named else "a program"
        )
    if examples is None:
        assert task is not None
        return task_target(task)
    if isinstance(examples, str | Path):
        return read_examples(str(examples), alphabet)
    return examples_target(((tuple(word), label) for word, label in examples), alphabet)
