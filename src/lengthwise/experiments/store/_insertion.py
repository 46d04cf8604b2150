"""Records into a database, once, also if the server is lost in the middle."""

from typing import Any

import sqlalchemy as sa

from lengthwise.experiments.store._database import Database
from lengthwise.experiments.store.sql_tables import RECORDS, WEIGHTS


class Insertion:
    """Adds rows in one transaction, which may be tried again when a server was lost.

    Whether a transaction happened that was not acknowledged is seen in the next one: a
    row that it would have added is there, to the letter.
    """

    def __init__(
        self,
        database: Database,
        rows: list[dict[str, str]],
        weights: list[dict[str, Any]],
    ) -> None:
        self._database = database
        self._rows = rows
        self._weights = weights
        self._unsure: set[tuple[str, str]] = set()

    def __call__(self) -> set[tuple[str, str]]:
        """Adds them; returns the keys of those that were not there before."""
        names = (RECORDS.c.trial, RECORDS.c.evaluation)
        with self._database.writing() as connection:
            insert = self._database.insert(RECORDS).on_conflict_do_nothing()
            found = connection.execute(insert.returning(*names), self._rows)
            new = {(row.trial, row.evaluation) for row in found}
            new |= self._kept(connection, self._unsure - new)
            if self._weights:
                insert = self._database.insert(WEIGHTS).on_conflict_do_nothing()
                connection.execute(insert, self._weights)
            self._unsure = new
        return new

    def _kept(
        self, connection: sa.Connection, keys: set[tuple[str, str]]
    ) -> set[tuple[str, str]]:
        """Which rows are there as they are given here."""
        given = {(row["trial"], row["evaluation"]): row["line"] for row in self._rows}
        trials = [trial for trial, _ in keys]
        query = sa.select(RECORDS).where(RECORDS.c.trial.in_(trials))
        rows = connection.execute(query) if keys else ()
        lines = {(row.trial, row.evaluation): row.line for row in rows}
        return {key for key in keys if lines.get(key) == given[key]}
