"""The compilation cache on disk, with digests that detect damaged programs.

JAX loads and runs whatever is in its cache, damaged or not. So workers write a digest
beside every new program. Before workers start, programs without a matching digest are
removed and will be compiled again.

This covers only the cache folder of Lengthwise. The one in
``JAX_COMPILATION_CACHE_DIR`` may belong to other programs.
"""

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from lengthwise.files import file_digest, replace_file
from lengthwise.training.device.threads import cache_folder

DIGEST = ".sha256"
"""The suffix of digest files, after the name of the program."""


class CompiledPrograms:
    """The compiled programs in a cache folder.

    Args:
        folder: The folder of JAX's cache.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sealed = {path for path in self._programs() if _digest(path).exists()}

    def seal(self) -> None:
        """Writes the digests of new programs.

        A program still being written gets a wrong digest and will be compiled again.
        """
        for path in self._programs():
            if path not in self._sealed:
                with suppress(OSError):  # removed concurrently, or the disk is full
                    replace_file(_digest(path), _computed(path))
                    self._sealed.add(path)

    def remove_damaged(self) -> int:
        """Removes programs that do not match their digests; returns their number."""
        removed = 0
        for path in self._programs():
            with suppress(OSError):
                if not _is_sound(path):
                    path.unlink()
                    _digest(path).unlink(missing_ok=True)
                    removed += 1
        return removed

    def _programs(self) -> Iterator[Path]:
        """All files except digests, including those in folders made by XLA."""
        for path in self._folder.rglob("*"):
            if path.suffix not in {DIGEST, ".part"} and not path.is_dir():
                yield path


def own_programs(variables: Mapping[str, str]) -> CompiledPrograms | None:
    """Returns the cache of workers with these variables, if it is our own folder.

    Examples:
        >>> own_programs({"JAX_COMPILATION_CACHE_DIR": "/mine"}) is None
        True
    """
    folder = variables.get("JAX_COMPILATION_CACHE_DIR")
    if folder is None or Path(folder) != cache_folder(variables):
        return None
    return CompiledPrograms(Path(folder))


def is_own(folder: Path) -> bool:
    """Whether a folder belongs to this user and nobody else may write to it."""
    status = folder.stat()
    others = stat.S_IWGRP | stat.S_IWOTH
    return status.st_uid == os.geteuid() and not status.st_mode & others


def _is_sound(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    try:
        return _digest(path).read_bytes() == _computed(path)
    except FileNotFoundError:
        return False


def _digest(path: Path) -> Path:
    return path.with_name(path.name + DIGEST)


def _computed(path: Path) -> bytes:
    return file_digest(path).encode()
