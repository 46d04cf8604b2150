"""The database below the store: URL, connections, one-line errors."""

import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from lengthwise.addresses import secrets_in, without_secrets
from lengthwise.errors import FormatError, LengthwiseError, SpecError
from lengthwise.experiments.store import _foreign_files as foreign_files
from lengthwise.experiments.store import _postgres as postgres
from lengthwise.experiments.store import _sqlite as sqlite_file
from lengthwise.experiments.store._location import location
from lengthwise.experiments.store.sql_tables import SCHEMAS, VERSIONS
from lengthwise.printable import printable

MOST = 1 << 26
"""Bytes of rows held in memory at once."""

FIRST_PAUSE, LAST_PAUSE = 0.1, 2.0
"""Seconds between attempts to reconnect to a server; each pause doubles."""

LOG = logging.getLogger(__name__)

T = TypeVar("T")

INSERT: Mapping[str, Callable[[sa.Table], Any]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
"""The "insert or ignore" construct of each database."""


class Database:
    """Connections to a database by URL.

    Args:
        url: ``sqlite:///file.db`` or ``postgresql://user@host/name``.
        create: Whether to create a missing file.
        patience: Seconds to wait for other writers.

    Raises:
        SpecError: The URL cannot be a store.

    Examples:
        >>> Database("mysql://host/name", create=True, patience=1.0)
        Traceback (most recent call last):
        lengthwise.errors.SpecError: the store 'mysql://host/name' is not supported;
        allowed are sqlite:///FILE and postgresql://USER@HOST/NAME
    """

    def __init__(self, url: str, *, create: bool, patience: float) -> None:
        self._url = location(url)
        self._secrets = [self._url.password or "", *secrets_in(self._url.query)]
        self._patience = patience
        if self.file is not None:
            path, options = self._url.database, self._url.query
            sqlite_file.require_file(path, options, create=create)
        self._engine = _engine(self._url, patience, str(self))

    def __str__(self) -> str:
        url = self._url.set(drivername="postgresql")
        return self.file or without_secrets(url.render_as_string(hide_password=False))

    @property
    def file(self) -> str | None:
        """The file of the database, if it is one."""
        if self._url.get_backend_name() != "sqlite":
            return None
        return (self._url.database or "").removeprefix("file:")

    @property
    def kind(self) -> str:
        """The name and version of the database."""
        with self.reading() as connection:
            version = connection.dialect.server_version_info or ()
        name = "SQLite" if self.file is not None else "PostgreSQL"
        return f"{name} {'.'.join(map(str, version))}"

    def identity(self) -> str:
        """Returns an identifier of a server database, independent of its address."""
        name = sa.func.current_database()
        control = sa.func.pg_control_system().table_valued("system_identifier")
        ((database, system),), _ = self.rows(
            sa.select(name, control.c.system_identifier)
        )
        return f"{database}-{system}"

    def insert(self, table: sa.Table) -> Any:  # noqa: ANN401 - one of two dialects
        """Returns an insert statement that can handle existing rows."""
        return INSERT[self._engine.dialect.name](table)

    def close(self) -> None:
        """Releases the connections."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Opens a read-only transaction on a consistent snapshot."""
        with (
            self._explained(),
            self._engine.connect() as connection,
            self._in_time(connection),
        ):
            yield connection.execution_options(reads=True)

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Opens a transaction that is durable when it ends, or is rolled back."""
        with (
            self._explained(),
            self._engine.connect() as connection,
            self._in_time(connection),
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def migrating(self) -> Iterator[sa.Connection]:
        """Opens a transaction that may rename tables, where SQLite runs its own SQL."""
        with self.writing() as connection:
            if self.file is None:
                yield connection
                return
            with foreign_files.trusting(_raw(connection)):
                yield connection

    def compact(self) -> None:
        """Frees the space of removed rows; servers do that automatically."""
        if self.file is None:
            return
        options = self._engine.execution_options(reads=True, plain=True)
        with (
            self._explained(),
            options.connect() as connection,
            self._in_time(connection),
            foreign_files.trusting(_raw(connection)),
        ):
            connection.exec_driver_sql("VACUUM")

    def rows(
        self, query: sa.Executable, most: float | None = None
    ) -> tuple[list[Any], bool]:
        """Reads rows up to `most` bytes; also returns whether these were all.

        Default: `MOST` bytes.
        """
        limit = MOST if most is None else most

        def read() -> tuple[list[Any], bool]:
            rows, size = [], 0
            with self.reading() as connection:
                for row in connection.execute(query):
                    rows.append(row)
                    size += sum(len(v) for v in row if isinstance(v, str | bytes))
                    if size > limit:
                        return rows, False
            return rows, True

        return self.with_retries(read)

    def with_retries(self, work: Callable[[], T]) -> T:
        """Does some work, and repeats it if a server was lost and came back.

        Args:
            work: The work, which must be repeatable: an unacknowledged transaction may
                have been committed.

        Raises:
            LostError: The server did not come back within the patience of this
                database.
        """
        end = time.monotonic() + self._patience
        pause = FIRST_PAUSE
        while True:
            try:
                return work()
            except postgres.LostError as error:
                left = end - time.monotonic()
                if left <= 0:
                    raise
                if pause == FIRST_PAUSE:
                    LOG.warning("%s; retrying for %.0f s", error.briefly, left)
                time.sleep(min(pause, left))
                pause = min(2 * pause, LAST_PAUSE)

    def _in_time(self, connection: sa.Connection) -> AbstractContextManager[None]:
        if self.file is None:
            return nullcontext()
        return foreign_files.deadline(_raw(connection), self.file, self._patience)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Converts database errors to our one-line errors."""
        try:
            yield
        except sa.exc.DBAPIError as error:
            raise self._explanation(error.orig) from None
        except sqlite3.Error as error:  # from copying, which SQLite does itself
            raise self._explanation(error) from None
        except UnicodeError:  # in a key, or in an error that names one
            raise FormatError(
                f"{self} is damaged (invalid text); restore a copy"
            ) from None

    def _explanation(self, error: BaseException | None) -> LengthwiseError:
        text = printable(str(error).strip().partition("\n")[0])
        text = without_secrets(" ".join(text.split()), self._secrets)
        waited = {"patience": self._patience}
        if self.file is None:
            state = getattr(error, "sqlstate", None)
            return postgres.explanation(str(self), state, text, **waited)
        name = getattr(error, "sqlite_errorname", None) or "no error of SQLite"
        return sqlite_file.explanation(str(self), name, text, **waited)


def _raw(connection: sa.Connection) -> sqlite3.Connection:
    """The driver's connection."""
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _engine(url: sa.URL, patience: float, name: str) -> sa.Engine:
    if url.get_backend_name() != "sqlite":
        return _of_server(url, patience)
    engine = sa.create_engine(url, connect_args={"timeout": patience})
    ours = foreign_files.Guard(name, name, SCHEMAS, VERSIONS.name)

    @sa.event.listens_for(engine, "connect")
    def _connect(connection: Any, _: object) -> None:  # noqa: ANN401 - of a driver
        connection.isolation_level = None  # we issue BEGIN ourselves, below
        connection.text_factory = sqlite_file.text
        foreign_files.protect(connection)
        for name, value in sqlite_file.settings().items():
            connection.execute(f"PRAGMA {name}={value}")

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        options = connection.get_execution_options()
        if not options.get("plain"):
            # A writer takes its lock at once; a later upgrade could fail without
            # waiting.
            reads = options.get("reads")
            connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
        ours.check(_raw(connection), connection.info)

    return engine


def _of_server(url: sa.URL, patience: float) -> sa.Engine:
    ours = {k: v for k, v in postgres.SETTINGS.items() if k not in url.query}
    try:
        # A connection that died while idle is silently replaced.
        engine = sa.create_engine(url, connect_args=ours, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise SpecError(
            f"a store on PostgreSQL needs {error.name}; install the extra 'postgres', "
            "as in pip install 'lengthwise[postgres]'"
        ) from None

    # The driver's log messages would clutter our output.
    logging.getLogger("psycopg").addHandler(logging.NullHandler())

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        if not connection.get_execution_options().get("reads"):
            connection.exec_driver_sql(postgres.begin(patience))

    return engine
