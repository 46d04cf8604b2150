"""Checkpoints kept by the driver, for workers without a shared disk.

They have the same location and names as those of the local engine, so that each engine
can resume the other's work.
"""

import fcntl
import shutil
from pathlib import Path
from typing import IO

from lengthwise.experiments.engines._ray_actor import CURRENT, PREVIOUS
from lengthwise.experiments.engines.work import Work
from lengthwise.files import replace_file

LOCKS = "locks"
"""A file beside the checkpoints, with one locked byte per bundle in progress."""


def lock(file: IO[bytes], name: str) -> bool:
    """Locks a bundle until `file` is closed; returns whether this succeeded.

    Args:
        file: The `LOCKS` file of a checkpoint folder. A process may open it only once,
            since closing it releases all its locks.
        name: Key of the bundle.
    """
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place(name))
    except OSError:
        return False
    return True


def unlock(file: IO[bytes], name: str) -> None:
    """Unlocks a bundle."""
    fcntl.lockf(file, fcntl.LOCK_UN, 1, _place(name))


def open_locks(folder: Path) -> IO[bytes]:
    """Opens the lock file of a checkpoint folder, creating the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    return (folder / LOCKS).open("ab")


def clear(folder: Path) -> None:
    """Removes the checkpoints of a bundle, including partial ones of killed workers."""
    if folder.is_dir():
        shutil.rmtree(folder, ignore_errors=True)


def _place(name: str) -> int:
    return int(name[:15], 16)


class DriverCheckpoints:
    """The checkpoints of a sweep, kept by its driver.

    Work without a folder has no checkpoints.
    """

    def __init__(self) -> None:
        self._locks: dict[Path, IO[bytes]] = {}

    def claim(self, work: Work) -> bool:
        """Locks the bundle of a work; returns whether no other process has it."""
        if work.folder is None or not work.trials:
            return True
        folder = Path(work.folder).parent
        if folder not in self._locks:
            self._locks[folder] = open_locks(folder)
        return lock(self._locks[folder], work.name)

    def release(self, work: Work) -> None:
        """Unlocks a bundle."""
        if work.folder is not None and work.trials:
            unlock(self._locks[Path(work.folder).parent], work.name)

    def files(self, work: Work) -> dict[str, bytes]:
        """Returns the checkpoint files of a bundle: content by file name."""
        if work.folder is None:
            return {}
        paths = [Path(work.folder) / name for name in (CURRENT, PREVIOUS)]
        return {path.name: path.read_bytes() for path in paths if path.exists()}

    def put(self, work: Work, content: bytes) -> None:
        """Stores a checkpoint; the current one becomes the previous one."""
        assert work.folder is not None
        folder = Path(work.folder)
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / CURRENT).exists():
            (folder / CURRENT).replace(folder / PREVIOUS)
        replace_file(folder / CURRENT, content)

    def remove(self, work: Work) -> None:
        """Removes the checkpoints of a finished bundle."""
        if work.folder is not None and work.trials:
            clear(Path(work.folder))

    def close(self) -> None:
        """Releases all locks."""
        for file in self._locks.values():
            file.close()
