"""Files that are never seen half written."""

import os
from pathlib import Path

from lengthwise.errors import MachineError, SpecError


def write(path: str | Path, data: bytes, *, what: str) -> Path:
    """Writes `data` aside, syncs it, and renames it to `path`.

    Args:
        path: Where it goes; what is there is replaced.
        data: All of the file.
        what: What it is, for the message, such as ``the page``.

    Raises:
        MachineError: The file cannot be written; what was there is untouched.
    """
    path = Path(path)
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with aside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise MachineError(
            f"cannot write {what} {path}: {error.strerror or error}; choose "
            "another file or make room"
        ) from error
    return path


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
