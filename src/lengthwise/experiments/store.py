"""The store: records in a SQL database by URL, and nothing that was acknowledged lost.

Contract, for every database:

* A record is named by the keys of its trial and its evaluation, and is immutable:
  adding one that is there changes nothing.
* `Store.add_all` is one transaction: all of the records or none; when it returns they
  are on disk.
* Several processes may read and write one store at the same time. A reader never holds
  a lock for longer than a page of rows takes.
* What a user got wrong is an `InputError`, what the machine did is a `MachineError`;
  each is one line.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import sqlalchemy as sa

from lengthwise.errors import FormatError
from lengthwise.experiments.canonical import canonical
from lengthwise.experiments.database import (
    PROGRESS,
    RECORDS,
    TABLES,
    VERSIONS,
    WEIGHTS,
    Database,
)
from lengthwise.experiments.embedded import NoStoreError
from lengthwise.experiments.reading import record_of
from lengthwise.experiments.record import Record

DEFAULT = "sqlite:///lengthwise.db"
VARIABLE = "LENGTHWISE_STORE"
"""Environment variable that names the store where no ``--store`` does."""

VERSION = 1
"""Version of the tables."""

PAGE = 256
"""Rows that are read at once."""

HEAVIEST = 1_000_000
"""Weights of more bytes are not kept with their record."""


class Store:
    """Records in a SQL database.

    Args:
        url: ``sqlite:///file.db`` or ``postgresql://user@host/name``. Default: the
            environment variable ``LENGTHWISE_STORE``, else ``lengthwise.db`` here.
        create: Whether a store that is not there is made.
        patience: Seconds to wait while another process writes.

    Raises:
        SpecError: The URL names nothing that can be a store.
        FormatError: What is there is something else, or damaged, or of a newer version.
        MachineError: The store cannot be reached, read or written.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Store(f"sqlite:///{folder}/s.db") as store:
        ...         len(store), ("0" * 64, "1" * 64) in store
        (0, False)
    """

    def __init__(
        self, url: str | None = None, *, create: bool = True, patience: float = 60.0
    ) -> None:
        name = url or os.environ.get(VARIABLE) or DEFAULT
        self._database = Database(name, create=create, patience=patience)
        try:
            self._open(create=create)
        except BaseException:
            self.close()
            raise

    def __str__(self) -> str:
        return str(self._database)

    @property
    def checkpoints(self) -> Path:
        """Where sweeps into this store keep their checkpoints on this machine."""
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
        with self._database.reading() as connection:
            count = sa.select(sa.func.count()).select_from(RECORDS)
            return int(connection.execute(count).scalar_one())

    def __contains__(self, key: object) -> bool:
        """Whether there is a record with this pair of keys."""
        match key:
            case (str(trial), str(evaluation)):
                return bool(self.known([trial], evaluation))
        return False

    def __iter__(self) -> Iterator[Record]:
        """Yields all records in the order of their keys, without their weights."""
        return self.matching("")

    def matching(self, prefix: str) -> Iterator[Record]:
        """Yields the records whose trial key begins with `prefix`."""
        key = (RECORDS.c.trial, RECORDS.c.evaluation)
        last = ("", "")
        while True:
            query = (
                sa.select(*key, RECORDS.c.line)
                .where(sa.tuple_(*key) > sa.tuple_(*map(sa.literal, last)))
                .where(RECORDS.c.trial.startswith(prefix, autoescape=True))
                .order_by(*key)
                .limit(PAGE)
            )
            with self._database.reading() as connection:
                rows = connection.execute(query).all()
            for row in rows:
                yield self._record(row.trial, row.evaluation, row.line)
                last = (row.trial, row.evaluation)
            if len(rows) < PAGE:
                return

    def known(self, trials: Iterable[str], evaluation: str) -> set[str]:
        """Returns which of the `trials` have a record for the evaluation, by keys."""
        asked = RECORDS.c.evaluation == evaluation
        return {row.trial for row in self._among(RECORDS.c.trial, trials, asked)}

    def trained(self, trials: Iterable[str]) -> set[str]:
        """Returns which of the `trials` have weights, by keys."""
        return {row.trial for row in self._among(WEIGHTS.c.trial, trials, sa.true())}

    def nets(self, trials: Iterable[str]) -> list[Record]:
        """Returns a record with weights for each of the `trials` that has them.

        Its evaluation is any that was asked of the trial.
        """
        rows = self._among(WEIGHTS.c.trial, trials, sa.true(), WEIGHTS.c.data)
        weights = {row.trial: bytes(row.data) for row in rows}
        more = (RECORDS.c.evaluation, RECORDS.c.line)
        records = {
            row.trial: self._record(row.trial, row.evaluation, row.line)
            for row in self._among(RECORDS.c.trial, weights, sa.true(), *more)
        }
        return [one.with_weights(weights[key]) for key, one in records.items()]

    def add_all(self, records: Iterable[Record]) -> list[Record]:
        """Adds records in one transaction; returns those that were not there yet."""
        given = {record.key: record for record in records}
        rows = [
            {"trial": trial, "evaluation": evaluation, "line": record.line()}
            for (trial, evaluation), record in given.items()
        ]
        weights = [
            {"trial": trial, "data": record.weights}
            for (trial, _), record in given.items()
            if record.weights is not None and len(record.weights) <= HEAVIEST
        ]
        if not rows:
            return []
        with self._database.writing() as connection:
            insert = self._database.insert(RECORDS).on_conflict_do_nothing()
            names = (RECORDS.c.trial, RECORDS.c.evaluation)
            new = connection.execute(insert.returning(*names), rows).all()
            if weights:
                insert = self._database.insert(WEIGHTS).on_conflict_do_nothing()
                connection.execute(insert, weights)
        return [given[row.trial, row.evaluation] for row in new]

    def report(self, run: str, progress: dict[str, Any]) -> None:
        """Keeps how far a sweep is, in place of what it reported before."""
        row = {"run": run, "line": canonical(progress)}
        insert = self._database.insert(PROGRESS).values(row)
        with self._database.writing() as connection:
            connection.execute(
                insert.on_conflict_do_update(index_elements=["run"], set_=row)
            )

    def reports(self) -> dict[str, str]:
        """Returns the last report of each sweep, as JSON text."""
        with self._database.reading() as connection:
            rows = connection.execute(sa.select(PROGRESS)).all()
        return {row.run: row.line for row in rows}

    def _among(
        self,
        column: sa.Column[str],
        keys: Iterable[str],
        condition: sa.ColumnElement[bool],
        *more: sa.Column[Any],
    ) -> Iterator[Any]:
        """Rows whose `column` is one of `keys`, read in pages."""
        rest = iter(keys)
        while page := list(islice(rest, PAGE)):
            query = sa.select(column, *more).where(column.in_(page), condition)
            with self._database.reading() as connection:
                yield from connection.execute(query).all()

    def _record(self, trial: str, evaluation: str, line: str) -> Record:
        try:
            record = record_of(line)
        except FormatError as error:
            raise FormatError(f"{self}: record {trial}: {error}") from None
        if record.key != (trial, evaluation):
            raise FormatError(f"{self}: record {trial} is damaged: it has another key")
        return record

    def _open(self, *, create: bool) -> None:
        """Checks what is there, or makes the tables."""
        with self._database.reading() as connection:
            names = sa.inspect(connection).get_table_names()
            if names:
                self._require_ours(connection, names)
                return
        if not create:
            raise NoStoreError(f"{self} is empty; name another store with --store")
        with self._database.writing() as connection:
            TABLES.create_all(connection)
            if connection.execute(sa.select(VERSIONS)).first() is None:
                connection.execute(sa.insert(VERSIONS).values(version=VERSION))

    def _require_ours(self, connection: sa.Connection, names: list[str]) -> None:
        missing = sorted(set(TABLES.tables) - set(names))
        if missing:
            raise FormatError(
                f"{self} is a database of something else: it has no table "
                f"{missing[0]!r}; name another store with --store"
            )
        found = connection.execute(sa.select(VERSIONS.c.version)).scalar()
        if found != VERSION:
            raise FormatError(
                f"{self} was written by version {found} of the format, this is version "
                f"{VERSION}; upgrade, or name another store with --store"
            )


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
