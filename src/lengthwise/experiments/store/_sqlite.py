"""SQLite: its file, its settings, its errors.

Before version 3.51.3, SQLite can damage a database in write-ahead mode when the log is
reset during a read, so the rollback journal is used instead.
"""

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from itertools import count
from pathlib import Path

from lengthwise.errors import FormatError, HostError, LengthwiseError, SpecError

SOUND_LOG = (3, 51, 3)
"""The first version whose write-ahead log can be trusted."""

HEADER = b"SQLite format 3\0"
"""The first bytes of every database."""

JOURNAL = bytes.fromhex("d9d505f920a163d7")
"""First bytes of a journal, and last bytes of one that names a super-journal."""

DAMAGE = (
    *("SQLITE_CORRUPT", "SQLITE_CONSTRAINT", "SQLITE_ERROR", "SQLITE_FORMAT"),
    "SQLITE_TOOBIG",
)
"""Errors that never occur with an intact file, since all our statements fit it."""


READ_ONLY = {"mode": "ro", "uri": "true"}
"""The options allowed in a URL whose file is written as ``file:PATH``."""


class NoStoreError(SpecError):
    """No store where one was expected."""


def settings(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> dict[str, str]:
    """Returns the pragmas of a connection, by name.

    With the rollback journal, a commit ends when the journal is removed, so the folder
    is synced too.

    Examples:
        >>> settings((3, 40, 1))
        {'journal_mode': 'DELETE', 'synchronous': 'EXTRA'}
        >>> settings((3, 52, 0))
        {'journal_mode': 'WAL', 'synchronous': 'FULL'}
    """
    if version < SOUND_LOG:
        return {"journal_mode": "DELETE", "synchronous": "EXTRA"}
    return {"journal_mode": "WAL", "synchronous": "FULL"}


def text(data: bytes) -> str:
    r"""Returns decoded text of the database; invalid bytes become other characters.

    Examples:
        >>> text("é".encode()), len(text(b"a\xff"))
        ('é', 2)
    """
    return data.decode("utf-8", "surrogateescape")


def require_file(
    path: str | None, options: Mapping[str, object], *, create: bool
) -> None:
    """Raises a `SpecError` if `path` cannot be the file of a store.

    Raises:
        FormatError: The file is not a database.
        OSError: The file cannot be read.

    Examples:
        >>> require_file("/nowhere/s.db", {}, create=True)
        Traceback (most recent call last):
        lengthwise.errors.SpecError: the store /nowhere/s.db would be in a folder that
        does not exist; create it, or choose another store with --store
    """
    if not path or path == ":memory:":
        raise SpecError(
            "the store is in memory and would be lost with the process; give a file, "
            "as in sqlite:///lengthwise.db"
        )
    uri = path.startswith("file:")
    if dict(options) != (READ_ONLY if uri else {}) or "\0" in path:
        raise SpecError(
            f"the store {path!r} has unknown options or characters; write "
            "sqlite:///PATH, or sqlite:///file:PATH?mode=ro&uri=true to only read"
        )
    if uri:
        return
    file = Path(path)
    if file.is_dir():
        raise SpecError(f"the store {path} is a folder; give a file in it with --store")
    if file.exists() and not file.is_file():
        raise SpecError(
            f"the store {path} is a device, a FIFO or a socket; give a file with "
            "--store"
        )
    if not create and not (file.exists() and file.stat().st_size):
        raise NoStoreError(f"there is no store {path}; choose another with --store")
    if not file.absolute().parent.is_dir():
        raise SpecError(
            f"the store {path} would be in a folder that does not exist; create it, or "
            "choose another store with --store"
        )
    if file.is_file() and file.stat().st_size and not _may_be_database(file):
        raise FormatError(
            f"{path} is not a database; choose another store with --store"
        )
    if _names_another_file(Path(f"{os.path.realpath(file)}-journal")):
        raise FormatError(
            f"the journal of {path} names another file, which SQLite would delete; "
            "the journal is not ours: remove it, or choose another store with --store"
        )


def _names_another_file(journal: Path) -> bool:
    """Whether a journal names a super-journal, which ours never do.

    SQLite would delete the file of that name when it rolls the journal back.
    """
    try:
        with journal.open("rb") as opened:
            opened.seek(-len(JOURNAL), os.SEEK_END)
            return opened.read() == JOURNAL
    except OSError:  # missing or too short
        return False


def _may_be_database(file: Path) -> bool:
    """Whether SQLite may open it, since it treats a few bytes as an empty database."""
    with file.open("rb") as opened:
        begins = opened.read(len(HEADER)) == HEADER
    return begins or Path(f"{file}-journal").exists()  # it is being created


def back_up(file: str, version: int) -> str:
    """Copies a database, even while it is read; returns the name of the copy.

    The copy is written atomically and replaces no other copy.
    """
    plain = f"{file}.version-{version}"
    names = (f"{plain}.{again}" if again else plain for again in count())
    target = next(name for name in names if not Path(name).exists())
    aside = Path(f"{target}.part")
    aside.unlink(missing_ok=True)
    try:
        os.close(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with (
            closing(sqlite3.connect(file)) as source,
            closing(sqlite3.connect(aside)) as copy,
        ):
            source.backup(copy)
        aside.chmod(Path(file).stat().st_mode & 0o777)
        with aside.open("rb") as written:
            os.fsync(written.fileno())
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)
    return target


def explanation(
    store: str, name: str, text: str, *, patience: float
) -> LengthwiseError:
    """Returns an SQLite error as one of ours.

    Args:
        store: The name of the store.
        name: Name of SQLite's error, such as ``SQLITE_BUSY``.
        text: Its message.
        patience: Seconds spent waiting for a lock.

    Examples:
        >>> explanation("s.db", "SQLITE_FULL", "database or disk is full", patience=1)
        HostError('s.db: the disk is full; free some space and run the command again')
    """
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return HostError(
            f"{store} is locked by another process and was not freed within "
            f"{patience:g} s; run the command again"
        )
    if name.startswith("SQLITE_READONLY"):
        return HostError(f"{store} cannot be written: it is read-only")
    if name.startswith("SQLITE_FULL"):
        return HostError(
            f"{store}: the disk is full; free some space and run the command again"
        )
    if name == "SQLITE_INTERRUPT":
        return FormatError(
            f"{store} is damaged (reading it takes longer than its size explains); "
            "restore a copy"
        )
    if name == "SQLITE_AUTH":
        return FormatError(
            f"{store} is not a store of Lengthwise: it contains its own SQL"
        )
    if name == "SQLITE_NOTADB":
        return FormatError(
            f"{store} is not a database; choose another store with --store"
        )
    if name.startswith(DAMAGE):
        return FormatError(f"{store} is damaged ({text}); restore a copy")
    return HostError(f"{store} cannot be used: {text}")
