"""``lengthwise verdict``: is it in a class with a guarantee, and why?"""

from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from lengthwise.cli.printing import print_json, print_text
from lengthwise.errors import SpecError
from lengthwise.files import read_text_file
from lengthwise.theory.verdict.decision import program_of
from lengthwise.theory.verdict.decision import verdict as decided

LARGEST = 1 << 25
"""Bytes that an automaton or the JSON of a verdict may have."""

Text = Annotated[str | None, Parameter(allow_leading_hyphen=True)]


def verdict(
    *,
    regex: Text = None,
    alphabet: Text = None,
    dfa: str | None = None,
    task: str | None = None,
    program: str | None = None,
    positions: Literal["none", "periodic-local"] = "periodic-local",
    show_program: bool = False,
    check: Path | None = None,
    json: bool = False,
) -> int:
    """Say whether a language or a task is in a class with a guarantee, and why.

    The exit code is 1 if the answer is no in the row end (for tasks with outputs: next)
    of --positions.

    Args:
        regex: A regular expression in Python's syntax.
        alphabet: The letters, with --regex; those of the expression if not given.
        dfa: A file with an automaton, in JSON or in the AT&T format.
        task: The name of a task, such as modp:p=7,k=1, or file.py:NAME.
        program: A program: a name of the library, a file or a text.
        positions: Whose answer decides the exit code and which program is shown.
        show_program: Print the program of a yes; it is written and tested now.
        check: In place of all: a file with the JSON of a verdict, whose certificates
            are checked again. The exit code is 1 if one does not hold.
        json: Print JSON.
    """
    if check is not None:
        return _check(check, json=json)
    if [regex, dfa, task, program].count(None) != 3:
        raise SpecError("give exactly one of --regex, --dfa, --task and --program")
    decision = decided(
        regex=regex,
        alphabet=alphabet,
        dfa=None if dfa is None else _automaton(Path(dfa)),
        task=None if task is None else _task(task),
        program=program,
    )
    row = decision.headline(positions)
    text = program_of(row) if show_program else None
    if json:
        extra = {"program": text} if show_program else {}
        print_json({**decision.json(), **extra}, sources=decision.sources)
    else:
        print_text(decision)
        if show_program:
            print_text(f"\n{text or f'no program: the answer is {row.answer}'}")
    return int(row.answer == "no")


def _task(text: str) -> Any:  # noqa: ANN401
    from lengthwise.tasks.own.task_file import any_task

    return any_task(text)


def _check(path: Path, *, json: bool) -> int:
    from lengthwise.theory.verdict.recheck import SOURCES, rechecked_certificates

    checks = rechecked_certificates(_text(path, "the JSON of a verdict"))
    if json:
        rows = [one.json() for one in checks]
        print_json({"certificates": rows}, sources=SOURCES)
    else:
        print_text(*checks or ["no certificate to check"])
    return int(any(one.flaw is not None for one in checks))


def _text(path: Path, expected: str) -> str:
    return read_text_file(path, limit=LARGEST, what=expected)


def _automaton(path: Path) -> Any:  # noqa: ANN401
    from lengthwise.automata.automaton_files import from_att, from_json

    text = _text(path, "an automaton in JSON or in the AT&T format")
    return from_json(text) if text.lstrip()[:1] in {"{", "["} else from_att(text)
