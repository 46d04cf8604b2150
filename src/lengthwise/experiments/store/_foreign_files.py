"""Opens untrusted SQLite files: runs no code in them and bounds the time.

A database may contain views and triggers, which are programs, and cyclic page trees. So
every transaction starts by checking that the schema is exactly ours. A connection runs
no function or trigger that we do not use and accepts no value longer than a record.
Operations that take far longer than the file size explains are interrupted.
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
"""Size limit of a row in bytes; the line of a record has at most half of it."""

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
"""Limits of a connection."""

FUNCTIONS = frozenset({"coalesce", "count", "length", "like", "sum"})
"""The SQL functions that we use."""

PRAGMAS = frozenset(
    (
        *("integrity_check", "journal_mode", "read_uncommitted", "schema_version"),
        *("synchronous", "table_info", "table_xinfo", "trusted_schema"),
    )
)
"""The pragmas that we and SQLAlchemy query."""

MOST_OBJECTS = 100
"""Limit on the rows of a schema."""

SECONDS = 60.0
"""Seconds that a transaction may take beyond the time explained by the file size."""

BYTES_A_SECOND = 1e6
"""The speed of a slow disk."""

SEEN, OPENED = "schema that was checked", "file that was opened"
"""The keys under which a connection stores its schema counter and its file."""

Schema: TypeAlias = frozenset[tuple[str, str, str, str]]
"""A schema: type, name, table, and the statement without whitespace."""


def schema_of(tables: Mapping[str, str]) -> Schema:
    """Returns the schema of tables that, except the first, have a primary key."""
    objects = {("table", name, name, _plain(text)) for name, text in tables.items()}
    keyed = [name for name, text in tables.items() if "PRIMARY KEY" in text]
    return frozenset(
        objects | {("index", f"sqlite_autoindex_{k}_1", k, "") for k in keyed}
    )


def statements(tables: sa.MetaData) -> dict[str, str]:
    """Returns the CREATE statement of each table, by name."""
    dialect = sqlite.dialect()
    return {
        name: str(sa.schema.CreateTable(table).compile(dialect=dialect))
        for name, table in tables.tables.items()
    }


def protect(connection: sqlite3.Connection) -> None:
    """Restricts a connection before it has read anything."""
    for limit, most in LIMITS.items():
        connection.setlimit(limit, most)
    connection.set_authorizer(_allowed)
    connection.execute("PRAGMA trusted_schema = OFF")


def _allowed(
    action: int, first: str | None, second: str | None, _: str | None, inner: str | None
) -> int:
    """Whether a statement may be prepared; those of views and triggers may not."""
    denied = (
        inner is not None
        or (action == sqlite3.SQLITE_FUNCTION and second not in FUNCTIONS)
        or (action == sqlite3.SQLITE_PRAGMA and first not in PRAGMAS)
        or action == sqlite3.SQLITE_RECURSIVE
    )
    return sqlite3.SQLITE_DENY if denied else sqlite3.SQLITE_OK


class Guard:
    """Checks the schema of a connection whenever it may have changed.

    Args:
        store: The name of the store.
        file: Its file.
        versions: The schema of each version; a file without tables is also allowed.
        version: Name of the version table.
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
        """Checks the schema within the current transaction of `connection`.

        Like SQLite, rereads a schema only when its counter has changed.

        Args:
            connection: The connection.
            info: The state kept for it.

        Raises:
            FormatError: The schema is not ours.
            HostError: The file was replaced since it was opened.
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
        """The identity of the file on disk."""
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
                f"{self._store} is another kind of database: it has no table "
                f"{self._version!r}; choose another store with --store"
            )
        version = self._written(connection, schema)
        if version is not None and version > self._newest:
            raise FormatError(
                f"{self._store} was written by version {version} of the format, but "
                f"this is version {self._newest}; upgrade, or choose another store "
                "with --store"
            )
        known = version if version in self._versions else None
        ours = self._versions[known or self._newest]
        if schema != ours and (known or schema not in self._versions.values()):
            raise FormatError(
                f"{self._store} is not a store of Lengthwise: "
                f"{_difference(schema, ours)}"
            )

    def _written(self, connection: sqlite3.Connection, schema: Schema) -> int | None:
        """The stored version, if its table is ours."""
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
    """Lets SQLite use its internal functions once the schema is known to be ours."""
    connection.set_authorizer(None)
    try:
        yield
    finally:
        connection.set_authorizer(_allowed)


def _difference(schema: Schema, ours: Schema) -> str:
    """The difference between a schema and ours."""
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
    """A statement without whitespace, which varies between library versions."""
    return "" if text is None else "".join(str(text).split())


@contextmanager
def deadline(
    connection: sqlite3.Connection, file: str, patience: float
) -> Iterator[None]:
    """Interrupts a connection that takes longer than the file size explains.

    Args:
        connection: The connection.
        file: The file.
        patience: Seconds that it may wait for a lock at its start and end.
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
    """Returns the time limit of a transaction on a file, without waiting for locks.

    Examples:
        >>> seconds_for("/nowhere/s.db")
        60.0
    """
    path = Path(file)
    size = path.stat().st_size if path.is_file() else 0
    return SECONDS + size / BYTES_A_SECOND
