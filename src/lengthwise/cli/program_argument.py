"""Programs given on the command line, with notes on how they are read."""

from collections.abc import Iterable

from lengthwise.cli.printing import print_note
from lengthwise.crasp.language.parser import Dialect
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.library import loading
from lengthwise.errors import SpecError


def read_program(
    what: str, dialect: Dialect = "new", *, quiet: bool = False, which: str = ""
) -> Program:
    """Returns a program, after printing what the older interpreter reads differently.

    Args:
        what: A file, a library name such as d_n:n=3, or the program text.
        dialect: ``old`` reads it as the older interpreter does; then there are no
            notes.
        quiet: Print no notes.
        which: Its index, if several programs are given.
    """
    program = loading.load(what, dialect=dialect)
    print_readings(program, quiet=quiet, which=which)
    return program


def require_program(program: str | None, dialect: Dialect) -> None:
    """Raises a `SpecError` if a dialect is given without a program."""
    if program is None and dialect != "new":
        raise SpecError(
            f"--dialect {dialect} says how a program is read; no program was given"
        )


def print_readings(program: Program, *, quiet: bool = False, which: str = "") -> None:
    """Prints a note for each form that the older interpreter reads differently."""
    prefix = f"{which}, " if which else ""
    print_notes((f"{prefix}{note}" for note in program.notes), quiet=quiet)


def print_notes(notes: Iterable[object], *, quiet: bool = False) -> None:
    """Prints notes on standard error, unless `quiet`."""
    for note in () if quiet else notes:
        print_note(f"note: {note}")
