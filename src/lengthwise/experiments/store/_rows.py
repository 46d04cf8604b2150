"""Inserts records into their table and reads them."""

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeAlias

import sqlalchemy as sa

from lengthwise.errors import FormatError
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.schema import record_of
from lengthwise.experiments.store._database import Database
from lengthwise.experiments.store._digests import line_digest
from lengthwise.experiments.store.kept_weights import KeptWeights
from lengthwise.experiments.store.sql_tables import RECORDS, WEIGHTS
from lengthwise.printable import printable

Key: TypeAlias = tuple[str, str]
"""The keys of a trial and an evaluation, which identify a record."""


def insert_records(
    database: Database, records: Sequence[Record], kept: KeptWeights
) -> set[Key]:
    """Adds records with their weights in one transaction; returns the keys of new ones.

    The transaction is retried if a server was lost. If an unacknowledged transaction
    was committed, the next one finds an identical row.

    Args:
        database: The database.
        records: Distinct records in the order of their keys, so that two writers of the
            same records cannot deadlock.
        kept: The table of weights.
    """
    lines = {record.key: record.line() for record in records}
    rows = [
        {"trial": key[0], "evaluation": key[1], "line": line}
        | {"digest": line_digest(line)}
        for key, line in lines.items()
    ]
    names = (RECORDS.c.trial, RECORDS.c.evaluation)
    unsure: set[Key] = set()

    def attempt(weights: Sequence[dict[str, Any]]) -> set[Key]:
        nonlocal unsure
        with database.writing() as connection:
            insert = database.insert(RECORDS).on_conflict_do_nothing()
            inserted = connection.execute(insert.returning(*names), rows)
            new = {(row.trial, row.evaluation) for row in inserted}
            new |= _present(connection, {key: lines[key] for key in unsure - new})
            if weights:
                insert = database.insert(WEIGHTS).on_conflict_do_nothing()
                connection.execute(insert, weights)
            unsure = new
        return new

    with kept.written(records) as weights:
        return database.with_retries(partial(attempt, weights))


def _present(connection: sa.Connection, lines: dict[Key, str]) -> set[Key]:
    """The keys of lines that the table contains unchanged."""
    if not lines:
        return set()
    query = sa.select(RECORDS).where(RECORDS.c.trial.in_([key[0] for key in lines]))
    rows = {(row.trial, row.evaluation): row.line for row in connection.execute(query)}
    return {key for key, line in lines.items() if rows.get(key) == line}


def record_in(row: Any, *, store: str | None = None) -> Record:  # noqa: ANN401
    """Returns the record in a row.

    Args:
        row: The row.
        store: The name of the store, for an error with advice.

    Raises:
        FormatError: The row is damaged; the message gives the reason.
    """
    try:
        if line_digest(row.line) != row.digest:
            raise FormatError("its content has changed")  # noqa: TRY301 - see below
        record = record_of(row.line)
        if record.key != (row.trial, row.evaluation):
            raise FormatError("it has another key")  # noqa: TRY301 - see below
    except FormatError as error:
        if store is None:
            raise
        raise FormatError(
            f"{store}: record {printable(row.trial)} is damaged: {error}; remove it "
            "with lengthwise store prune --damaged"
        ) from None
    return record
