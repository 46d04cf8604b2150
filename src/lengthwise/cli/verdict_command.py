"""``lengthwise verdict``: is length generalization guaranteed, and why?"""

import json as json_module
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from lengthwise.automata.alphabet_text import named_letters
from lengthwise.cli.next_steps import command, next_steps
from lengthwise.cli.printing import print_json, print_note, print_text
from lengthwise.cli.program_argument import require_program
from lengthwise.crasp.language.parser import Dialect
from lengthwise.errors import SpecError
from lengthwise.files import read_file, read_text_file, replacing
from lengthwise.theory.verdict.decision import notes_of_shown, program_of
from lengthwise.theory.verdict.decision import verdict as decided
from lengthwise.theory.verdict.pair_set import has_pairs, pair_set

if TYPE_CHECKING:
    from lengthwise.automata.nfa import Read
    from lengthwise.crasp.language.program import Program
    from lengthwise.theory.verdict.verdict import Verdict
    from lengthwise.theory.verdict.verdict_answer import Answer

LARGEST = 1 << 25
"""Size limit of an automaton or a verdict's JSON, in bytes."""

UP_TO = 100
"""The usual length of the longest words of pairs."""

PATIENCE = 2.0
"""Seconds after which answers are reported one by one."""

Text = Annotated[str | None, Parameter(allow_leading_hyphen=True)]
Positions = Literal["none", "periodic-local"]


def verdict(
    *,
    regex: Text = None,
    alphabet: Text = None,
    dfa: str | None = None,
    task: str | None = None,
    program: str | None = None,
    dialect: Dialect = "new",
    positions: Positions | None = None,
    window: int | None = None,
    period: int | None = None,
    seconds: float | None = None,
    show_program: bool = False,
    pairs: Path | None = None,
    up_to: int | None = None,
    check: Path | None = None,
    json: bool = False,
) -> int:
    """Decide whether length generalization is guaranteed for a language or task.

    The exit code is 1 if the answer is no in the column end (for tasks with outputs:
    next) of the class chosen by --positions. The default class is periodic-local.

    Args:
        regex: A regular expression in Python's syntax.
        alphabet: The letters for --regex and --dfa, as in abc or a,b,c. Default: those
            of the expression or the automaton.
        dfa: A file with an automaton: JSON, AT&T, HOA, JFLAP or Graphviz.
        task: The name of a task, such as modp:p=7,k=1, or file.py:NAME.
        program: A C-RASP program: a library name, a file or the program text.
        dialect: old reads the program as the older interpreter does.
        positions: Decide only this class. Default: decide both; periodic-local sets the
            exit code.
        window: With --regex and --dfa, the number of letters before a position that a
            program may look at. Default: determined by the automaton.
        period: With --regex and --dfa, the largest period of positions. Default:
            determined by the automaton.
        seconds: For a task about which nothing is known, the approximate time limit of
            the search for a small program. Default: 8.
        show_program: Construct, test and print the program behind a yes.
        pairs: For a no, write pairs of test words to this file, one pair as JSON per
            line: one word is in the language, the other is not. The pairs go on for
            every length, and no program of the class is right on all of them.
        up_to: The length of the longest words of --pairs. Default: 100.
        check: Recheck the certificates in this file, the JSON of a verdict. Used alone.
            The exit code is 1 if a certificate does not hold.
        json: Print JSON.
    """
    if check is not None:
        return _check(check, json=json)
    require_program(program, dialect)
    if up_to is not None and pairs is None:
        raise SpecError("--up-to is for --pairs; add --pairs FILE")
    if [regex, dfa, task, program].count(None) != 3:
        raise SpecError("give exactly one of --regex, --dfa, --task and --program")
    read = None if dfa is None else _automaton(Path(dfa))
    letters, note = (None, None) if alphabet is None else named_letters(alphabet)
    decision = decided(
        regex=regex,
        alphabet=letters,
        dfa=None if read is None else read.dfa,
        task=None if task is None else _task(task),
        program=_program(program, dialect),
        positions=positions,
        window=window,
        period=period,
        seconds=seconds,
        on_answer=_noting(),
    )
    notes = [*decision.notes, *(read.notes if read else ()), *([note] if note else [])]
    decision = replace(decision, notes=tuple(notes))
    row = decision.headline(positions or "periodic-local")
    text = program_of(row) if show_program else None
    if text is not None:
        decision = replace(decision, notes=notes_of_shown(decision.notes, text))
    longest = UP_TO if up_to is None else up_to
    if pairs is not None:
        _require_pairs(decision, row)
    written = None if pairs is None else _write_pairs(row, pairs, longest)
    if json:
        shown = {"program": text} if show_program else {}
        counted = {} if written is None else {"pairs": written}
        print_json({**decision.json(), **shown, **counted}, sources=decision.sources)
    else:
        print_text(decision)
        if show_program:
            print_text(f"\n{text or f'no program: the answer is {row.answer}'}")
        if written is not None:
            print_text(f"\n{written} pairs up to {longest} letters: {pairs}")
        if not show_program and written is None:
            given = {
                "regex": regex,
                "dfa": dfa,
                "alphabet": alphabet,
                "task": task,
                "program": program,
                "positions": positions,
                "window": None if window is None else str(window),
                "period": None if period is None else str(period),
            }
            steps = next_steps(_steps(decision, row, given))
            print_text(*([f"\n{steps}"] if steps else []))
    return int(row.answer == "no")


def _steps(
    decision: "Verdict", row: "Answer", given: Mapping[str, str | None]
) -> dict[str, str]:
    """Next steps after the answers."""
    steps: dict[str, str] = {}
    if "\n" in (given["program"] or ""):
        return steps
    if row.answer == "yes" and row.evidence.kind == "program":
        if given["program"] is not None:
            machine = {"out": "machine.safetensors"}
            line = command("crasp compile", given["program"], **machine)
            steps["compile it to a transformer"] = line
        else:
            steps["print the program"] = command("verdict", **given, show_program="")
    proved = [one for one in decision.answers if has_pairs(one)]
    if proved:
        default = proved[0].positions == "periodic-local"
        given = {**given, "positions": None if default else proved[0].positions}
        steps["write test words for models"] = command(
            "verdict", **given, pairs="pairs.jsonl"
        )
    if given["task"] is not None:
        steps["train models and measure"] = command("study", given["task"])
    elif given["dfa"] is None:
        asked = {key: given[key] for key in ("regex", "alphabet", "program")}
        steps["see it as a page"] = command("study", **asked)
    return steps


def _noting() -> Any:  # noqa: ANN401
    """Reports each answer on standard error if all of them take long."""
    begin = time.monotonic()

    def note(row: "Answer") -> None:
        if time.monotonic() - begin > PATIENCE:
            print_note(f"{row.class_name}, {row.acceptance}: {row.answer}")

    return note


def _require_pairs(decision: "Verdict", row: "Answer") -> None:
    """Says which option gives pairs if only another class has them."""
    others = [one for one in decision.answers if has_pairs(one)]
    if others and not has_pairs(row):
        raise SpecError(
            f"no pairs: the answer in {row.class_name} is {row.answer}; for pairs of "
            f"the no in {others[0].class_name}, add --positions {others[0].positions}"
        )


def _write_pairs(row: "Answer", path: Path, up_to: int) -> int:
    number = 0
    found = pair_set(row, up_to=up_to)
    first = next(found)  # raise input errors before creating a file
    with replacing(path) as file:
        for pair in (first, *found):
            number += 1
            line = json_module.dumps(pair, ensure_ascii=False)
            file.write(f"{line}\n".encode())
    return number


def _program(given: str | None, dialect: Dialect) -> "Program | str | None":
    if given is None or dialect == "new":
        return given  # a verdict has the notes on how it is read
    from lengthwise.crasp.library.loading import load

    return load(given, dialect=dialect)


def _task(text: str) -> Any:  # noqa: ANN401
    from lengthwise.tasks.own.task_file import any_task

    return any_task(text)


def _check(path: Path, *, json: bool) -> int:
    from lengthwise.theory.verdict.recheck import SOURCES, rechecked_certificates

    text = read_text_file(path, limit=LARGEST, what="the JSON of a verdict")
    checks = rechecked_certificates(text)
    if json:
        rows = [one.json() for one in checks]
        print_json({"certificates": rows}, sources=SOURCES)
    else:
        print_text(*checks or ["no certificate to check"])
    return int(any(one.flaw is not None for one in checks))


def _automaton(path: Path) -> "Read":
    from lengthwise.automata.automaton_reader import read_automaton

    return read_automaton(
        read_file(path, limit=LARGEST, what="an automaton"), str(path)
    )
