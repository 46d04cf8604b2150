"""Exports records as JSON lines, CSV, Parquet (written atomically) or data frames."""

import csv
import gzip
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.records.flat_rows import COLUMNS, Value, rows
from lengthwise.experiments.records.record import Record
from lengthwise.files import replacing
from lengthwise.printable import disarmed, printable

if TYPE_CHECKING:
    import pandas

BATCH = 8192
"""Rows per write to a Parquet file."""


def export(path: str | Path, records: Iterable[Record], form: str | None = None) -> int:
    """Writes records to a file and returns their number.

    Args:
        path: The file; an existing one is replaced once everything is written.
        records: The records, which are streamed.
        form: ``jsonl``, ``jsonl.gz``, ``csv`` or ``parquet``. Default: by the file
            extension.

    Raises:
        SpecError: The file extension is unknown, or a library is missing.
        UnknownNameError: There is no such format.
    """
    write = FORMATS[form_of(path, form)]
    counted = _Counted(records)
    with replacing(path) as file:
        write(file, counted)
    return counted.number


def form_of(path: str | Path, form: str | None = None) -> str:
    """Returns the name of the format of a file.

    Examples:
        >>> form_of("all.csv"), form_of("-"), form_of("all.jsonl.gz")
        ('csv', 'jsonl', 'jsonl.gz')
        >>> form_of("all.txt", "jsonl")
        'jsonl'
        >>> form_of("all.xls")
        Traceback (most recent call last):
        lengthwise.errors.SpecError: all.xls has no known extension; use .jsonl,
        .jsonl.gz, .csv or .parquet, or give --format
    """
    if form is not None:
        if form not in FORMATS:
            raise UnknownNameError("format", form, FORMATS)
        return form
    if str(path) == "-":
        return "jsonl"
    name = Path(path).name.lower()
    for ending in FORMATS:
        if name.endswith(f".{ending}"):
            return ending
    raise SpecError(
        f"{path} has no known extension; use .jsonl, .jsonl.gz, .csv or "
        ".parquet, or give --format"
    )


def write_lines(file: IO[bytes], records: Iterable[Record]) -> None:
    """Writes one record per line, in canonical JSON."""
    for record in records:
        file.write(record.line().encode() + b"\n")


def write_compressed_lines(file: IO[bytes], records: Iterable[Record]) -> None:
    """Writes what `write_lines` writes, compressed with gzip."""
    with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as lines:
        write_lines(cast("IO[bytes]", lines), records)


def write_csv(file: IO[bytes], records: Iterable[Record]) -> None:
    """Writes a line per test length; fields that do not apply are empty.

    Text that a spreadsheet would read as a formula is prefixed with an apostrophe, and
    unprintable characters are escaped; numbers are unchanged.
    """
    line = _Line()
    writer = csv.DictWriter(line, COLUMNS, lineterminator="\n")
    writer.writeheader()
    file.write(line.taken())
    for row in rows(records):
        writer.writerow({name: _cell(value) for name, value in row.items()})
        file.write(line.taken())


def write_parquet(file: IO[bytes], records: Iterable[Record]) -> None:
    """Writes a typed row per test length.

    Raises:
        SpecError: pyarrow is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise SpecError(
            f"a Parquet file needs {error.name}; install the extra 'export', as in "
            "pip install 'lengthwise[export]', or write .csv"
        ) from None
    types = {
        str: pyarrow.string(),
        int: pyarrow.int64(),
        float: pyarrow.float64(),
        bool: pyarrow.bool_(),
    }
    fields = [(name, types[kind]) for name, kind in COLUMNS.items()]
    schema = pyarrow.schema(fields)
    flat_rows = rows(records)
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while batch := list(islice(flat_rows, BATCH)):
            writer.write_table(pyarrow.Table.from_pylist(batch, schema=schema))


def data_frame(records: Iterable[Record]) -> "pandas.DataFrame":
    """Returns a pandas data frame with a row per record and test length.

    The columns are those of a CSV file and one for each further task parameter; values
    that do not apply are missing.

    Raises:
        SpecError: pandas is not installed.
    """
    try:
        import pandas
    except ModuleNotFoundError as error:
        raise SpecError(
            f"a data frame needs {error.name}; install the extra 'export', as in "
            "pip install 'lengthwise[export]'"
        ) from None
    held = list(records)
    numbers = [one.trial.numbers for one in held for _ in one.outcome.losses]
    more = {name: type(one[name]) for one in numbers for name in sorted(one)}
    types = COLUMNS | {name: more[name] for name in more if name not in COLUMNS}
    table = [
        dict.fromkeys(types) | given | row
        for row, given in zip(rows(held), numbers, strict=True)
    ]
    return pandas.DataFrame(
        {
            name: pandas.array([row[name] for row in table], dtype=FRAME_TYPES[kind])
            for name, kind in types.items()
        }
    )


FRAME_TYPES = {str: "string", int: "Int64", float: "float64", bool: "boolean"}
"""The names of pandas' nullable column types."""

FORMATS: Mapping[str, Callable[[IO[bytes], Iterable[Record]], None]] = {
    "jsonl": write_lines,
    "jsonl.gz": write_compressed_lines,
    "csv": write_csv,
    "parquet": write_parquet,
}
"""The writers, by format."""


def _cell(value: Value) -> Value:
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return value
    safe = disarmed(value)
    return printable(safe, longest=len(safe))


class _Line:
    """A file object for the CSV writer."""

    def __init__(self) -> None:
        self._text = ""

    def write(self, text: str) -> None:
        self._text += text

    def taken(self) -> bytes:
        text, self._text = self._text, ""
        return text.encode()


class _Counted:
    """Counts records as they are consumed."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._records = records
        self.number = 0

    def __iter__(self) -> Iterator[Record]:
        for record in self._records:
            self.number += 1
            yield record
