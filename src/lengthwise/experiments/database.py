"""The database below the store: tables, URL, connections, errors in one line."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from lengthwise.errors import MachineError, SpecError
from lengthwise.experiments import embedded

TABLES = sa.MetaData()
VERSIONS = sa.Table("lengthwise", TABLES, sa.Column("version", sa.Integer))
RECORDS = sa.Table(
    "records",
    TABLES,
    sa.Column("trial", sa.String(64), primary_key=True),
    sa.Column("evaluation", sa.String(64), primary_key=True),
    sa.Column("line", sa.Text, nullable=False),
)
WEIGHTS = sa.Table(
    "weights",
    TABLES,
    sa.Column("trial", sa.String(64), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
PROGRESS = sa.Table(
    "progress",
    TABLES,
    sa.Column("run", sa.String(64), primary_key=True),
    sa.Column("line", sa.Text, nullable=False),
)

INSERT: Mapping[str, Callable[[sa.Table], Any]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
"""How each database says "insert, unless it is there"."""


class Database:
    """Connections to a database by URL.

    Args:
        url: ``sqlite:///file.db`` or ``postgresql://user@host/name``.
        create: Whether a file that is not there is made.
        patience: Seconds to wait while another process writes.

    Raises:
        SpecError: The URL names nothing that can be a store.

    Examples:
        >>> Database("mysql://host/name", create=True, patience=1.0)
        Traceback (most recent call last):
        lengthwise.errors.SpecError: the store 'mysql://host/name' is no database of
        ours; allowed are sqlite and postgresql
    """

    def __init__(self, url: str, *, create: bool, patience: float) -> None:
        self._url = _url(url)
        self._patience = patience
        if self._url.get_backend_name() == "sqlite":
            embedded.require_file(self._url.database, create=create)
        self._engine = _engine(self._url, patience)

    def __str__(self) -> str:
        return self.file or self._url.render_as_string(hide_password=True)

    @property
    def file(self) -> str | None:
        """The file of the database, where it is one."""
        on_disk = self._url.get_backend_name() == "sqlite"
        return self._url.database if on_disk else None

    def insert(self, table: sa.Table) -> Any:  # noqa: ANN401 - one of two dialects
        """Returns an insert statement that knows what to do with what is there."""
        return INSERT[self._engine.dialect.name](table)

    def close(self) -> None:
        """Gives back the connections."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Opens a transaction that sees one state of the database and changes none."""
        with self._explained(), self._engine.connect() as connection:
            yield connection.execution_options(reads=True)

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Opens a transaction that is on disk when it ends, or leaves no trace."""
        with self._explained(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Makes an error of the database one line of ours."""
        try:
            yield
        except sa.exc.DBAPIError as error:
            text = str(error.orig).strip().partition("\n")[0]
            name = getattr(error.orig, "sqlite_errorname", None)
            if name is None:
                raise MachineError(f"{self} cannot be used: {text}") from None
            raise embedded.explanation(
                str(self), name, text, patience=self._patience
            ) from None


def _url(text: str) -> sa.URL:
    try:
        url = sa.make_url(text)
    except (sa.exc.ArgumentError, ValueError):
        raise SpecError(
            f"the store {text!r} is no URL; write one as sqlite:///lengthwise.db"
        ) from None
    if url.get_backend_name() not in INSERT:
        raise SpecError(
            f"the store {text!r} is no database of ours; allowed are "
            f"{' and '.join(INSERT)}"
        )
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    return url


def _engine(url: sa.URL, patience: float) -> sa.Engine:
    if url.get_backend_name() != "sqlite":
        try:
            return sa.create_engine(url)
        except ModuleNotFoundError as error:
            raise SpecError(
                f"this store needs {error.name}; install the extra 'postgres'"
            ) from None
    engine = sa.create_engine(url, connect_args={"timeout": patience})

    @sa.event.listens_for(engine, "connect")
    def _connect(connection: Any, _: object) -> None:  # noqa: ANN401 - of a driver
        connection.isolation_level = None  # we say BEGIN ourselves, below
        for name, value in embedded.settings().items():
            connection.execute(f"PRAGMA {name}={value}")

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        # A writer takes its lock at once: to take it later can fail without waiting.
        reads = connection.get_execution_options().get("reads")
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine
