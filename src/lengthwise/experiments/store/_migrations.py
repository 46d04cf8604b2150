"""Versions of the tables: a newer one is refused, an older one is migrated.

Before a migration, the old data are copied: a file to ``lengthwise.db.version-1``
beside it, the tables of a server to a schema ``lengthwise_version_1`` of the same
database.

========  ================================================================
version   what is new
========  ================================================================
1         records and weights by their keys, progress
2         digests of records and weights, so that damage is found
========  ================================================================
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

import sqlalchemy as sa

from lengthwise.errors import FormatError, HostError
from lengthwise.experiments.store import _sqlite as sqlite
from lengthwise.experiments.store._database import Database
from lengthwise.experiments.store._digests import line_digest, weights_digest
from lengthwise.experiments.store._sqlite import NoStoreError
from lengthwise.experiments.store.sql_tables import (
    RECORDS,
    TABLES,
    VERSION,
    VERSIONS,
    WEIGHTS,
    raw,
)

OLDEST = 1
LOCK = 0x6C656E67
"""The name of the server lock for creating and migrating tables."""

ROWS = 32
"""Rows migrated at once; each may hold a megabyte of weights."""

LOG = logging.getLogger(__name__)


def open_tables(database: Database, *, create: bool, migrate: bool) -> str | None:
    """Checks the tables, creates missing ones and migrates older ones.

    Args:
        database: The database.
        create: Whether to create missing tables.
        migrate: Whether to migrate the tables of a server; those of a file always are.

    Returns:
        The location of the copy of older tables; ``None`` if there were none.

    Raises:
        NoStoreError: There are no tables and `create` is false.
        FormatError: The tables are damaged, not ours, or of another version.
    """
    with database.reading() as connection:
        version = version_of(database, connection)
    if version is None:
        if not create:
            raise NoStoreError(
                f"{database} is empty; choose another store with --store"
            )
        _create(database)
    if version is None or version == VERSION:
        return None
    if database.file is None and not migrate:
        raise FormatError(
            f"{database} was written by version {version} of the format, but this is "
            f"version {VERSION}; all users of it should upgrade, then migrate it with "
            "lengthwise store migrate"
        )
    try:
        return _migrate(database)
    except HostError as error:
        raise HostError(
            f"{error} (it has version {version} and must be migrated to "
            f"{VERSION} first)"
        ) from None


def version_of(database: Database, connection: sa.Connection) -> int | None:
    """Returns the version of the tables; ``None`` if there are no tables.

    Raises:
        FormatError: The tables are damaged, not ours, or of a newer version.
    """
    names = sa.inspect(connection).get_table_names()
    if not names:
        return None
    if VERSIONS.name not in names:
        raise FormatError(
            f"{database} is another kind of database: it has no table "
            f"{VERSIONS.name!r}; choose another store with --store"
        )
    rows = connection.execute(sa.select(raw(VERSIONS.c.version))).all()
    version = rows[0].version if len(rows) == 1 else None
    if not isinstance(version, int) or version < OLDEST:
        raise FormatError(
            f"{database} is damaged (its version is invalid); restore a copy"
        )
    if version > VERSION:
        raise FormatError(
            f"{database} was written by version {version} of the format, but this is "
            f"version {VERSION}; upgrade, or choose another store with --store"
        )
    if version == VERSION:
        for table in TABLES.tables.values():
            connection.execute(sa.select(table).limit(0))  # needs every column
    return version


def _create(database: Database) -> None:
    with database.writing() as connection:
        _lock(database, connection)
        if version_of(database, connection) is None:
            TABLES.create_all(connection)
            connection.execute(sa.insert(VERSIONS).values(version=VERSION))


def _migrate(database: Database) -> str | None:
    with database.migrating() as connection:
        _lock(database, connection)
        older = version_of(database, connection)
        if older is None or older == VERSION:
            return None  # another process did it first
        copy = _back_up(database, connection, older)
        for version in range(older, VERSION):
            STEPS[version](connection)
        connection.execute(sa.update(VERSIONS).values(version=VERSION))
    LOG.warning(
        "%s was migrated from version %d to %d; the old data are in %s",
        *(database, older, VERSION, copy),
    )
    return copy


def _lock(database: Database, connection: sa.Connection) -> None:
    """Waits for other processes that migrate tables; a file is already locked."""
    if database.file is None:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))


def _back_up(database: Database, connection: sa.Connection, version: int) -> str:
    if database.file is not None:
        return sqlite.back_up(database.file, version)
    known = sa.inspect(connection).get_schema_names()
    plain = f"lengthwise_version_{version}"
    names = (f"{plain}_{again}" if again else plain for again in count())
    schema = next(name for name in names if name not in known)
    connection.execute(sa.schema.CreateSchema(schema))
    for name in TABLES.tables:
        copy = f"CREATE TABLE {schema}.{name} AS TABLE {name}"
        connection.exec_driver_sql(copy)
    return f"the schema {schema}"


def _with_digests(connection: sa.Connection) -> None:
    """Migrates from version 1 to 2."""
    kinds = ((RECORDS, "line", line_digest), (WEIGHTS, "data", weights_digest))
    for table, column, digest in kinds:
        old = f"{table.name}_1"
        connection.exec_driver_sql(f"ALTER TABLE {table.name} RENAME TO {old}")
        table.create(connection)
        for rows in _pages(connection, old, table):
            connection.execute(
                sa.insert(table),
                [{**row, "digest": digest(row[column])} for row in rows],
            )
        connection.exec_driver_sql(f"DROP TABLE {old}")


def _pages(
    connection: sa.Connection, table: str, like: sa.Table
) -> Iterator[list[dict[str, Any]]]:
    """Rows of `table`, which has the columns of `like` except the digest."""
    names = [column.name for column in like.columns if column.name != "digest"]
    columns: list[sa.ColumnElement[Any]] = [sa.column(name) for name in names]
    keys = columns[: len(like.primary_key)]
    query = sa.select(*columns).select_from(sa.table(table))
    last: tuple[Any, ...] = ()
    while True:
        after = sa.tuple_(*keys) > sa.tuple_(*map(sa.literal, last)) if last else None
        page = query if after is None else query.where(after)
        rows = connection.execute(page.order_by(*keys).limit(ROWS)).mappings().all()
        if not rows:
            return
        yield [dict(row) for row in rows]
        last = tuple(rows[-1].values())[: len(keys)]


STEPS: Mapping[int, Callable[[sa.Connection], None]] = {1: _with_digests}
"""The migration from each version to the next."""
