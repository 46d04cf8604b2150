"""The weights in a store: small ones in table rows, large ones in files beside it.

A row without data means that the weights are in the file named by its digest.
"""

import math
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa

from lengthwise.errors import FormatError, SpecError
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.canonical import SHOWN
from lengthwise.experiments.store._database import Database
from lengthwise.experiments.store._weight_files import (
    LARGEST,
    NoWeightsFileError,
    WeightFiles,
    digest_named,
)
from lengthwise.experiments.store.paging import PAGE, pages
from lengthwise.experiments.store.sql_tables import WEIGHTS, raw
from lengthwise.files import is_digest

VARIABLE = "LENGTHWISE_WEIGHTS"
"""Environment variable with the folder for large weights of server stores."""

HEAVIEST = 1_000_000
"""Size limit of weights in a row, if there is a folder for larger ones."""

HEAVIEST_ON_SERVER = 1 << 28
"""Size limit of weights in a row of a server without such a folder."""

IN_FILE = b""
"""The data of a row whose weights are in a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A row of the weights table, for one trial.

    Attributes:
        trial: Key of the trial.
        digest: Digest of the weights, as in the outcome of a record.
        size: Their size in bytes; 0 if their file is missing.
        file: Their file; ``None`` if they are in the row.
        data: The weights, if they are in the row.
    """

    trial: str
    digest: str
    size: int
    file: Path | None
    data: bytes | None = field(default=None, repr=False)

    def plain(self) -> dict[str, str | int | None]:
        """Returns the location of the weights as JSON data."""
        file = None if self.file is None else str(self.file)
        return {"digest": self.digest, "bytes": self.size, "file": file}


class KeptWeights:
    """The weights table of a store and its files.

    Args:
        database: The database.
        patience: Seconds to wait for processes that write or remove files.

    Raises:
        SpecError: The environment variable `VARIABLE` is not a folder.
    """

    def __init__(self, database: Database, patience: float) -> None:
        self._database = database
        self._patience = patience
        self._files: WeightFiles | None = None
        self._root = None if database.file is not None else _root()

    @property
    def files(self) -> WeightFiles | None:
        """Files of large weights: beside the database, or in the folder `VARIABLE`."""
        if self._files is None:
            folder = self._folder()
            if folder is not None:
                self._files = WeightFiles(folder, self._patience)
        return self._files

    def _folder(self) -> Path | None:
        file = self._database.file
        if file is not None:  # beside the file, not beside a link to it
            real = os.path.realpath(file) if Path(file).is_symlink() else file
            return Path(f"{real}.weights")
        if self._root is None:
            return None
        # Databases never share a folder: each would consider the other's files unused.
        return self._root / quote(self._database.identity(), safe="")

    def entries(self, trials: Iterable[str]) -> Iterator[Entry]:
        """Yields the entries of trials, given by their keys.

        Raises:
            SpecError: They are in files whose folder is not given.
        """
        size = sa.func.length(WEIGHTS.c.data)
        light = sa.case((size <= HEAVIEST, raw(WEIGHTS.c.data))).label("data")
        query = sa.select(WEIGHTS.c.trial, raw(WEIGHTS.c.digest), size, light)
        rest = iter(trials)
        while page := list(islice(rest, PAGE)):
            among = query.where(WEIGHTS.c.trial.in_(page))
            rows, _ = self._database.rows(among, math.inf)
            yield from (self._entry(*row) for row in rows)

    def _entry(self, trial: str, digest: str, length: int, data: object) -> Entry:
        if data == IN_FILE and is_digest(digest):
            files = self._existing_files()
            path, length = files.path(digest), files.size(digest)
            return Entry(trial=trial, digest=digest, size=length, file=path)
        kept = data if isinstance(data, bytes) else None
        if kept is None and (data is not None or self._database.file is not None):
            kept = b""  # damaged: weights are never text, and a file has no large rows
        return Entry(trial=trial, digest=digest, size=length or 0, file=None, data=kept)

    def load(self, entry: Entry) -> bytes | None:
        """Returns weights; ``None`` if they were removed concurrently.

        Damage to weights in a row is detected when they are unpacked.

        Raises:
            FormatError: Their file is missing or damaged.
            HostError: It cannot be read.
        """
        if entry.data is not None:
            return entry.data
        if entry.file is None:
            query = sa.select(WEIGHTS.c.data).where(WEIGHTS.c.trial == entry.trial)
            rows, _ = self._database.rows(query, math.inf)
            return rows[0].data if rows else None
        try:
            return self._existing_files().read(entry.digest)
        except FormatError as error:
            removed = isinstance(error, NoWeightsFileError) and self._is_gone(entry)
            if removed:
                return None
            raise FormatError(
                f"{self._database}: the weights of trial {entry.trial[:SHOWN]} cannot "
                f"be used: {error}; restore a copy of it, or remove the entry with "
                "lengthwise store prune --damaged"
            ) from None

    def file_fault(self, digest: str) -> str | None:
        """Returns the damage in a weights file; ``None`` if it is intact.

        Raises:
            SpecError: The folder of the files is not given.
            HostError: It cannot be read.
        """
        try:
            self._existing_files().read(digest)
        except FormatError as error:
            return str(error)
        return None

    def _is_gone(self, entry: Entry) -> bool:
        same = (WEIGHTS.c.trial == entry.trial, WEIGHTS.c.digest == entry.digest)
        query = sa.select(WEIGHTS.c.trial).where(*same)
        return not self._database.rows(query)[0]

    @contextmanager
    def written(self, records: Sequence[Record]) -> Iterator[list[dict[str, Any]]]:
        """Yields the weights rows of records, once their files are on disk.

        Insert the rows before the context ends; until then the files are protected from
        removal.

        Raises:
            FormatError: The weights of a record do not match its digest.
            HostError: A file cannot be written.
        """
        most = HEAVIEST if self.files is not None else HEAVIEST_ON_SERVER
        light = [one for one in records if one.weights and len(one.weights) <= most]
        rows = [_row(one, one.weights) for one in light]
        heavy = self._to_write(records)
        if self.files is None or not heavy:
            yield rows
            return
        with self.files.writing():
            for one in heavy:
                assert one.weights is not None
                self.files.write(one.outcome.digest, one.weights)
            yield rows + [_row(one, IN_FILE) for one in heavy]

    def _to_write(self, records: Sequence[Record]) -> list[Record]:
        """Records with large weights, except trials that already have weights."""
        if self.files is None:
            return []
        heavy = {
            one.key[0]: one
            for one in records
            if one.weights and HEAVIEST < len(one.weights) <= LARGEST
        }
        for known in self.entries(heavy) if heavy else ():
            same = heavy[known.trial].outcome.digest == known.digest
            if known.file is None or not same:
                del heavy[known.trial]
        return list(heavy.values())

    def sizes(self) -> Iterator[dict[str, int]]:
        """Yields the sizes of weights in bytes, by trial key, in pages."""
        size = sa.func.length(WEIGHTS.c.data).label("size")
        in_file = sa.case((_of_file(), raw(WEIGHTS.c.digest))).label("in_file")
        columns = (WEIGHTS.c.trial, size, in_file)
        for page in pages(self._database, (WEIGHTS.c.trial,), columns):
            yield {row.trial: row.size or self.file_size(row.in_file) for row in page}

    def file_size(self, digest: str) -> int:
        """Returns the size of a weights file in bytes; 0 if it is missing."""
        return 0 if self.files is None else self.files.size(digest)

    def in_files(self) -> Iterator[str]:
        """Yields the digests of weights that are in files, according to the rows."""
        columns = (raw(WEIGHTS.c.digest),)
        for page in pages(self._database, (WEIGHTS.c.trial,), columns, _of_file()):
            yield from (row.digest for row in page if is_digest(row.digest))

    def delete(self, *conditions: sa.ColumnElement[bool]) -> None:
        """Deletes rows, and files that no other row uses."""
        files = self.files
        digest = sa.select(raw(WEIGHTS.c.digest)).where(_of_file())
        with nullcontext() if files is None else files.removing():
            with self._database.writing() as connection:
                named = connection.execute(digest.where(*conditions)).scalars()
                gone = {one for one in named if is_digest(one)}
                connection.execute(sa.delete(WEIGHTS).where(*conditions))
                left = digest.where(WEIGHTS.c.digest.in_(gone))
                gone -= set(connection.execute(left).scalars()) if gone else set()
            if files is not None:
                for one in gone:
                    files.path(one).unlink(missing_ok=True)

    def orphans(self) -> Iterator[Path]:
        """Yields files that no row uses, including partial files of killed writers."""
        if self.files is None:
            return
        paths = list(self.files)
        named = set(self.in_files()) if paths else set()
        yield from (path for path in paths if digest_named(path) not in named)

    def remove_orphan(self, path: Path) -> None:
        """Removes a file, unless a row uses it by now."""
        assert self.files is not None
        digest = digest_named(path)
        same = sa.select(WEIGHTS.c.trial).where(_of_file(), WEIGHTS.c.digest == digest)
        with self.files.removing():
            if digest is None or not self._database.rows(same.limit(1))[0]:
                path.unlink(missing_ok=True)

    def _existing_files(self) -> WeightFiles:
        if self.files is None:
            raise SpecError(
                f"{self._database} has weights in files, but their folder is unknown; "
                f"set {VARIABLE} to it"
            )
        return self.files


def _of_file() -> sa.ColumnElement[bool]:
    """Whether weights are in a file; for larger data only the size is compared."""
    return sa.func.length(WEIGHTS.c.data) == len(IN_FILE)


def _row(record: Record, data: bytes | None) -> dict[str, Any]:
    return {"trial": record.key[0], "data": data, "digest": record.outcome.digest}


def _root() -> Path | None:
    """The folder configured for server stores."""
    name = os.environ.get(VARIABLE)
    if not name:
        return None
    folder = Path(name)
    if not folder.is_dir():
        raise SpecError(
            f"{VARIABLE} is {name}, which is not a folder; create it, or mount its disk"
        )
    return folder.absolute()
