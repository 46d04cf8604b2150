"""Files for weights too large for a table row, named by their digest.

They are plain ``.safetensors`` files, ``ab/abcd….safetensors``, named by the digest of
their arrays, which is also in the record of the net. So equal weights share a file,
files never change, and the name reveals damage.

A writer holds a shared lock from before the first file until the rows that refer to the
files are committed. To remove files, a process holds an exclusive lock while it looks
for rows that refer to them. So no file is removed that a row is about to use, and a
crash leaves at most an unused file.
"""

import fcntl
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lengthwise.errors import FormatError, HostError
from lengthwise.experiments.store._digests import weights_digest
from lengthwise.files import is_digest, replace_file, sync_folder
from lengthwise.printable import printable
from lengthwise.sealed_arrays import LARGEST_HEADER, header_size

SUFFIX = ".safetensors"
UNFINISHED = ".part"
"""The suffix of an unfinished file."""

LOCK = "lock"
"""The lock file of a folder."""

LARGEST = 1 << 30
"""Size limit of a weights file in bytes; larger weights are not stored."""

PAUSE = 0.02
"""Seconds between attempts to acquire a lock."""


class NoWeightsFileError(FormatError):
    """A weights file is missing."""


@dataclass(frozen=True, slots=True)
class WeightFiles:
    """A folder of weights files.

    Attributes:
        folder: Its path; it is created when the first weights are written.
        patience: Seconds to wait for processes that write or remove files.
    """

    folder: Path
    patience: float

    def path(self, digest: str) -> Path:
        """Returns the path for weights with this digest.

        Raises:
            FormatError: It is not a digest.

        Examples:
            >>> WeightFiles(Path("s.db.weights"), 1.0).path("../../etc/passwd")
            Traceback (most recent call last):
            lengthwise.errors.FormatError: ../../etc/passwd is not a digest of weights
        """
        if not is_digest(digest):
            shown = printable(digest, longest=80)
            raise FormatError(f"{shown} is not a digest of weights")
        return self.folder / digest[:2] / f"{digest}{SUFFIX}"

    def size(self, digest: str) -> int:
        """Returns the size of a file in bytes; 0 if it is missing."""
        try:
            return self.path(digest).lstat().st_size
        except (FormatError, OSError):
            return 0

    def write(self, digest: str, data: bytes) -> None:
        """Writes weights to disk, unless they exist.

        A damaged file of the same name is replaced.

        Raises:
            FormatError: The weights have a different digest.
            HostError: They cannot be written.
        """
        if weights_digest(data) != digest:
            raise FormatError(f"the weights are not those with the digest {digest}")
        path = self.path(digest)
        try:
            if not _holds(path, data):
                for folder in (self.folder, path.parent):
                    _make(folder)
                replace_file(path, data)
        except OSError as error:
            raise _host_error(path, error, "written") from None

    def read(self, digest: str) -> bytes:
        """Returns the weights with this digest.

        Raises:
            NoWeightsFileError: The file is missing.
            FormatError: The file is damaged.
            HostError: It cannot be read.
        """
        path = self.path(digest)
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK  # a FIFO must not block
        try:
            with os.fdopen(os.open(path, flags), "rb") as file:
                status = os.fstat(file.fileno())
                sound = stat.S_ISREG(status.st_mode) and status.st_size <= LARGEST
                data = file.read(LARGEST + 1) if sound else b""
        except FileNotFoundError:
            raise NoWeightsFileError(f"their file {path} is missing") from None
        except OSError as error:
            raise _host_error(path, error, "read") from None
        if header_size(data) > LARGEST_HEADER or weights_digest(data) != digest:
            raise FormatError(f"their file {path} has changed")
        return data

    def __iter__(self) -> Iterator[Path]:
        """Yields the files with names of weights, finished or not.

        Does not follow symbolic links.
        """
        for folder in _entries(self.folder):
            if len(folder.name) == 2 and folder.is_dir() and not folder.is_symlink():
                for path in _entries(folder):
                    if _digest_in(path) is not None and not path.is_symlink():
                        yield path

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Prevents other processes from removing files."""
        try:
            _make(self.folder)
        except OSError as error:
            raise _host_error(self.folder, error, "made") from None
        with self._locked(fcntl.LOCK_SH, os.O_RDONLY | os.O_CREAT):
            yield

    @contextmanager
    def removing(self) -> Iterator[None]:
        """Prevents other processes from writing and removing files."""
        if not self.folder.is_dir():
            yield
            return
        with self._locked(fcntl.LOCK_EX, os.O_RDWR | os.O_CREAT):
            yield

    @contextmanager
    def _locked(self, kind: int, flags: int) -> Iterator[None]:
        path = self.folder / LOCK
        end = time.monotonic() + self.patience
        try:
            handle = os.open(path, flags | os.O_NOFOLLOW, 0o666)
        except OSError as error:
            raise _host_error(path, error, "locked") from None
        try:
            while not _lock(handle, kind, path):
                if time.monotonic() > end:
                    raise HostError(
                        f"{self.folder} is locked by another process and was not freed "
                        f"within {self.patience:g} s; run the command again"
                    )
                time.sleep(PAUSE)
            yield
        finally:
            os.close(handle)


def digest_named(path: Path) -> str | None:
    """Returns the digest in the name of a finished file; ``None`` for others.

    Examples:
        >>> digest_named(Path("lock"))
    """
    return None if path.name.endswith(UNFINISHED) else _digest_in(path)


def _digest_in(path: Path) -> str | None:
    """The digest in the name of a finished or unfinished file."""
    name = path.name.removeprefix(".") if path.suffix == UNFINISHED else path.name
    digest, _, rest = name.partition(".")
    ours = f".{rest}" == SUFFIX or path.suffix == UNFINISHED
    return digest if ours and is_digest(digest) else None


def _entries(folder: Path) -> list[Path]:
    if folder.is_symlink() or not folder.is_dir():
        return []
    return sorted(folder.iterdir())


def _holds(path: Path, data: bytes) -> bool:
    """Whether a regular file has this content."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return False
    same = stat.S_ISREG(status.st_mode) and status.st_size == len(data)
    return same and path.read_bytes() == data


def _make(folder: Path) -> None:
    """Creates a folder durably."""
    if not folder.is_dir():
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def _lock(handle: int, kind: int, path: Path) -> bool:
    try:
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        raise _host_error(path, error, "locked") from None
    return True


def _host_error(path: Path, error: OSError, what: str) -> HostError:
    reason = (error.strerror or str(error)).lower()
    return HostError(
        f"{path} cannot be {what}: {reason}; fix this and run the command again"
    )
