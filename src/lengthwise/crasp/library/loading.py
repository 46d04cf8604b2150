"""Loads a program by its library name, from a file, or from its text."""

import re
from pathlib import Path

from lengthwise.arguments import about_file, path_of, require_kind
from lengthwise.crasp.language.parser import MOST_CHARACTERS, Dialect, parse
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.library import programs
from lengthwise.errors import CraspSyntaxError, FormatError, UnknownNameError
from lengthwise.names import base

_NAME = re.compile(r"[A-Za-z0-9_]+(:[A-Za-z0-9_=, ]*)?")
_ALLOWED = "it must be a library name, as in 'dyck1', a text, or a Path"


def load(what: str | Path, *, dialect: Dialect = "new") -> Program:
    """Returns the program given by library name, file or text.

    Args:
        what: A library name such as ``dyck1`` or ``d_n:n=3``; the path of a file; or
            the text of a program.
        dialect: ``old`` reads a file or a text like the older interpreter; it does not
            affect programs of the library.

    Raises:
        UnknownNameError: It looks like a name, but nothing has this name.
        CraspError: The text is not a program.
        FormatError: The file is not text.
        FileError: The file cannot be read.
        SpecError: It is neither text nor a path.

    Examples:
        >>> load("dyck1") == load(programs.text("dyck1"))
        True
    """
    if isinstance(what, str) and base(what) in programs.names():
        return programs.program(what)
    return parse(text(what), dialect=dialect)


def text(what: str | Path) -> str:
    """Returns the text of the program given by library name, file or text."""
    require_kind("the program", what, (str, Path), _ALLOWED)
    if isinstance(what, Path):
        return _read(what)
    short = base(what)
    if short in programs.names():
        return programs.text(what)
    if "\n" not in what and len(what) < 4096 and _is_file(what):
        return _read(Path(what))
    if "\n" not in what and len(what) < 4096 and _is_folder(what):
        raise FormatError(f"{what} is a folder; name a file with a program")
    if _NAME.fullmatch(what):
        raise UnknownNameError("program", short, programs.names())
    if what.endswith((".crasp", ".cr")) and "\n" not in what:
        raise FormatError(
            f"{what}: no such file; give a file, or a program of the library"
        )
    return what


def _is_file(what: str) -> bool:
    try:
        return Path(what).is_file()
    except (OSError, ValueError):  # text that cannot be a file name
        return False


def _is_folder(what: str) -> bool:
    try:
        return Path(what).is_dir()
    except (OSError, ValueError):
        return False


def _read(path: Path) -> str:
    with about_file(path_of(path)), path.open("rb") as file:
        data = file.read(4 * MOST_CHARACTERS + 1)
    if len(data) > 4 * MOST_CHARACTERS:
        raise FormatError(
            f"{path} has more than {4 * MOST_CHARACTERS} bytes; a program has at most "
            f"{MOST_CHARACTERS} characters"
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CraspSyntaxError(
            f"{path} is not UTF-8 text: byte {data[error.start]:#04x}",
            line=line,
            column=error.start - data.rfind(b"\n", 0, error.start),
        ) from None
