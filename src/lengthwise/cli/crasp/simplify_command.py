"""``lengthwise crasp simplify``: a smaller equivalent program."""

from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter

from lengthwise.cli.crasp.crasp_commands import LANGUAGE
from lengthwise.cli.number_options import Whole, WholeNumber
from lengthwise.cli.printing import print_json, print_note, print_source
from lengthwise.cli.program_argument import read_program
from lengthwise.cli.progress_lines import spaced_notes
from lengthwise.crasp.core.program_facts import Positions
from lengthwise.crasp.core.program_facts import facts as found_facts
from lengthwise.crasp.core.simplify import simplify as simplified
from lengthwise.crasp.language.parser import Dialect
from lengthwise.crasp.language.printer import show
from lengthwise.crasp.language.program import Program
from lengthwise.errors import SpecError, StoppedError
from lengthwise.theory.programs.smallest_program import smallest_program

HYPOTHESES = Annotated[Positions | None, Parameter(name="--class")]


def simplify(
    program: str,
    /,
    *,
    smallest: bool = False,
    hypotheses: HYPOTHESES = None,
    constants: WholeNumber = 1,
    lag: Whole = None,
    period: Whole = None,
    size: WholeNumber = 12,
    length: Whole = None,
    seconds: float = 600.0,
    dialect: Dialect = "new",
    quiet: bool = False,
    json: bool = False,
) -> int:
    """Print a smaller equivalent program.

    With --smallest, programs are searched by size, and the smallest one that is proved
    equal on all words is printed. A note on standard error states what is known about
    smaller ones. The exit code is then 1 if the printed program is not known to be
    smallest, and 3 after Ctrl-C. The other options belong to this search.

    Args:
        program: A file, a library name such as d_n:n=3, or the program text.
        smallest: Search for a smallest equivalent program.
        hypotheses: The class of smaller programs: without positions (none), with guards
            such as i - j == 1 (local), with tests such as i mod 2 == 0 (periodic), or
            with both. Default: the class of the program.
        constants: The largest number k in a comparison c <= d + k.
        lag: The largest distance of a guard. Default: that of the program.
        period: The largest period. Default: that of the program.
        size: The largest number of lines of a smaller program, without sugar.
        length: The length of the longest words to learn from. Default: the largest
            length with at most 600 words up to it, and at most 12.
        seconds: Time limit of the search.
        dialect: old reads the program as the older interpreter does.
        quiet: Print no notes on how the program is read, and no progress.
        json: Print JSON.
    """
    before = read_program(program, dialect, quiet=quiet)
    if not smallest:
        if (hypotheses, lag, period, length) != (None,) * 4:
            raise SpecError(
                "--class, --lag, --period and --length belong to the search for a "
                "smallest program; add --smallest"
            )
        after = simplified(before)
        data = {"text": show(after), "size": _sizes(before, after), "smallest": None}
        _print(data, json=json)
        return 0
    found = smallest_program(
        before,
        hypotheses=hypotheses,
        constants=constants,
        lag=lag,
        period=period,
        size=size,
        length=length,
        seconds=seconds,
        watch=(lambda _: None) if quiet else spaced_notes(),
    )
    print_note(found.sentence)
    data = {
        "text": show(found.program),
        "size": _sizes(before, found.program),
        "smallest": found.json(),
    }
    _print(data, json=json)
    if found.stop == "interrupted":
        return StoppedError.exit_code
    return int(found.answer != "smallest")


def _sizes(before: Program, after: Program) -> dict[str, int]:
    return {"before": found_facts(before).size, "after": found_facts(after).size}


def _print(data: Mapping[str, object], *, json: bool) -> None:
    if json:
        print_json(data, sources=LANGUAGE)
    else:
        print_source(f"{str(data['text']).rstrip()}\n")
