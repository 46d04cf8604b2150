"""Finds data that a store no longer needs, and removes it on request.

================  ============================================================
kind              what it is
================  ============================================================
``report``        progress of a sweep without reports for the given days
``checkpoint``    of a bundle not trained for the given days
``copy``          of a store before its migration, as old as that
``weights``       of a trial without a record; weights files that no trial uses;
                  on request all that are as old (other test lengths then need new
                  training)
``damaged``       on request: damaged rows (a sweep recomputes them)
================  ============================================================
"""

import json
import math
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import sqlalchemy as sa

from lengthwise.experiments.engines.driver_checkpoints import lock, open_locks
from lengthwise.experiments.store import damage
from lengthwise.experiments.store.sql_tables import PROGRESS, RECORDS, WEIGHTS
from lengthwise.experiments.store.store import Store
from lengthwise.files import is_digest
from lengthwise.numbers import readable_bytes
from lengthwise.printable import printable

DAY = 86400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Waste:
    """Data that a store no longer needs.

    Attributes:
        kind: The kind, see the table of this module.
        name: Key of a trial, name of a run, path of a file.
        bytes: Its approximate size.
        days: Its age; ``None`` if irrelevant.
    """

    kind: str
    name: str
    bytes: int
    days: float | None = None
    remove: Callable[[], object] = field(compare=False, repr=False)

    def plain(self) -> dict[str, str | int | float | None]:
        """Returns it as JSON data."""
        days = None if self.days is None else round(self.days, 1)
        return {
            "kind": self.kind,
            "name": self.name,
            "bytes": self.bytes,
            "days": days,
        }

    def __str__(self) -> str:
        age = "" if self.days is None else f", {self.days:.0f} days old"
        name = printable(self.name)
        return f"{self.kind} {name} ({readable_bytes(self.bytes)}{age})"


def waste(
    store: Store,
    *,
    now: datetime,
    days: float = 30.0,
    weights: bool = False,
    damaged: bool = False,
) -> Iterator[Waste]:
    """Yields the data that `store` no longer needs.

    Args:
        store: The store.
        now: The current time. Data dated later are kept.
        days: The minimal age.
        weights: Whether to include weights of that age.
        damaged: Whether to include damaged rows.
    """
    moment = now.timestamp()
    yield from (one for one in _reports(store, moment) if _old(one, days))
    yield from (one for one in _checkpoints(store, moment) if _old(one, days))
    yield from (one for one in _copies(store, moment) if _old(one, days))
    yield from _orphans(store)
    yield from _orphan_files(store)
    if weights:
        yield from (one for one in _weights(store, moment) if _old(one, days))
    if damaged:
        yield from _damaged(store)


def _old(one: Waste, days: float) -> bool:
    return one.days is not None and one.days >= days


def _age(moment: float, since: float) -> float:
    return (moment - since) / DAY


def _seconds(text: object) -> float:
    """Seconds since 1970 of an ISO time; infinite for invalid text, which is kept."""
    try:
        moment = datetime.fromisoformat(str(text))
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return float("inf")


def _reports(store: Store, moment: float) -> Iterator[Waste]:
    for run, line in store.reports().items():
        try:
            updated = json.loads(line)["updated"]
        except (ValueError, LookupError, TypeError, RecursionError):
            continue  # damaged; handled elsewhere
        yield Waste(
            kind="report",
            name=run,
            bytes=len(line),
            days=_age(moment, _seconds(updated)),
            remove=_deletion(store, PROGRESS.c.run, run),
        )


def _checkpoints(store: Store, moment: float) -> Iterator[Waste]:
    """Checkpoint folders of bundles, without following symbolic links."""
    if store.checkpoints.is_symlink():
        return
    for folder in _below(store.checkpoints):
        if is_digest(folder.name) and folder.is_dir() and not folder.is_symlink():
            files = [one.lstat() for one in (folder, *_below(folder))]
            yield Waste(
                kind="checkpoint",
                name=str(folder),
                bytes=sum(one.st_size for one in files[1:]),
                days=_age(moment, max(one.st_mtime for one in files)),
                remove=partial(_remove_checkpoint, folder),
            )


def _remove_checkpoint(folder: Path) -> None:
    """Removes the checkpoints of a bundle, unless a process is using them.

    The parent folder is opened without following links, and only files inside it are
    removed.
    """
    try:
        inside = os.open(folder.parent, os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return  # replaced by something else
    try:
        with open_locks(folder.parent) as locks:
            if lock(locks, folder.name):
                shutil.rmtree(folder.name, dir_fd=inside)
    finally:
        os.close(inside)


def _copies(store: Store, moment: float) -> Iterator[Waste]:
    if store.database.file is None:
        return
    file = Path(store.database.file)
    for copy in _below(file.absolute().parent):
        if copy.name.startswith(f"{file.name}.version-") and copy.is_file():
            status = copy.stat()
            yield Waste(
                kind="copy",
                name=str(copy),
                bytes=status.st_size,
                days=_age(moment, status.st_mtime),
                remove=copy.unlink,
            )


def _orphans(store: Store) -> Iterator[Waste]:
    orphaned = WEIGHTS.c.trial.not_in(sa.select(RECORDS.c.trial))
    for page in store.weights.sizes():
        known = sa.select(RECORDS.c.trial).where(RECORDS.c.trial.in_(page))
        recorded = {row.trial for row in store.database.rows(known, math.inf)[0]}
        for trial, size in page.items():
            if trial not in recorded:
                yield Waste(
                    kind="weights",
                    name=str(trial),
                    bytes=size,
                    remove=partial(
                        store.weights.delete, WEIGHTS.c.trial == trial, orphaned
                    ),
                )


def _orphan_files(store: Store) -> Iterator[Waste]:
    for path in store.weights.orphans():
        try:
            size = path.lstat().st_size
        except FileNotFoundError:  # a writer finished it concurrently
            continue
        yield Waste(
            kind="weights",
            name=str(path),
            bytes=size,
            remove=partial(store.weights.remove_orphan, path),
        )


def _weights(store: Store, moment: float) -> Iterator[Waste]:
    started: dict[str, float] = {}
    for record in store:
        key, begun = record.trial.key, _seconds(record.circumstances.started)
        started[key] = max(begun, started.get(key, begun))
    for page in store.weights.sizes():
        for trial, size in page.items():
            if trial in started:
                yield Waste(
                    kind="weights",
                    name=trial,
                    bytes=size,
                    days=_age(moment, started[trial]),
                    remove=partial(store.weights.delete, WEIGHTS.c.trial == trial),
                )


def _damaged(store: Store) -> Iterator[Waste]:
    for damaged in damage.damages(store):
        if damaged.place:
            yield Waste(
                kind="damaged",
                name=str(damaged),
                bytes=0,
                remove=partial(damage.remove, store, damaged),
            )


def _deletion(store: Store, column: sa.Column[str], value: str) -> Callable[[], object]:
    """A function that deletes a row."""

    def delete() -> None:
        with store.database.writing() as connection:
            connection.execute(sa.delete(column.table).where(column == value))

    return delete


def _below(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []
