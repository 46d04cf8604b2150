"""The verdict about an expression, an automaton, a task or a program."""

from collections.abc import Iterable
from pathlib import Path

from lengthwise.automata.dfa import DFA
from lengthwise.errors import SpecError
from lengthwise.tasks.task import Task
from lengthwise.theory.membership.evidence.evidence_kinds import Potentials
from lengthwise.theory.membership.membership_answer import LastSymbols
from lengthwise.theory.membership.search.decide import LIMITS, Limits
from lengthwise.theory.verdict.language_answers import language_answers
from lengthwise.theory.verdict.verdict import Verdict
from lengthwise.theory.verdict.verdict_answer import Answer

LARGE = 40
"""From this size on a program is called large: our choice, just below parity with at
most 8 ones."""


def verdict(
    *,
    regex: str | None = None,
    alphabet: Iterable[str] | None = None,
    dfa: DFA | None = None,
    task: Task | str | None = None,
    program: str | Path | None = None,
    limits: Limits = LIMITS,
) -> Verdict:
    """Returns the verdict about one thing, in both classes.

    Args:
        regex: A regular expression in Python's syntax.
        alphabet: The letters, with `regex`; those of the expression if not given.
        dfa: An automaton.
        task: A task or its name.
        program: A program: a name of the library, a path or a text.
        limits: How far to search with positions, with `regex` and `dfa`.

    Raises:
        SpecError: Not exactly one of the four is given.

    Examples:
        >>> found = verdict(regex="(a|b)*b")
        >>> found.answer("none", "end"), found.answer("none", "last")
        ('no', 'yes')
        >>> verdict(task="repeat_copy").headline().evidence.kind
        'growth'
    """
    given = [one for one in (regex, dfa, task, program) if one is not None]
    if len(given) != 1:
        raise SpecError(
            f"a verdict about {len(given)} things; give exactly one of a regular "
            "expression, an automaton, a task and a program"
        )
    if alphabet is not None and regex is None:
        raise SpecError("an alphabet belongs to a regular expression; leave it out")
    if regex is not None:
        return _expression(regex, alphabet, limits)
    if dfa is not None:
        answers = language_answers(dfa, limits=limits)
        subject = f"an automaton with {len(dfa)} states"
        return _made(subject, dfa, answers, ())
    if task is not None:
        return _task(task)
    assert program is not None
    return _program(program)


def _made(
    subject: str, dfa: DFA, answers: tuple[Answer, ...], notes: tuple[str, ...]
) -> Verdict:
    return Verdict(
        subject=subject,
        alphabet=dfa.alphabet,
        answers=answers,
        notes=notes + _warnings(answers),
    )


def _expression(text: str, alphabet: Iterable[str] | None, limits: Limits) -> Verdict:
    from lengthwise.automata.regex import regex

    found = regex(text, alphabet=alphabet)
    answers = language_answers(found.dfa, limits=limits)
    return _made(f"the language {text}", found.dfa, answers, found.notes)


def _task(given: Task | str) -> Verdict:
    from lengthwise.tasks.catalogue import task
    from lengthwise.theory.verdict._task_answers import task_answers, task_notes

    found = task(given) if isinstance(given, str) else given
    answers = task_answers(found)
    return Verdict(
        subject=f"the task {found}",
        alphabet=found.alphabet,
        answers=answers,
        notes=task_notes(found) + _warnings(answers),
    )


def _program(given: str | Path) -> Verdict:
    from lengthwise.crasp.language.parser import parse
    from lengthwise.crasp.library import loading
    from lengthwise.theory.verdict._program_answers import program_answers

    text = loading.text(given)
    found = parse(text)
    answers = program_answers(found, text)
    named = isinstance(given, Path) or "\n" not in given
    return Verdict(
        subject=f"the program {given}" if named else "the program",
        alphabet=found.letters,
        answers=answers,
        notes=_warnings(answers),
    )


def _warnings(answers: tuple[Answer, ...]) -> tuple[str, ...]:
    """A warning where the smallest program of a yes for a language is large."""
    yes = [
        dict(row.evidence.details)
        for row in answers
        if row.answer == "yes" and row.format != "next-token"
    ]
    sizes = [int(details["size"]) for details in yes if "size" in details]
    states = [int(details["states"]) for details in yes if "states" in details]
    smallest = min(sizes or states, default=0)
    if smallest < LARGE:
        return ()
    how = f"is large (size {smallest:,})"
    if not sizes:
        how = f"may be large (it is for {smallest:,} states)"
    note = (
        f"the program {how}: large programs, such as parity with at most k ones, may "
        "fail in practice although the guarantee holds"
    )
    return (note,)


def program_of(row: Answer) -> str | None:
    """Returns the program of a yes, written now where it is not at hand, and tested.

    Examples:
        >>> row = verdict(regex="a*").row("none", "end")
        >>> print(program_of(row))
        alphabet "a"
        accept true
    """
    evidence = row.evidence
    if evidence.program is not None or evidence.membership is None:
        return evidence.program
    proof = evidence.membership.evidence
    if not isinstance(proof, Potentials | LastSymbols):
        return None
    from lengthwise.theory.membership.programs.checked_program import (
        write_next_program,
        write_program,
    )

    assert evidence.dfa is not None
    if isinstance(proof, LastSymbols) or row.acceptance == "next":
        return write_next_program(proof, evidence.dfa).text
    return write_program(proof, evidence.dfa).text
