"""The store: records in a SQL database, durable once acknowledged.

The contract, for every database:

* A record is identified by the keys of its trial and its evaluation, and is immutable:
  adding an existing one changes nothing, and `Store.differing` reports whether its
  outcome differs. A digest beside it detects changes from outside.
* `Store.add_all` is one transaction: it adds all records or none, and they are on disk
  when it returns.
* Weights too large for a row are in files beside the store, and on disk before the
  record. A store that lists weights returns them, or an error that names the missing
  file.
* If a server is lost and comes back within the store's patience, reads and writes
  continue, and nothing is added twice.
* Several processes may read and write one store at the same time. A reader holds a lock
  only for one page of rows.
* Mistakes of the user raise an `InputError`, failures of the computer a `HostError`;
  each is one line.
"""

import math
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import sqlalchemy as sa

from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.canonical import canonical
from lengthwise.experiments.store._database import Database
from lengthwise.experiments.store._migrations import open_tables
from lengthwise.experiments.store._rows import insert_records, record_in
from lengthwise.experiments.store._sqlite import NoStoreError
from lengthwise.experiments.store.kept_weights import KeptWeights
from lengthwise.experiments.store.paging import PAGE, pages
from lengthwise.experiments.store.sql_tables import PROGRESS, RECORDS, WEIGHTS

DEFAULT = "sqlite:///lengthwise.db"
VARIABLE = "LENGTHWISE_STORE"
"""Environment variable with the store, used without ``--store``."""

PATIENCE = 60.0
"""Seconds to wait for other writers and for a lost server."""


class Store:
    """Records in a SQL database.

    Args:
        url: ``sqlite:///file.db`` or ``postgresql://user@host/name``. Default: the
            environment variable ``LENGTHWISE_STORE``, else ``lengthwise.db`` here.
        create: Whether to create a missing store.
        patience: Seconds to wait for other writers, and for a lost server to come back.
            Default: `PATIENCE`.
        migrate: Whether to migrate older tables of a server; those of a file always
            are.

    Attributes:
        copy: The location of the copy of older tables after a migration.

    Raises:
        SpecError: The URL cannot be a store.
        FormatError: The database is not a store, damaged, or of a newer version.
        HostError: The store cannot be reached, read or written.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Store(f"sqlite:///{folder}/s.db") as store:
        ...         len(store), ("0" * 64, "1" * 64) in store
        (0, False)
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        create: bool = True,
        patience: float | None = None,
        migrate: bool = False,
    ) -> None:
        name = url or os.environ.get(VARIABLE) or DEFAULT
        waits = PATIENCE if patience is None else patience
        self._database = Database(name, create=create, patience=waits)
        try:
            self._weights = KeptWeights(self._database, waits)
            self.copy = open_tables(self._database, create=create, migrate=migrate)
        except BaseException:
            self.close()
            raise

    def __str__(self) -> str:
        return str(self._database)

    @property
    def database(self) -> Database:
        """The database below."""
        return self._database

    @property
    def weights(self) -> KeptWeights:
        """The weights of trained nets: rows, and files for large ones."""
        return self._weights

    @property
    def checkpoints(self) -> Path:
        """The folder for checkpoints of sweeps into this store, on this computer."""
        return Path(f"{self._database.file or 'lengthwise.db'}.checkpoints")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Releases the connections."""
        self._database.close()

    def __len__(self) -> int:
        count = sa.select(sa.func.count()).select_from(RECORDS)
        ((number,),), _ = self._database.rows(count)
        return int(number)

    def __contains__(self, key: object) -> bool:
        """Whether there is a record with this pair of keys."""
        match key:
            case (str(trial), str(evaluation)):
                return bool(self.known([trial], evaluation))
        return False

    def matching(self, prefix: str = "") -> Iterator[Record]:
        """Yields the records whose trial key starts with `prefix`, without weights.

        They are sorted by key.
        """
        begins: list[sa.ColumnElement[bool]] = []
        if prefix:
            begins = [RECORDS.c.trial.startswith(prefix, autoescape=True)]
        key = (RECORDS.c.trial, RECORDS.c.evaluation)
        for page in pages(self._database, key, tuple(RECORDS.c), *begins, size=PAGE):
            for row in page:
                yield record_in(row, store=str(self))

    __iter__ = matching

    def known(self, trials: Iterable[str], evaluation: str) -> set[str]:
        """Returns the keys of those `trials` that have a record for the evaluation."""
        same = RECORDS.c.evaluation == evaluation
        return {row.trial for row in self._among(RECORDS.c.trial, trials, same)}

    def trained(self, trials: Iterable[str]) -> set[str]:
        """Returns the keys of those `trials` that have weights."""
        return {row.trial for row in self._among(WEIGHTS.c.trial, trials, sa.true())}

    def nets(self, trials: Iterable[str]) -> list[Record]:
        """Returns a record with weights for each of the `trials`, as `each_net`."""
        return list(self.each_net(trials))

    def each_net(self, trials: Iterable[str]) -> Iterator[Record]:
        """Yields a record with weights for each of the `trials` that has them.

        Large weights are read lazily, to save memory. The record is of any evaluation
        of the trial, of these weights if possible.

        Raises:
            FormatError: Weights are in a file that is missing or damaged.
        """
        rows = self._among(RECORDS.c.trial, self.trained(trials), sa.true(), RECORDS)
        records = [record_in(row, store=str(self)) for row in rows]
        by_trial = {record.trial.key: record for record in records}
        entries = {one.trial: one for one in self._weights.entries(by_trial)}
        for record in records:
            key = record.trial.key
            if key in entries and record.outcome.digest == entries[key].digest:
                by_trial[key] = record
        for key, record in by_trial.items():
            data = self._weights.load(entries[key]) if key in entries else None
            if data is not None:
                yield record.with_weights(data)

    def with_weights(self, records: Iterable[Record]) -> list[Record]:
        """Returns the records, with weights if the store has them."""
        return list(self.each_with_weights(records))

    def each_with_weights(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yields the records, with weights if the store has them.

        Large weights are read lazily, to save memory.

        Raises:
            FormatError: Weights are in a file that is missing or damaged.
        """
        rest = iter(records)
        while page := list(islice(rest, PAGE)):
            keys = {record.trial.key for record in page}
            entries = {one.trial: one for one in self._weights.entries(keys)}
            for record in page:
                entry = entries.get(record.trial.key)
                theirs = entry is not None and entry.digest == record.outcome.digest
                data = self._weights.load(entry) if entry and theirs else None
                yield record.with_weights(data)

    def add_all(self, records: Iterable[Record]) -> list[Record]:
        """Adds records in one transaction; returns the new ones."""
        by_key: dict[tuple[str, str], Record] = {}
        for record in records:
            by_key.setdefault(record.key, record)
        if not by_key:
            return []
        ordered = [by_key[key] for key in sorted(by_key)]
        new = insert_records(self._database, ordered, self._weights)
        return [record for key, record in by_key.items() if key in new]

    def differing(self, records: Iterable[Record]) -> list[Record]:
        """Returns the records whose outcome in the store differs."""
        given = list(records)
        trials = sorted({record.trial.key for record in given})
        rows = self._among(RECORDS.c.trial, trials, sa.true(), RECORDS)
        known = (record_in(row, store=str(self)) for row in rows)
        held = {one.key: one for one in known}
        return [one for one in given if held.get(one.key, one) != one]

    def report(self, run: str, progress: dict[str, Any]) -> None:
        """Stores the progress of a sweep, replacing its previous report."""
        row = {"run": run, "line": canonical(progress)}
        insert = self._database.insert(PROGRESS).values(row)
        update = insert.on_conflict_do_update(index_elements=["run"], set_=row)

        def write() -> None:
            with self._database.writing() as connection:
                connection.execute(update)

        self._database.with_retries(write)

    def reports(self) -> dict[str, str]:
        """Returns the last report of each sweep, as JSON text."""
        all_pages = pages(self._database, (PROGRESS.c.run,), tuple(PROGRESS.c))
        return {row.run: row.line for page in all_pages for row in page}

    def _among(
        self,
        column: sa.Column[str],
        keys: Iterable[str],
        condition: sa.ColumnElement[bool],
        *more: sa.ColumnElement[Any] | sa.Table,
    ) -> Iterator[Any]:
        """Rows whose `column` is one of `keys`, read in pages."""
        rest = iter(keys)
        while page := list(islice(rest, PAGE)):
            query = sa.select(*(more or (column,)))
            query = query.where(column.in_(page), condition)
            yield from self._database.rows(query, math.inf)[0]


@contextmanager
def existing(url: str | None) -> Iterator[Store | None]:
    """Opens a store if it exists, without creating it."""
    try:
        store = Store(url, create=False)
    except NoStoreError:
        yield None
        return
    with store:
        yield store
