"""Weights that are too large for a row: files in a folder, named by their digest.

A file is a plain ``.safetensors`` file, ``ab/abcd….safetensors``, and its name is the
digest of its arrays, which the record of the net has too. So equal weights are one
file, a file that is there never changes, and damage is found by its name.

Who writes holds a shared lock from before the first file until the rows that name the
files are committed. Who removes files holds an exclusive lock while looking for rows
that name them. So no file is removed that a row is about to name, and a crash leaves
at most a file that no row names.
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
"""How a file ends that is being written, or whose writer was killed."""

LOCK = "lock"
"""The file of a folder that is locked."""

LARGEST = 1 << 30
"""Bytes of the largest file of weights; larger weights are not kept."""

PAUSE = 0.02
"""Seconds between attempts to get a lock."""


class NoWeightsFileError(FormatError):
    """A file of weights is not there."""


@dataclass(frozen=True, slots=True)
class WeightFiles:
    """A folder of weights.

    Attributes:
        folder: Where it is; it is made when the first weights are written.
        patience: Seconds to wait for another process that writes or removes files.
    """

    folder: Path
    patience: float

    def path(self, digest: str) -> Path:
        """Returns where weights with this digest are, or would be.

        Raises:
            FormatError: It is no digest, so that no file has that name.

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
        """Returns how many bytes a file has; 0 if it is not there."""
        try:
            return self.path(digest).lstat().st_size
        except (FormatError, OSError):
            return 0

    def write(self, digest: str, data: bytes) -> None:
        """Writes weights to disk, unless they are there already.

        A damaged file of the same name is replaced.

        Raises:
            FormatError: The weights have another digest.
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
            NoWeightsFileError: There is no such file.
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
            raise FormatError(f"their file {path} is not what was written")
        return data

    def __iter__(self) -> Iterator[Path]:
        """Yields the files that are weights by their names, finished or not.

        What a symbolic link leads to is left alone.
        """
        for folder in _entries(self.folder):
            if len(folder.name) == 2 and folder.is_dir() and not folder.is_symlink():
                for path in _entries(folder):
                    if _digest_in(path) is not None and not path.is_symlink():
                        yield path

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keeps others from removing files."""
        try:
            _make(self.folder)
        except OSError as error:
            raise _host_error(self.folder, error, "made") from None
        with self._locked(fcntl.LOCK_SH, os.O_RDONLY | os.O_CREAT):
            yield

    @contextmanager
    def removing(self) -> Iterator[None]:
        """Keeps others from writing files and from removing them."""
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
    """Returns the digest that a finished file is named by; ``None`` for others.

    Examples:
        >>> digest_named(Path("lock"))
    """
    return None if path.name.endswith(UNFINISHED) else _digest_in(path)


def _digest_in(path: Path) -> str | None:
    """The digest in the name of a file, which may be unfinished."""
    name = path.name.removeprefix(".") if path.suffix == UNFINISHED else path.name
    digest, _, rest = name.partition(".")
    ours = f".{rest}" == SUFFIX or path.suffix == UNFINISHED
    return digest if ours and is_digest(digest) else None


def _entries(folder: Path) -> list[Path]:
    if folder.is_symlink() or not folder.is_dir():
        return []
    return sorted(folder.iterdir())


def _holds(path: Path, data: bytes) -> bool:
    """Whether a plain file has these bytes."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return False
    same = stat.S_ISREG(status.st_mode) and status.st_size == len(data)
    return same and path.read_bytes() == data


def _make(folder: Path) -> None:
    """Makes a folder that survives a loss of power."""
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
        f"{path} cannot be {what}: {reason}; mend that and run the command again"
    )
