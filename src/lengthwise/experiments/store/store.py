"""The store: records in a SQL database by URL, and nothing that was acknowledged lost.

Contract, for every database:

* A record is named by the keys of its trial and its evaluation, and is immutable:
  adding one that is there changes nothing, and `Store.differing` tells whether its
  outcome is another. A digest stands beside it, so that what was changed from outside
  is not taken for a record.
* `Store.add_all` is one transaction: all of the records or none; when it returns they
  are on disk.
* Weights that are too heavy for a row are in files beside the store, on disk before
  the record is. A store that says it has weights gives them, or an error that names
  what is missing.
* A server that is lost and comes back within the patience of the store is written and
  read as if nothing had happened, and nothing is added twice.
* Several processes may read and write one store at the same time. A reader never holds
  a lock for longer than a page of rows takes.
* What a user got wrong is an `InputError`, what the computer did is a `HostError`;
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
"""Environment variable that names the store where no ``--store`` does."""

PATIENCE = 60.0
"""Seconds to wait for others that write, and for a server that was lost."""


class Store:
    """Records in a SQL database.

    Args:
        url: ``sqlite:///file.db`` or ``postgresql://user@host/name``. Default: the
            environment variable ``LENGTHWISE_STORE``, else ``lengthwise.db`` here.
        create: Whether a store that is not there is made.
        patience: Seconds to wait while another process writes, and for a server that
            was lost to come back. Default: `PATIENCE`.
        migrate: Whether older tables of a server are migrated; those of a file are.

    Attributes:
        copy: Where older tables were copied to when they were migrated.

    Raises:
        SpecError: The URL names nothing that can be a store.
        FormatError: What is there is something else, or damaged, or of a newer version.
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
        """The weights of trained nets: their rows, and the files of heavy ones."""
        return self._weights

    @property
    def checkpoints(self) -> Path:
        """Where sweeps into this store keep their checkpoints on this computer."""
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
        """Gives back the connections; the records stay."""
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
        """Yields the records whose trial key begins with `prefix`, without weights.

        They come in the order of their keys.
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
        """Returns which of the `trials` have a record for the evaluation, by keys."""
        same = RECORDS.c.evaluation == evaluation
        return {row.trial for row in self._among(RECORDS.c.trial, trials, same)}

    def trained(self, trials: Iterable[str]) -> set[str]:
        """Returns which of the `trials` have weights, by keys."""
        return {row.trial for row in self._among(WEIGHTS.c.trial, trials, sa.true())}

    def nets(self, trials: Iterable[str]) -> list[Record]:
        """Returns a record with weights for each of the `trials`, as `each_net`."""
        return list(self.each_net(trials))

    def each_net(self, trials: Iterable[str]) -> Iterator[Record]:
        """Yields a record with weights for each of the `trials` that has them.

        Heavy weights are read when it is their turn, so that few are held at once.
        Its evaluation is any of the trial, of those weights if possible.

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
        """Returns the records, with their weights where the store has them."""
        return list(self.each_with_weights(records))

    def each_with_weights(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yields the records, with their weights where the store has them.

        Heavy ones are read when it is their turn, so that few are held at once.

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
        """Adds records in one transaction; returns those that were not there yet."""
        by_key: dict[tuple[str, str], Record] = {}
        for record in records:
            by_key.setdefault(record.key, record)
        if not by_key:
            return []
        ordered = [by_key[key] for key in sorted(by_key)]
        new = insert_records(self._database, ordered, self._weights)
        return [record for key, record in by_key.items() if key in new]

    def differing(self, records: Iterable[Record]) -> list[Record]:
        """Returns those of the records of which the store has another outcome."""
        given = list(records)
        trials = sorted({record.trial.key for record in given})
        rows = self._among(RECORDS.c.trial, trials, sa.true(), RECORDS)
        known = (record_in(row, store=str(self)) for row in rows)
        held = {one.key: one for one in known}
        return [one for one in given if held.get(one.key, one) != one]

    def report(self, run: str, progress: dict[str, Any]) -> None:
        """Keeps how far a sweep is, in place of what it reported before."""
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
    """Opens a store if it is there, and makes none."""
    try:
        store = Store(url, create=False)
    except NoStoreError:
        yield None
        return
    with store:
        yield store
