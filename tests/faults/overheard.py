"""All that a private Ray cluster was told: its jobs, files, and the like."""

from contextlib import suppress
from pathlib import Path

from lengthwise.experiments.engines._scratch_folders import processes_in


def overheard(connection):
    """The table of jobs of the head, and what its processes wrote and have."""
    jobs = connection.ray._private.state.jobs()
    assert len(jobs) == 1
    processes = processes_in(connection.folder)
    assert len(processes) > 1
    files = [path for path in connection.folder.rglob("*") if path.is_file()]
    assert len(files) > 1
    for pid in processes:
        files += [Path(f"/proc/{pid}/{name}") for name in ("environ", "cmdline")]
    found = str(jobs).encode()
    for path in files:
        with suppress(OSError):  # a process that has ended
            found += path.read_bytes()
    return found
