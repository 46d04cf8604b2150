"""Temporary folders that are private to this user and last as long as a process."""

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

LONGEST = 12
"""Largest length of a folder name that leaves room for socket names (107 in all)."""


def short_place() -> Path:
    """Returns a folder for temporary files with a short path."""
    usual = tempfile.gettempdir()
    return Path(usual if len(usual) <= LONGEST else "/tmp")


def own_folder(prefix: str, place: Path | None = None) -> Path:
    """Returns a new folder with mode 700, after removing those of ended processes.

    Args:
        prefix: The prefix of its name, followed by the process id.
        place: The parent folder. Default: the folder for temporary files.

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
    """Returns this user's processes that run in a folder; empty except on Linux.

    Examples:
        >>> os.getpid() in processes_in(Path.cwd())
        True
    """
    processes = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):  # ended, or not ours
            if link.readlink() == folder.resolve():
                processes.append(int(link.parent.name))
    return processes
