"""The verdict about an expression, an automaton, a task or a program."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from lengthwise.arguments import real_number, require_kind
from lengthwise.automata.dfa import DFA
from lengthwise.automata.larger_alphabet import over_alphabet
from lengthwise.crasp.language.program import Program
from lengthwise.errors import SpecError
from lengthwise.printable import brief
from lengthwise.tasks.task import Task
from lengthwise.theory.membership.evidence.evidence_kinds import (
    Definite,
    Positions,
    Potentials,
)
from lengthwise.theory.membership.membership_answer import LastSymbols
from lengthwise.theory.membership.search.search_limits import LIMITS, Limits
from lengthwise.theory.verdict.language_answers import POSITIONS, language_answers
from lengthwise.theory.verdict.verdict import Verdict
from lengthwise.theory.verdict.verdict_answer import Answer

LARGE = 40
"""The size from which a program is called large.

This is our choice, just below parity with at most 8 ones.
"""


def verdict(
    what: DFA | Task | Program | None = None,
    /,
    *,
    regex: str | None = None,
    alphabet: Iterable[str] | None = None,
    dfa: DFA | None = None,
    task: Task | str | None = None,
    program: Program | str | Path | None = None,
    positions: Positions | None = None,
    window: int | None = None,
    period: int | None = None,
    limits: Limits = LIMITS,
    seconds: int | float | None = None,
    on_answer: Callable[[Answer], None] | None = None,
) -> Verdict:
    """Returns the verdict on an automaton, a task or a program, in both classes.

    Args:
        what: An automaton, a task or a program. Pass text through one of the named
            arguments below.
        regex: A regular expression in Python's syntax.
        alphabet: The letters of an expression or an automaton. Default: those that
            occur in it.
        dfa: An automaton.
        task: A task or its name.
        program: A program, or its library name, path or text.
        positions: The only class to decide. Default: both.
        window: The largest number of letters before a position that a program may read,
            with `regex` and `dfa`. Default: determined by the automaton.
        period: The largest period of positions, with the same default.
        limits: Further limits of the search with positions, with `regex` and `dfa`.
        seconds: Time limit of the search for a small program, with a task about which
            nothing else is known. Default: 8.
        on_answer: Called with each answer as soon as it is available, with `regex` and
            `dfa`.

    Raises:
        SpecError: Not exactly one subject is given, or it has the wrong type; or an
            alphabet, a window or a period is given with a task or a program.

    Examples:
        >>> found = verdict(regex="(a|b)*b")
        >>> found.answer("none", "end"), found.answer("none", "last")
        ('no', 'yes')
        >>> verdict(found.headline().evidence.dfa).subject
        'an automaton with 2 states'
        >>> verdict(task="repeat_copy").headline().evidence.kind
        'growth'
    """
    named = {"regex": regex, "dfa": dfa, "task": task, "program": program}
    kind, subject = _subject(what, named)
    require_kind("limits", limits, Limits, "they must be Limits(…)")
    if kind in {"task", "program"}:
        _require_none(alphabet=alphabet, window=window, period=period)
        if kind == "program":
            _require_no_seconds(seconds)
            return _only(_program(subject), positions)
        return _only(_task(subject, seconds), positions)
    _require_no_seconds(seconds)
    decide = partial(
        language_answers,
        positions=POSITIONS if positions is None else (positions,),
        limits=limits.with_sizes(window, period),
        on_answer=on_answer,
    )
    if kind == "regex":
        return _expression(subject, alphabet, decide)
    return _automaton(subject, alphabet, decide)


def _require_none(**given: object) -> None:
    for name in (name for name, value in given.items() if value is not None):
        raise SpecError(
            f"the option {name} belongs to a regular expression or an automaton; "
            "omit it"
        )


def _require_no_seconds(seconds: int | float | None) -> None:
    if seconds is not None:
        raise SpecError("the option seconds belongs to a task; omit it")


def _only(found: Verdict, positions: Positions | None) -> Verdict:
    """Restricts a verdict to one class, if given."""
    if positions is None:
        return found
    rows = tuple(row for row in found.answers if row.positions == positions)
    return replace(found, answers=rows)


_Decide = Callable[[DFA], tuple[Answer, ...]]
"""Maps an automaton to answers."""


_KINDS: Mapping[str, tuple[type, tuple[type, ...], str]] = {
    "regex": (type(None), (str,), "a regular expression, as in '(ab)*'"),
    "dfa": (DFA, (DFA,), "an automaton, a DFA"),
    "task": (Task, (Task, str), "a task or its name, as in 'sort'"),
    "program": (Program, (Program, str, Path), "a program, its name, path or text"),
}
"""Kinds of subjects: the identifying type, all allowed types, a description."""


def _subject(what: object, named: Mapping[str, object]) -> tuple[str, Any]:
    """The kind of the subject, and the subject."""
    given = [(kind, one) for kind, one in named.items() if one is not None]
    if what is not None:
        kinds = [kind for kind in _KINDS if isinstance(what, _KINDS[kind][0])]
        if not kinds:
            raise SpecError(
                f"a verdict about {brief(what)}; specify its kind, as in "
                "verdict(regex=…), verdict(task=…) or verdict(program=…)"
            )
        given.append((kinds[0], what))
    if len(given) != 1:
        raise SpecError(
            f"a verdict about {len(given)} subjects; give exactly one of: regular "
            "expression, automaton, task, program"
        )
    kind, subject = given[0]
    _, allowed, words = _KINDS[kind]
    require_kind(kind, subject, allowed, f"it must be {words}")
    return kind, subject


def _automaton(dfa: DFA, alphabet: Iterable[str] | None, decide: _Decide) -> Verdict:
    whole = dfa if alphabet is None else over_alphabet(dfa, alphabet)
    subject = f"an automaton with {len(dfa)} state{'s' * (len(dfa) > 1)}"
    return _verdict_of(subject, whole, decide(whole), ())


def _verdict_of(
    subject: str, dfa: DFA, answers: tuple[Answer, ...], notes: tuple[str, ...]
) -> Verdict:
    if dfa.start not in dfa.live:
        notes += ("the language is empty: no word over this alphabet is accepted",)
    return Verdict(
        subject=subject,
        alphabet=dfa.alphabet,
        answers=answers,
        notes=notes + _warnings(answers),
    )


def _expression(text: str, alphabet: Iterable[str] | None, decide: _Decide) -> Verdict:
    from lengthwise.automata.regex import regex

    found = regex(text, alphabet=alphabet)
    answers = decide(found.dfa)
    return _verdict_of(f"the language {text}", found.dfa, answers, found.notes)


def _task(given: Task | str, seconds: int | float | None) -> Verdict:
    from lengthwise.tasks.catalogue import task
    from lengthwise.theory.programs.candidate import SECONDS
    from lengthwise.theory.verdict._task_answers import (
        is_about_stated,
        task_answers,
        task_notes,
    )

    found = task(given) if isinstance(given, str) else given
    limit = SECONDS if seconds is None else real_number("seconds", seconds, above=0)
    answers = task_answers(found, limit)
    stated = "the program stated for " if is_about_stated(found) else ""
    return Verdict(
        subject=f"{stated}the task {found}",
        alphabet=found.alphabet,
        answers=answers,
        notes=task_notes(found) + _warnings(answers),
        defined=found.sources,
    )


def _program(given: Program | str | Path) -> Verdict:
    from lengthwise.crasp.language.parser import parse
    from lengthwise.crasp.library import loading
    from lengthwise.theory.verdict._program_answers import program_answers

    text = f"{given}\n" if isinstance(given, Program) else loading.text(given)
    found = given if isinstance(given, Program) else parse(text)
    answers = program_answers(found, text)
    named = isinstance(given, Path) or (isinstance(given, str) and "\n" not in given)
    readings = tuple(map(str, found.notes))
    spare = (found.spare_letter_note,) if found.spare_letter_note else ()
    return Verdict(
        subject=f"the program {given}" if named else "the program",
        alphabet=found.letters,
        answers=answers,
        notes=(*readings, *spare, *_warnings(answers)),
    )


def _warnings(answers: tuple[Answer, ...]) -> tuple[str, ...]:
    """A warning if the smallest program of a yes for a language is large."""
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
    if sizes:
        return (_large(f"is large (size {smallest:,})"),)
    return (_large(f"{_PERHAPS} (it is for {smallest:,} states)"),)


_PERHAPS = "may be large"


def _large(how: str) -> str:
    return (
        f"the program {how}: large programs, such as parity with at most k ones, may "
        "fail in practice although the guarantee holds"
    )


def notes_of_shown(notes: tuple[str, ...], program: str) -> tuple[str, ...]:
    """Returns the notes, updated with the size of the program that was written.

    Args:
        notes: The notes of a verdict, whose size may be an estimate from the states.
        program: The program of its headline.

    Examples:
        >>> notes_of_shown(verdict(regex="a{2000}").notes, "accept true")
        ()
    """
    if not any(_PERHAPS in note for note in notes):
        return notes
    from lengthwise.crasp.core.program_facts import facts
    from lengthwise.crasp.language.parser import parse

    others = tuple(note for note in notes if _PERHAPS not in note)
    size = facts(parse(program)).size
    return others if size < LARGE else (*others, _large(f"is large (size {size:,})"))


def program_of(row: Answer) -> str | None:
    """Returns the program of a yes, constructing and testing it if necessary.

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
    if not isinstance(proof, Potentials | Definite | LastSymbols):
        return None
    from lengthwise.theory.membership.programs.checked_program import (
        write_next_program,
        write_program,
    )

    assert evidence.dfa is not None
    if isinstance(proof, LastSymbols) or row.acceptance == "next":
        return write_next_program(proof, evidence.dfa).text
    return write_program(proof, evidence.dfa).text
