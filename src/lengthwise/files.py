"""Files that are written whole or not at all, read up to a stated size; digests.

What was there stays until all of the new content is on disk, so a full disk or a crash
never leaves half a file. A device, a FIFO or a socket is written to and never replaced;
behind a symbolic link the file that it points to is replaced; a file keeps its mode
and its group, and nobody may read it who could not before.
What is read may be anything, also a device without an end: reading stops at a limit.
"""

import errno
import hashlib
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from lengthwise.errors import FormatError, HostError, SpecError

STANDARD_INPUT = "-"
"""In place of the name of a file that is read."""

LONGEST_NAME = 200
"""Characters of a name that its temporary file keeps: names may have 255 bytes."""

_DIGEST = re.compile("[0-9a-f]{64}")


@contextmanager
def replacing(path: str | Path) -> Iterator[IO[Any]]:
    """Opens a file for bytes that takes the place of `path` when all is written.

    Raises:
        OSError: It cannot be written; what was there is untouched.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with replacing(Path(folder) / "a.txt") as file:
        ...         _ = file.write(b"all of it")
        ...     (Path(folder) / "a.txt").read_bytes()
        b'all of it'
    """
    before = _status(Path(path))
    if before is not None and not stat.S_ISREG(before.st_mode):
        with Path(path).open("wb") as file:  # a folder is refused here
            yield file
        return
    place = Path(os.path.realpath(path))
    if before is not None and not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    aside = place.with_name(f".{place.name[:LONGEST_NAME]}.{secrets.token_hex(4)}.part")
    try:
        with _new(aside, before) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        aside.replace(place)
    except OSError as error:
        if error.filename != str(aside):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        aside.unlink(missing_ok=True)
    sync_folder(place.parent)


def replace_file(path: str | Path, data: bytes) -> None:
    """Writes all of a file at once, as `replacing` does.

    Raises:
        OSError: It cannot be written; what was there is untouched.
    """
    with replacing(path) as file:
        file.write(data)


def save_file(path: str | Path, data: bytes, *, what: str) -> Path:
    """Writes all of a file at once, for a user who named it.

    Args:
        path: Where it goes; what is there is replaced.
        data: All of the file.
        what: What it is, for the message, such as ``the page``.

    Raises:
        HostError: The file cannot be written; what was there is untouched.
    """
    try:
        replace_file(path, data)
    except OSError as error:
        raise HostError(
            f"cannot write {what} {path}: {error.strerror or error}; choose "
            "another file or make room"
        ) from error
    return Path(path)


def ending(path: str | Path, *allowed: str) -> str:
    """Returns how the name of a file ends, one of `allowed`.

    Raises:
        SpecError: It ends otherwise.

    Examples:
        >>> ending("figure.PDF", ".pdf", ".svg")
        '.pdf'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in allowed:
        names = ", ".join(allowed[:-1]) + f" or {allowed[-1]}"
        raise SpecError(f"{path} does not end in {names}; the ending says the format")
    return suffix


def sync_folder(folder: Path) -> None:
    """Makes renames in `folder` survive a loss of power."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_file(path: str | Path, *, limit: int, what: str) -> bytes:
    """Returns all of a file; ``-`` is standard input.

    Args:
        path: The file.
        limit: Bytes that it may have.
        what: What was expected, for the message, such as ``a words file``.

    Raises:
        FormatError: It has more, or standard input is closed.
        OSError: It cannot be read.

    Examples:
        >>> read_file("/dev/zero", limit=1000, what="a words file")
        Traceback (most recent call last):
        lengthwise.errors.FormatError: /dev/zero has more than 1000 bytes, too many for
        a words file; give a smaller one
    """
    if str(path) == STANDARD_INPUT:
        if sys.stdin is None:
            raise FormatError(f"standard input is closed; {what} was expected there")
        data, name = sys.stdin.buffer.read(limit + 1), "standard input"
    else:
        name = str(path)
        with Path(path).open("rb") as file:
            data = file.read(limit + 1)
    if len(data) > limit:
        raise FormatError(
            f"{name} has more than {limit} bytes, too many for {what}; give a smaller "
            "one"
        )
    return data


def read_text_file(path: str | Path, *, limit: int, what: str) -> str:
    """Returns all of a text file, as `read_file` does.

    Raises:
        FormatError: It is not UTF-8 text, has more bytes, or standard input is closed.
        OSError: It cannot be read.
    """
    data = read_file(path, limit=limit, what=what)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"{path} is not UTF-8 text: byte {error.start + 1} is "
            f"{data[error.start]:#04x}; {what} was expected"
        ) from None


def digest(*parts: str | bytes) -> str:
    """Returns the SHA-256 of all parts together, in 64 hexadecimal digits.

    Args:
        parts: Bytes, and texts in UTF-8.

    Examples:
        >>> digest("{}")[:12], digest("{", b"}") == digest("{}")
        ('44136fa355b3', True)
    """
    hasher = hashlib.sha256()
    for part in parts:
        hasher.update(part.encode() if isinstance(part, str) else part)
    return hasher.hexdigest()


def file_digest(path: Path) -> str:
    """Returns the SHA-256 of the bytes of a file, of any size.

    Raises:
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def is_digest(text: object) -> bool:
    """Whether something is a SHA-256 as `digest` writes it.

    Examples:
        >>> is_digest(digest("")), is_digest("44136F"), is_digest(None)
        (True, False, False)
    """
    return isinstance(text, str) and _DIGEST.fullmatch(text) is not None


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _new(path: Path, before: os.stat_result | None) -> IO[bytes]:
    """A new file, with the permissions of the one that it will replace."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    if before is None:
        return os.fdopen(os.open(path, flags, 0o666), "wb")
    handle = os.open(path, flags, 0o600)
    wanted = before.st_mode & 0o777  # no program takes over the rights of its owner
    for owner in (before.st_uid, -1):  # its owner, or at least its group
        with suppress(OSError):
            os.fchown(handle, owner, before.st_gid)
            break
    else:
        if os.fstat(handle).st_gid != before.st_gid:
            wanted &= ~0o070  # those rights were for another group
    os.fchmod(handle, wanted)
    return os.fdopen(handle, "wb")
