"""Pages, figures and tables in files, and what is said where one cannot be written."""

from pathlib import Path

from lengthwise.errors import MachineError, SpecError
from lengthwise.files import replace_file


def write(path: str | Path, data: bytes, *, what: str) -> Path:
    """Writes `data` to `path`, whole or not at all.

    Args:
        path: Where it goes; what is there is replaced.
        data: All of the file.
        what: What it is, for the message, such as ``the page``.

    Raises:
        MachineError: The file cannot be written; what was there is untouched.
    """
    try:
        replace_file(path, data)
    except OSError as error:
        raise MachineError(
            f"cannot write {what} {path}: {error.strerror or error}; choose "
            "another file or make room"
        ) from error
    return Path(path)


def ending(path: str | Path, *allowed: str) -> str:
    """How the name of a file ends, one of `allowed`.

    Raises:
        SpecError: It ends otherwise.

    Examples:
        >>> ending("figure.PDF", ".pdf", ".svg")
        '.pdf'
    """
    found = Path(path).suffix.lower()
    if found not in allowed:
        names = ", ".join(allowed[:-1]) + f" or {allowed[-1]}"
        raise SpecError(f"{path} does not end in {names}; the ending says the format")
    return found
