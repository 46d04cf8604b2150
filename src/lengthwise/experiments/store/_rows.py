"""Rows of the table of records: how records are inserted, and read again."""

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
"""The keys of a trial and of an evaluation, which name a record."""


def insert_records(
    database: Database, records: Sequence[Record], kept: KeptWeights
) -> set[Key]:
    """Adds records with their weights in one transaction; returns the keys of new ones.

    The transaction is tried again when a server was lost. Whether one happened that was
    not acknowledged is seen in the next one: a row that it would have added is there,
    to the letter.

    Args:
        database: Where they go.
        records: Different records, in the order of their keys: two that add the same
            never wait for each other.
        kept: Where their weights go.
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
    """The keys of those lines that the table has to the letter."""
    if not lines:
        return set()
    query = sa.select(RECORDS).where(RECORDS.c.trial.in_([key[0] for key in lines]))
    rows = {(row.trial, row.evaluation): row.line for row in connection.execute(query)}
    return {key for key, line in lines.items() if rows.get(key) == line}


def record_in(row: Any, *, store: str | None = None) -> Record:  # noqa: ANN401
    """Returns the record in a row.

    Args:
        row: The row.
        store: What the store is called, for an error that says what to do.

    Raises:
        FormatError: The row is damaged; the message says how.
    """
    try:
        if line_digest(row.line) != row.digest:
            raise FormatError("it is not what was written")  # noqa: TRY301 - see below
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
