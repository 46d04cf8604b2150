"""Files of others that SQLite opens: nothing in them is run, and time is bounded.

A database may hold views and triggers, which are programs, and trees of pages that
never end. So every transaction begins with a look at the schema, which must be ours to
the letter; a connection runs no function and no trigger that we do not use, keeps no
value longer than a record can be; and what takes far longer than its size explains is
interrupted.
"""

import sqlite3
import threading
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from lengthwise.errors import FormatError, HostError
from lengthwise.printable import printable

LONGEST = 1 << 25
"""Bytes of the largest row; the line of a record has half of that at most."""

LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: LONGEST,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 3,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 8,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 200,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 0,
}
"""What a connection may do at most."""

FUNCTIONS = frozenset({"coalesce", "count", "length", "like", "sum"})
"""Functions of SQL that we use."""

PRAGMAS = frozenset(
    (
        *("integrity_check", "journal_mode", "read_uncommitted", "schema_version"),
        *("synchronous", "table_info", "table_xinfo", "trusted_schema"),
    )
)
"""Settings that we and SQLAlchemy ask for."""

MOST_OBJECTS = 100
"""Rows of a schema that are looked at."""

SECONDS = 60.0
"""How long a transaction may take besides what the size of the file explains."""

BYTES_A_SECOND = 1e6
"""How fast a slow disk is read."""

SEEN, OPENED = "schema that was checked", "file that was opened"
"""Under what a connection knows the counter of its schema, and its file."""

Schema: TypeAlias = frozenset[tuple[str, str, str, str]]
"""What a schema has: type, name, table, and the statement without blanks."""


def schema_of(tables: Mapping[str, str]) -> Schema:
    """Returns the schema of tables with a primary key each, but for the first."""
    objects = {("table", name, name, _plain(text)) for name, text in tables.items()}
    keyed = [name for name, text in tables.items() if "PRIMARY KEY" in text]
    return frozenset(
        objects | {("index", f"sqlite_autoindex_{k}_1", k, "") for k in keyed}
    )


def statements(tables: sa.MetaData) -> dict[str, str]:
    """Returns what makes each table, by name."""
    dialect = sqlite.dialect()
    return {
        name: str(sa.schema.CreateTable(table).compile(dialect=dialect))
        for name, table in tables.tables.items()
    }


def protect(connection: sqlite3.Connection) -> None:
    """Bounds what a connection can be made to do, before it has read anything."""
    for limit, most in LIMITS.items():
        connection.setlimit(limit, most)
    connection.set_authorizer(_allowed)
    connection.execute("PRAGMA trusted_schema = OFF")


def _allowed(
    action: int, first: str | None, second: str | None, _: str | None, inner: str | None
) -> int:
    """Whether a statement may be prepared: what views and triggers do may not."""
    denied = (
        inner is not None
        or (action == sqlite3.SQLITE_FUNCTION and second not in FUNCTIONS)
        or (action == sqlite3.SQLITE_PRAGMA and first not in PRAGMAS)
        or action == sqlite3.SQLITE_RECURSIVE
    )
    return sqlite3.SQLITE_DENY if denied else sqlite3.SQLITE_OK


class Guard:
    """Looks at the schema of a connection whenever it may have changed.

    Args:
        store: What the store is called.
        file: Its file.
        versions: The schema of each version; a file without tables is fine as well.
        version: Name of the table of the version.
    """

    def __init__(
        self, store: str, file: str, versions: Mapping[int, Schema], version: str
    ) -> None:
        self._store = store
        self._file = file
        self._versions = versions
        self._version = version
        self._newest = max(versions)

    def check(
        self, connection: sqlite3.Connection, info: MutableMapping[Any, Any]
    ) -> None:
        """Looks at the schema in the transaction that `connection` is in.

        SQLite reads a schema again when its counter has changed, and so do we.

        Args:
            connection: The connection.
            info: What is known of it.

        Raises:
            FormatError: It is not one of ours.
            HostError: The file is no longer the one that was opened.
        """
        if info.setdefault(OPENED, self._place()) != self._place():
            raise HostError(
                f"{self._store} was replaced or removed while it was open; run the "
                "command again"
            )
        (counter,) = connection.execute("PRAGMA schema_version").fetchone()
        if info.get(SEEN) != counter:
            self._require_ours(connection)
            info[SEEN] = counter

    def _place(self) -> tuple[int, int] | None:
        """Which file it is on the disk."""
        try:
            status = Path(self._file).stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _require_ours(self, connection: sqlite3.Connection) -> None:
        query = "SELECT type, name, tbl_name, sql FROM sqlite_master LIMIT ?"
        rows = connection.execute(query, (MOST_OBJECTS,)).fetchall()
        schema = frozenset((str(a), str(b), str(c), _plain(d)) for a, b, c, d in rows)
        if not schema:
            return
        if not any(row[:2] == ("table", self._version) for row in schema):
            raise FormatError(
                f"{self._store} is a database of something else: it has no table "
                f"{self._version!r}; name another store with --store"
            )
        version = self._written(connection, schema)
        if version is not None and version > self._newest:
            raise FormatError(
                f"{self._store} was written by version {version} of the format, this "
                f"is version {self._newest}; upgrade, or name another store with "
                "--store"
            )
        known = version if version in self._versions else None
        ours = self._versions[known or self._newest]
        if schema != ours and (known or schema not in self._versions.values()):
            raise FormatError(
                f"{self._store} is not a store of Lengthwise: "
                f"{_difference(schema, ours)}"
            )

    def _written(self, connection: sqlite3.Connection, schema: Schema) -> int | None:
        """The version that is written there, if its table is ours."""
        ours = self._versions[self._newest]
        (table,) = (row for row in ours if row[1] == self._version)
        if table not in schema:
            return None
        query = f'SELECT version FROM "{self._version}" LIMIT 2'
        rows = connection.execute(query).fetchall()
        only = rows[0][0] if len(rows) == 1 else None
        return only if isinstance(only, int) else None


@contextmanager
def trusting(connection: sqlite3.Connection) -> Iterator[None]:
    """Lets SQLite use functions of its own, after the schema was found to be ours."""
    connection.set_authorizer(None)
    try:
        yield
    finally:
        connection.set_authorizer(_allowed)


def _difference(schema: Schema, ours: Schema) -> str:
    """What a schema has that ours has not, or lacks."""
    known = {name: text for _, name, _, text in ours}
    for kind, name, _, text in sorted(schema - ours):
        if name not in known:
            return (
                f"it has the {printable(kind, longest=20)} "
                f"{printable(name, longest=80)!r}, which a store never has; export its "
                "records where they were made, and import those"
            )
        return (
            f"its table {printable(name, longest=80)!r} is "
            f"{printable(text, longest=300)}, and must be {known[name]}; restore a copy"
        )
    missing = min(ours - schema)
    return f"it has no {missing[0]} {missing[1]!r}; restore a copy"


def _plain(text: object) -> str:
    """A statement without blanks, which differ between versions of libraries."""
    return "" if text is None else "".join(str(text).split())


@contextmanager
def deadline(
    connection: sqlite3.Connection, file: str, patience: float
) -> Iterator[None]:
    """Interrupts a connection when it takes longer than the size of a file explains.

    Args:
        connection: The connection.
        file: The file.
        patience: Seconds that it may wait for a lock when it begins, and when it ends.
    """
    seconds = seconds_for(file) + 2 * patience
    timer = threading.Timer(seconds, connection.interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def seconds_for(file: str) -> float:
    """Returns how long a transaction may take on a file, besides waiting for others.

    Examples:
        >>> seconds_for("/nowhere/s.db")
        60.0
    """
    path = Path(file)
    size = path.stat().st_size if path.is_file() else 0
    return SECONDS + size / BYTES_A_SECOND
