"""Outcomes that a process left in the folder of its job until someone keeps them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lengthwise.errors import FormatError
from lengthwise.training.job import Job
from lengthwise.training.outcome import Outcome, read_outcome
from lengthwise.training.sealed import read_sealed, write_sealed


def leave(job: Job, outcome: Outcome) -> str:
    """Writes an outcome into the folder of `job`; returns the name of the file."""
    job.folder.mkdir(parents=True, exist_ok=True)
    name = f"outcome-{outcome.digest}.safetensors"
    note = {"outcome": outcome.plain(), "asked": _asked(job)}
    write_sealed(job.folder / name, outcome.weights, note)
    return name


@contextmanager
def fetch(job: Job, names: Sequence[str]) -> Iterator[tuple[Outcome, ...]]:
    """Gives outcomes by name; removes the files when the block ends without error."""
    paths = [job.folder / name for name in names]
    yield tuple(_read(path)[0] for path in paths)
    for path in paths:
        path.unlink()


@contextmanager
def collect(job: Job) -> Iterator[tuple[Outcome, ...]]:
    """Gives all outcomes of lanes of `job` that lie in its folder, as `fetch` does.

    What is damaged, of another lane, or answers other questions is removed: the lane
    then runs again.
    """
    found: dict[Path, Outcome] = {}
    for path in sorted(job.folder.glob("outcome-*.safetensors")):
        try:
            outcome, asked = _read(path)
        except FormatError:
            path.unlink()
            continue
        if outcome.lane in job.lanes and asked == _asked(job):
            found[path] = outcome
        else:
            path.unlink()
    yield tuple(found.values())
    for path in found:
        path.unlink()


def _read(path: Path) -> tuple[Outcome, dict[str, Any]]:
    arrays, note = read_sealed(path)
    return read_outcome(note["outcome"], arrays), note["asked"]


def _asked(job: Job) -> dict[str, Any]:
    return asdict(job.asked) | {"lengths": list(job.asked.lengths)}
