"""What is wrong with a store: every damaged row by name, and no exception."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import sqlalchemy as sa

from lengthwise.errors import FormatError, LengthwiseError
from lengthwise.experiments.canonical import SHOWN
from lengthwise.experiments.database import PROGRESS, RECORDS, WEIGHTS, Database, raw
from lengthwise.experiments.digests import weights_digest
from lengthwise.experiments.rows import shown, sound
from lengthwise.experiments.store import Store

Row: TypeAlias = Any

KEY = re.compile("[0-9a-f]{64}")

ROWS = 32
"""Rows that are read at once; each may have a megabyte of weights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """Something that is wrong with a store.

    Attributes:
        table: Where: a table, or ``database`` for the file as a whole.
        key: Which row: key of the trial, name of the run.
        evaluation: Key of the evaluation, where the row has one.
        reason: What is wrong.
        place: How the database finds the row again.
    """

    table: str
    key: str = ""
    evaluation: str = ""
    reason: str
    place: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    def plain(self) -> dict[str, str]:
        """Returns the damage as data for JSON."""
        names = ("table", "key", "evaluation", "reason")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        asked = f" (evaluation {self.evaluation[:SHOWN]})" if self.evaluation else ""
        return f"{self.table} {self.key}{asked}: {self.reason}".replace(" :", ":", 1)


def damages(store: Store) -> Iterator[Damage]:
    """Yields everything that is wrong with `store`.

    A record must be what was written and belong to its key; weights must have the
    digest of a record of their trial; a report must be one. Of a file SQLite also
    checks every page. Rows are read in pages, so that a sweep goes on meanwhile, but
    SQLite's own check of a large file keeps writers waiting.
    """
    database = store.database
    if database.file is not None:
        yield from _of_file(database)
    for table, wrong in (
        (RECORDS, _wrong_record),
        (WEIGHTS, _wrong_weights(database)),
        (PROGRESS, _wrong_report),
    ):
        try:
            for row in _rows(database, table):
                reason = wrong(row)
                if reason is not None:
                    yield _damage(table, row, reason)
        except LengthwiseError as error:
            yield Damage(table="database", reason=f"not all of {table.name}: {error}")


def remove(store: Store, found: Damage) -> None:
    """Removes a damaged row, which a sweep then makes again."""
    tables = {table.name: table for table in (RECORDS, WEIGHTS, PROGRESS)}
    if found.table in tables:
        table = tables[found.table]
        place = [
            column == value
            for column, value in zip(
                _place(store.database, table), found.place, strict=True
            )
        ]
        with store.database.writing() as connection:
            connection.execute(sa.delete(table).where(*place))


def _damage(table: sa.Table, row: Row, reason: str) -> Damage:
    names = [column.name for column in table.primary_key]
    keys = [shown(getattr(row, name)) for name in names]
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
                yield Damage(table="database", reason=shown(line))


def _place(database: Database, table: sa.Table) -> list[sa.ColumnElement[Any]]:
    """What rows are found by: a damaged key may stand anywhere, a row number not."""
    if database.file is not None:
        return [sa.literal_column("rowid", sa.Integer)]
    return list(table.primary_key)


def _rows(database: Database, table: sa.Table) -> Iterator[Row]:
    """Rows with their place in front."""
    place = _place(database, table)
    names = [column.label(f"place_{n}") for n, column in enumerate(place)]
    query = sa.select(*names, *map(raw, table.columns)).order_by(*place).limit(ROWS)
    last: tuple[Any, ...] = ()
    while True:
        after = sa.tuple_(*place) > sa.tuple_(*map(sa.literal, last))
        with database.reading() as connection:
            rows = connection.execute(query.where(after) if last else query).all()
        for row in rows:
            here = tuple(row[: len(place)])
            if last and not here > last:
                raise FormatError("its rows are in disorder")
            last = here
            yield row
        if len(rows) < ROWS:
            return


def _wrong_record(row: Row) -> str | None:
    try:
        sound(row)
    except FormatError as error:
        return str(error)
    return None


def _wrong_weights(database: Database) -> Callable[[Row], str | None]:
    def wrong(row: Row) -> str | None:
        if not isinstance(row.trial, str) or not KEY.fullmatch(row.trial):
            return "they have no key"
        trial = RECORDS.c.trial == row.trial
        query = sa.select(*map(raw, RECORDS.columns)).where(trial)
        with database.reading() as connection:
            records = connection.execute(query).all()
        digests = {
            sound(one).outcome.digest for one in records if _wrong_record(one) is None
        }
        if weights_digest(row.data) != row.digest:
            return "they are not what was written"
        if not digests:
            return "there is no sound record of their trial"
        return None if row.digest in digests else "no record of their trial is of them"

    return wrong


def _wrong_report(row: Row) -> str | None:
    try:
        good = isinstance(json.loads(row.line), dict)
    except (ValueError, TypeError, RecursionError):
        good = False
    return None if good else "it is no report"
