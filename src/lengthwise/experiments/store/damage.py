"""Finds the damage in a store, listing every damaged row without raising."""

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import sqlalchemy as sa

from lengthwise.errors import FormatError, LengthwiseError
from lengthwise.experiments.spec.canonical import SHOWN, key_of
from lengthwise.experiments.store._database import Database
from lengthwise.experiments.store._digests import line_digest, weights_digest
from lengthwise.experiments.store._rows import record_in
from lengthwise.experiments.store.kept_weights import IN_FILE
from lengthwise.experiments.store.paging import pages
from lengthwise.experiments.store.sql_tables import PROGRESS, RECORDS, WEIGHTS, raw
from lengthwise.experiments.store.store import Store
from lengthwise.files import is_digest
from lengthwise.printable import printable

Row: TypeAlias = Any
Reasons: TypeAlias = Iterator[str | None]

ROWS = {"records": 256, "weights": 32, "progress": 256}
"""Rows read at once; weights may have a megabyte each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """One instance of damage in a store.

    Attributes:
        table: The damaged table, or ``database`` for the file as a whole.
        key: The row: key of the trial, or name of the run.
        evaluation: Key of the evaluation, if the row has one.
        reason: The reason.
        place: How the database finds the row.
    """

    table: str
    key: str = ""
    evaluation: str = ""
    reason: str
    place: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    def plain(self) -> dict[str, str]:
        """Returns the damage as JSON data."""
        names = ("table", "key", "evaluation", "reason")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        evaluation = (
            f" (evaluation {self.evaluation[:SHOWN]})" if self.evaluation else ""
        )
        text = f"{self.table} {self.key}{evaluation}: {self.reason}".replace(
            " :", ":", 1
        )
        return printable(text)


def damages(store: Store) -> Iterator[Damage]:
    """Yields all damage in `store`.

    Records must be unchanged and match their keys; weights, also those in files, must
    have the digest of a record of their trial; reports must be valid. For a file,
    SQLite also checks every page. Rows are read in pages, so that a running sweep can
    continue, but SQLite's own check of a large file blocks writers.
    """
    database = store.database
    if database.file is not None:
        yield from _of_file(database)
    for table, wrong in CHECKS:
        try:
            columns = [raw(column) for column in table.columns]
            by = _place(database, table)
            for page in pages(database, by, columns, size=ROWS[table.name]):
                for row, reason in zip(page, wrong(store, page), strict=True):
                    if reason is not None:
                        yield _damage(table, row, reason)
        except LengthwiseError as error:
            yield Damage(table="database", reason=f"not all of {table.name}: {error}")


def remove(store: Store, damaged: Damage) -> None:
    """Removes a damaged row, which a sweep will then recompute."""
    tables = {table.name: table for table in (RECORDS, WEIGHTS, PROGRESS)}
    if damaged.table in tables:
        table = tables[damaged.table]
        place = [
            column == value
            for column, value in zip(
                _place(store.database, table), damaged.place, strict=True
            )
        ]
        if table is WEIGHTS:
            store.weights.delete(*place)
            return
        with store.database.writing() as connection:
            connection.execute(sa.delete(table).where(*place))


def _damage(table: sa.Table, row: Row, reason: str) -> Damage:
    names = [column.name for column in table.primary_key]
    keys = [printable(getattr(row, name)) for name in names]
    return Damage(
        table=table.name,
        key=keys[0],
        evaluation=keys[1] if len(keys) > 1 else "",
        reason=reason,
        place=tuple(row[: -len(table.columns)]),
    )


def _of_file(database: Database) -> Iterator[Damage]:
    try:
        with database.reading() as connection:
            rows = connection.exec_driver_sql("PRAGMA integrity_check").all()
    except LengthwiseError as error:
        yield Damage(table="database", reason=str(error))
        return
    for row in rows:
        for line in str(row[0]).splitlines():
            if line != "ok" and not line.startswith("*** in database"):
                yield Damage(table="database", reason=printable(line))


def _place(database: Database, table: sa.Table) -> list[sa.ColumnElement[Any]]:
    """The columns that locate rows; row numbers where keys may be damaged."""
    if database.file is not None:
        return [sa.literal_column("rowid", sa.Integer)]
    return list(table.primary_key)


def _wrong_records(_: Store, rows: list[Row]) -> Reasons:
    for row in rows:
        try:
            record_in(row)
        except FormatError as error:
            yield str(error)
        else:
            yield None


def _wrong_weights(store: Store, rows: list[Row]) -> Reasons:
    trials = [row.trial for row in rows if is_digest(row.trial)]
    query = sa.select(*map(raw, RECORDS.columns)).where(RECORDS.c.trial.in_(trials))
    records, _ = store.database.rows(query, math.inf)
    digests: dict[str, set[str]] = {trial: set() for trial in trials}
    for record in records:
        digests[record.trial] |= _digests_in(record)
    for row in rows:
        if not is_digest(row.trial):
            yield "they have no key"
        elif (fault := _fault(store, row)) is not None:
            yield fault
        elif not digests[row.trial]:
            yield "there is no intact record of their trial"
        else:
            of_them = row.digest in digests[row.trial]
            yield None if of_them else "no record of their trial has their digest"


def _fault(store: Store, row: Row) -> str | None:
    """The damage in weights, in their row or in a file."""
    if row.data == IN_FILE and is_digest(row.digest):
        return store.weights.file_fault(row.digest)
    sound = weights_digest(row.data) == row.digest
    return None if sound else "their content has changed"


def _digests_in(row: Row) -> set[str]:
    """The digest of weights in a record's row, without parsing the rest."""
    try:
        if line_digest(row.line) != row.digest:
            return set()
        plain = json.loads(row.line)
        mine = key_of(plain["trial"]) == row.trial
        return {str(plain["outcome"]["digest"])} if mine else set()
    except (ValueError, LookupError, TypeError, RecursionError):
        return set()


def _wrong_reports(_: Store, rows: list[Row]) -> Reasons:
    for row in rows:
        try:
            good = isinstance(json.loads(row.line), dict)
        except (ValueError, TypeError, RecursionError):
            good = False
        yield None if good else "it is not a report"


CHECKS: Sequence[tuple[sa.Table, Callable[[Store, list[Row]], Reasons]]] = (
    (RECORDS, _wrong_records),
    (WEIGHTS, _wrong_weights),
    (PROGRESS, _wrong_reports),
)
"""The checks of the rows of a page, by table."""
