"""Folders for the time of a process, for this user alone."""

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

LONGEST = 12
"""Characters of a folder in which names of sockets, of 107 at most, have room."""


def short_place() -> Path:
    """Returns a folder for temporary files with a short name."""
    usual = tempfile.gettempdir()
    return Path(usual if len(usual) <= LONGEST else "/tmp")


def own_folder(prefix: str, place: Path | None = None) -> Path:
    """Returns a new folder with mode 700; those of processes that ended are removed.

    Args:
        prefix: How the folder is called; the number of this process follows.
        place: Where it lies. Default: where temporary files do.

    Examples:
        >>> folder = own_folder("lengthwise-example-")
        >>> oct(folder.stat().st_mode)[-3:]
        '700'
        >>> folder.rmdir()
    """
    parent = Path(tempfile.gettempdir()) if place is None else place
    for old in parent.glob(f"{prefix}*"):
        pid = old.name.removeprefix(prefix).split("-")[0]
        if not Path("/proc", pid).exists():
            shutil.rmtree(old, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-", dir=parent))


def processes_in(folder: Path) -> list[int]:
    """Returns the processes of this user that run in a folder; none but on Linux.

    Examples:
        >>> os.getpid() in processes_in(Path.cwd())
        True
    """
    processes = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):  # it has ended, or is not ours
            if link.readlink() == folder.resolve():
                processes.append(int(link.parent.name))
    return processes
