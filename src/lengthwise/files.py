"""Atomic file writes, reads up to a stated size, and digests.

The old content stays until all of the new content is on disk, so a full disk or a crash
never leaves a partial file. A device, a FIFO or a socket is written to and never
replaced; for a symbolic link, its target is replaced; a file keeps its mode and its
group, and nobody gains read access. Input may be anything, including an endless device:
reading stops at a limit.
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
"""Stands for standard input in place of the name of a file to read."""

LONGEST_NAME = 200
"""Characters of a name kept in its temporary file's name: names may have 255 bytes."""

_DIGEST = re.compile("[0-9a-f]{64}")


@contextmanager
def replacing(path: str | Path) -> Iterator[IO[Any]]:
    """Opens a binary file that replaces `path` once everything is written.

    Raises:
        OSError: It cannot be written; the old content is untouched.

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
    """Writes a whole file atomically, as `replacing` does.

    Raises:
        OSError: It cannot be written; the old content is untouched.
    """
    with replacing(path) as file:
        file.write(data)


def save_file(path: str | Path, data: bytes, *, what: str) -> Path:
    """Writes a whole file atomically to a path given by the user.

    Args:
        path: The path; an existing file is replaced.
        data: The whole content.
        what: Its description in the message, such as ``the page``.

    Raises:
        HostError: The file cannot be written; the old content is untouched.
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
    """Returns the extension of a file name, one of `allowed`.

    Raises:
        SpecError: It has another extension.

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
    """Makes renames in `folder` durable across a power failure."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_file(path: str | Path, *, limit: int, what: str) -> bytes:
    """Returns the content of a file; ``-`` is standard input.

    Args:
        path: The file.
        limit: The largest size in bytes.
        what: The expected kind of file, for the message, such as ``a words file``.

    Raises:
        FormatError: It is larger, or standard input is closed.
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
    """Returns the content of a text file, as `read_file` does.

    Raises:
        FormatError: It is not UTF-8 text, is larger, or standard input is closed.
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
    """Returns the SHA-256 of the concatenated parts, in 64 hexadecimal digits.

    Args:
        parts: Bytes, and strings in UTF-8.

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
    """Whether a value is a SHA-256 as written by `digest`.

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
    """A new file with the permissions of the file that it will replace."""
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
