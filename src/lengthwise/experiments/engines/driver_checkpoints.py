"""Checkpoints at the driver, for workers that have no disk in common with it.

They lie where those of the local engine lie and have the same names, so that either
engine goes on with what the other began.
"""

import fcntl
import shutil
from pathlib import Path
from typing import IO

from lengthwise.experiments.engines._ray_actor import CURRENT, PREVIOUS
from lengthwise.experiments.engines.work import Work
from lengthwise.files import replace_file

LOCKS = "locks"
"""File beside the checkpoints: one byte of it is locked for each bundle at work."""


def lock(file: IO[bytes], name: str) -> bool:
    """Keeps others off a bundle until `file` is closed; returns whether it did.

    Args:
        file: The `LOCKS` of a folder of checkpoints. A process may have it open once:
            to close one is to give up the locks of all.
        name: Key of the bundle.
    """
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place(name))
    except OSError:
        return False
    return True


def unlock(file: IO[bytes], name: str) -> None:
    """Lets other processes at a bundle."""
    fcntl.lockf(file, fcntl.LOCK_UN, 1, _place(name))


def open_locks(folder: Path) -> IO[bytes]:
    """Opens the locks of a folder of checkpoints, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    return (folder / LOCKS).open("ab")


def clear(folder: Path) -> None:
    """Removes the checkpoints of a bundle, and what a killed worker left of one."""
    if folder.is_dir():
        shutil.rmtree(folder, ignore_errors=True)


def _place(name: str) -> int:
    return int(name[:15], 16)


class DriverCheckpoints:
    """The checkpoints of a sweep, kept by its driver.

    Work without a folder has none, and nothing is kept of it.
    """

    def __init__(self) -> None:
        self._locks: dict[Path, IO[bytes]] = {}

    def claim(self, work: Work) -> bool:
        """Keeps other processes off a bundle; returns whether none is at it."""
        if work.folder is None or not work.trials:
            return True
        folder = Path(work.folder).parent
        if folder not in self._locks:
            self._locks[folder] = open_locks(folder)
        return lock(self._locks[folder], work.name)

    def release(self, work: Work) -> None:
        """Lets other processes at a bundle."""
        if work.folder is not None and work.trials:
            unlock(self._locks[Path(work.folder).parent], work.name)

    def files(self, work: Work) -> dict[str, bytes]:
        """Returns what is kept of a bundle: content by name of file."""
        if work.folder is None:
            return {}
        paths = [Path(work.folder) / name for name in (CURRENT, PREVIOUS)]
        return {path.name: path.read_bytes() for path in paths if path.exists()}

    def put(self, work: Work, content: bytes) -> None:
        """Keeps a checkpoint; the one so far becomes the previous one."""
        assert work.folder is not None
        folder = Path(work.folder)
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / CURRENT).exists():
            (folder / CURRENT).replace(folder / PREVIOUS)
        replace_file(folder / CURRENT, content)

    def remove(self, work: Work) -> None:
        """Removes what was kept of a bundle that is done."""
        if work.folder is not None and work.trials:
            clear(Path(work.folder))

    def close(self) -> None:
        """Gives up all claims."""
        for file in self._locks.values():
            file.close()
