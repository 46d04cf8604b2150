"""Compiled programs on disk, loaded only if they are what a worker of ours wrote.

JAX loads what lies in its cache and runs it, damaged or not. So workers put a digest
beside every program that they see appear, and before workers start, programs without a
digest or with another one are removed: they are compiled again.

Only the folder of Lengthwise is looked after. One that ``JAX_COMPILATION_CACHE_DIR``
names may belong to other programs.
"""

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from lengthwise.files import file_digest, replace_file
from lengthwise.training.device.threads import cache_folder

DIGEST = ".sha256"
"""How the name of a digest ends, after that of its program."""


class CompiledPrograms:
    """The compiled programs in a folder.

    Args:
        folder: The folder of JAX's cache.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sealed = {path for path in self._programs() if _digest(path).exists()}

    def seal(self) -> None:
        """Writes the digests of programs that have appeared.

        One that is still being written has a wrong digest then, and is compiled again.
        """
        for path in self._programs():
            if path not in self._sealed:
                with suppress(OSError):  # removed meanwhile, or the disk is full
                    replace_file(_digest(path), _computed(path))
                    self._sealed.add(path)

    def remove_damaged(self) -> int:
        """Removes programs that are not as their digests say; returns how many."""
        removed = 0
        for path in self._programs():
            with suppress(OSError):
                if not _is_sound(path):
                    path.unlink()
                    _digest(path).unlink(missing_ok=True)
                    removed += 1
        return removed

    def _programs(self) -> Iterator[Path]:
        """All files, also in the folders that XLA makes, but the digests."""
        for path in self._folder.rglob("*"):
            if path.suffix not in {DIGEST, ".part"} and not path.is_dir():
                yield path


def own_programs(variables: Mapping[str, str]) -> CompiledPrograms | None:
    """Returns the programs of workers with these variables, if they are ours.

    Examples:
        >>> own_programs({"JAX_COMPILATION_CACHE_DIR": "/mine"}) is None
        True
    """
    folder = variables.get("JAX_COMPILATION_CACHE_DIR")
    if folder is None or Path(folder) != cache_folder(variables):
        return None
    return CompiledPrograms(Path(folder))


def is_own(folder: Path) -> bool:
    """Whether a folder belongs to this user, and nobody else may write there."""
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
