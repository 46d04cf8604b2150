"""The programs of the library: text files, and families with parameters.

A program is written ``name`` or ``name:parameter=value,parameter=value``, like tasks,
and has the name of its task if there is one. To add a program, put a file
``name.crasp`` with a comment into the folder ``texts`` beside this module, or a
`ProgramFamily` into `FAMILIES` of the file where it is built.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources

from lengthwise.crasp.language.builder import Commented
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.library import _emitters as emitters
from lengthwise.crasp.library import _families as families
from lengthwise.crasp.library import copies
from lengthwise.crasp.library.program_family import ProgramFamily
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.names import base, read_name

FAMILIES: Mapping[str, ProgramFamily] = {
    family.name: family
    for module in (families, emitters, copies)
    for family in module.FAMILIES
}
"""Programs with parameters, by name."""

ALIASES: Mapping[str, str] = {
    alias: f"{family.name}:{numbers}"
    for family in FAMILIES.values()
    for alias, numbers in family.aliases.items()
}
"""Other names of some programs."""


@cache
def files() -> tuple[str, ...]:
    """The names of the programs that are files, sorted.

    Examples:
        >>> "dyck1" in files()
        True
    """
    folder = resources.files("lengthwise.crasp.library").joinpath("texts")
    return tuple(sorted(f.name.removesuffix(".crasp") for f in folder.iterdir()))


def names() -> tuple[str, ...]:
    """Every name that `text` knows, sorted."""
    return tuple(sorted({*files(), *FAMILIES, *ALIASES}))


def text(name: str) -> str:
    """Returns the text of a program of the library.

    Args:
        name: A name, possibly with parameters, as in ``d_n:n=3``.

    Raises:
        UnknownNameError: No program or parameter has this name.
        SpecError: A parameter is out of range.

    Examples:
        >>> print(text("count_k:k=3"), end="")
        // COUNT_k for k = 3: at least 3 1s.
        alphabet "0" "1"
        accept # "1" >= 3
    """
    entry = _entry(name)
    return entry if isinstance(entry, str) else entry.text


def program(name: str) -> Program:
    """Returns a program of the library; otherwise like `text`.

    Examples:
        >>> program("d3") == parse(text("d_n:n=3"))
        True
    """
    entry = _entry(name)
    return parse(entry) if isinstance(entry, str) else entry.program


def _entry(name: str) -> str | Commented:
    """The text of a file, or the program of a family."""
    full = ALIASES.get(name, name)
    short = base(full)
    rest = full.removeprefix(short).removeprefix(":")
    if short in files():
        if rest:
            raise SpecError(f"{short} has no parameters; leave out {rest}")
        folder = resources.files("lengthwise.crasp.library").joinpath("texts")
        return folder.joinpath(f"{short}.crasp").read_text("utf-8")
    if short not in FAMILIES:
        raise UnknownNameError("program", short, names())
    parsed = read_name(full)
    if parsed.form is not None:
        raise SpecError(f"{name!r} has a format; leave out @{parsed.form}")
    return FAMILIES[short].program(parsed.values)


def comment(program_text: str) -> str:
    r"""The comment at the head of a text, on one line.

    Examples:
        >>> comment("// First.\n// Second.\naccept true")
        'First. Second.'
    """
    rows = []
    for row in program_text.splitlines():
        if not row.startswith("//"):
            break
        rows.append(row.removeprefix("//").strip())
    return " ".join(rows)
