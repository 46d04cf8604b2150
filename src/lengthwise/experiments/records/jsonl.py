"""Records in a text file, plain or compressed, one per line, which stores can import.

`Lines` also serves as a store on a computer without a database.
"""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any

from lengthwise.errors import FormatError
from lengthwise.experiments.records.line_files import append, cut, open_lines
from lengthwise.experiments.records.record import Record, read_record
from lengthwise.jsontext import json_value

LARGEST = 1 << 24
"""Length limit of a record's line, in bytes."""


def read_lines(path: str | Path) -> Iterator[Record]:
    """Yields the records of the file `path`.

    Raises:
        FormatError: A line is not a record; the message names it.
    """
    with open_lines(path) as file:
        yield from records_in(file, str(path))


def records_in(file: IO[bytes], name: str) -> Iterator[Record]:
    """Yields the records of an open file.

    Args:
        file: The file, read once and in order, so that it may be a pipe.
        name: Its name in errors.

    Raises:
        FormatError: A line is not a record; the message names it.
    """
    make = _reader()
    lines = iter(partial(file.readline, LARGEST + 1), b"")
    for number, line in enumerate(lines, 1):
        if len(line) > LARGEST:
            raise FormatError(f"{name}, line {number}: too long for a record")
        if line.strip():
            try:
                yield make(line)
            except FormatError as error:
                raise FormatError(f"{name}, line {number}: {error}") from None


def _reader() -> Callable[[bytes], Record]:
    """The parser of a record line; it falls back to one without msgspec.

    Both build a `Record`, whose parts reject contradictions.
    """
    try:
        from lengthwise.experiments.spec.schema import record_of
    except ModuleNotFoundError:
        return _plain
    return record_of


def _plain(line: bytes) -> Record:
    try:
        return read_record(json_value(line, what="a record"))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise FormatError(f"not a record: {error}") from None


@contextmanager
def checked(file: IO[bytes], name: str) -> Iterator[Iterator[Record]]:
    """Yields the records of an open file after checking all of them.

    The file is read once, so that it may be a pipe. Its content is kept in an unnamed
    temporary file, with at most one line in memory.

    Args:
        file: The file.
        name: Its name in errors.

    Raises:
        FormatError: A line is not a record; the message names it.
    """
    with tempfile.TemporaryFile(prefix="lengthwise-") as spool:
        for record in records_in(file, name):
            spool.write(record.line().encode() + b"\n")
        spool.seek(0)
        yield records_in(spool, name)


class Lines:
    """A store in a text file, for a single process, without weights and progress.

    Args:
        path: The file; it is compressed if its name ends in ``.gz``. Its records are
            known; what a crash left at its end is removed.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     len(Lines(Path(folder) / "simple.jsonl"))
        0
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        cut(self.path)
        records = read_lines(self.path) if self.path.exists() else ()
        self._keys = {record.key for record in records}

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[Record]:
        return read_lines(self.path) if self._keys else iter(())

    def known(self, trials: Iterable[str], evaluation: str) -> set[str]:
        """Returns the keys of those `trials` that have a record for the evaluation."""
        return {trial for trial in trials if (trial, evaluation) in self._keys}

    def trained(self, trials: Iterable[str]) -> set[str]:
        """Returns nothing: weights are not stored."""
        del trials
        return set()

    def nets(self, trials: Iterable[str]) -> list[Record]:
        """Returns nothing: weights are not stored."""
        del trials
        return []

    def add_all(self, records: Iterable[Record]) -> list[Record]:
        """Appends records; returns the new ones."""
        new: dict[tuple[str, str], Record] = {}
        for one in records:
            if one.key not in self._keys:
                new.setdefault(one.key, one)
        if new:
            append(self.path, (record.line() for record in new.values()))
            self._keys.update(new)
        return list(new.values())

    def report(self, run: str, progress: dict[str, Any]) -> None:
        """Does nothing: progress is not stored."""
