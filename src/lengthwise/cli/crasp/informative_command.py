"""``lengthwise crasp informative``: words that distinguish a program from others."""

from typing import Annotated

from cyclopts import Parameter

from lengthwise.arguments import real_number
from lengthwise.cli.number_options import Whole, WholeNumber
from lengthwise.cli.printing import print_json, print_text
from lengthwise.cli.program_argument import read_program
from lengthwise.cli.progress_lines import spaced_notes
from lengthwise.crasp.core.program_facts import Positions
from lengthwise.crasp.language.parser import Dialect
from lengthwise.errors import StoppedError
from lengthwise.theory.programs.informative import informative_length

GIB = 1 << 30


def informative(
    program: str,
    /,
    *,
    size: WholeNumber = 6,
    hypotheses: Annotated[Positions | None, Parameter(name="--class")] = None,
    constants: WholeNumber = 1,
    lag: Whole = None,
    period: Whole = None,
    length: Whole = None,
    seconds: float = 600.0,
    memory: float = 2.0,
    dialect: Dialect = "new",
    quiet: bool = False,
    json: bool = False,
) -> int:
    """Print the word length that distinguishes a program from all other small ones.

    This is N_info: the least n such that every program of the class with at most the
    given number of lines that agrees with it on all words up to length n is equal to
    it. All programs up to this size are enumerated. If the equality of some is not
    proved, the answer gives the length up to which they agree. Ctrl-C prints what is
    known so far; the exit code is then 3.

    Args:
        program: A file, a library name such as d_n:n=3, or the program text.
        size: The largest number of lines of the other programs, without sugar.
        hypotheses: The class of the other programs: without positions (none), with
            guards such as i - j == 1 (local), with tests such as i mod 2 == 0
            (periodic), or with both. Default: the class of the program.
        constants: The largest number k in a comparison c <= d + k.
        lag: The largest distance of a guard. Default: that of the program.
        period: The largest period. Default: that of the program.
        length: All words up to this length are compared one by one. Default: the
            largest length with at most 600 words up to it, and at most 12.
        seconds: Time limit of the search.
        memory: Approximate memory limit, in GiB.
        dialect: old reads the program as the older interpreter does.
        quiet: Print no notes on how the program is read, and no progress.
        json: Print JSON.
    """
    subject = read_program(program, dialect, quiet=quiet)
    found = informative_length(
        subject,
        name=program,
        size=size,
        hypotheses=hypotheses,
        constants=constants,
        lag=lag,
        period=period,
        length=length,
        seconds=seconds,
        memory=int(real_number("--memory", memory, above=0) * GIB),
        watch=(lambda _: None) if quiet else spaced_notes(),
    )
    if json:
        print_json(found.json(), sources=found.sources)
    else:
        print_text(found)
    return StoppedError.exit_code if found.stop == "interrupted" else 0
