"""``lengthwise store import``, ``export`` and ``merge``: records in and out."""

import io
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, Annotated, Any, cast

from cyclopts import Parameter

from lengthwise.cli.printing import print_json, print_source, print_text
from lengthwise.errors import FormatError, SpecError
from lengthwise.experiments.records.exporting import FORMATS, export, form_of
from lengthwise.experiments.records.jsonl import checked
from lengthwise.experiments.records.line_files import open_lines
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.store.merging import Added, add, merge
from lengthwise.experiments.store.store import Store
from lengthwise.files import read_file
from lengthwise.sealed_arrays import array_digest, arrays_in

File = Annotated[str, Parameter(allow_leading_hyphen=True)]

LARGEST = 1 << 30
"""Size limit of weights read from a file, in bytes."""

SHOWN = 10
"""Number of differing records listed; --json lists all."""


def import_(
    file: File,
    /,
    *,
    weights: str | None = None,
    store: str | None = None,
    json: bool = False,
) -> int:
    """Add the records of a file to a store; stored records are not changed.

    The file is read once, and nothing is added unless every line is a record. The exit
    code is 1 if the store has a different outcome for one of them.

    Args:
        file: A file with one record per line, as written by export to .jsonl or
            .jsonl.gz; - is standard input.
        weights: A folder with the weights of the records, in files named by their
            digests, as lengthwise.jobs.train_grids writes them.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        json: Print JSON.
    """
    if weights is not None and not Path(weights).is_dir():
        raise SpecError(f"{weights} is not a folder; give the folder with the weights")
    if Path(file).suffix.lower() in {".csv", ".parquet"}:
        raise SpecError(
            f"{file} is a table of losses, not of records; import a .jsonl file"
        )
    with (
        _target(file) as source,
        checked(source, file) as records,
        Store(store) as held,
    ):
        given = records if weights is None else _with_weights(records, Path(weights))
        return _say(add(held, given), held, json=json)


def _with_weights(records: Iterable[Record], folder: Path) -> Iterator[Record]:
    """Records with their weights from a folder."""
    for record in records:
        path = folder / f"{record.outcome.digest}.safetensors"
        if path.exists():
            data = read_file(path, limit=LARGEST, what="weights")
            if array_digest(arrays_in(data)) != record.outcome.digest:
                raise FormatError(f"{path} is damaged: its weights have another digest")
            yield record.with_weights(data)
        else:
            yield record


def export_(
    file: File,
    /,
    *,
    format: str | None = None,
    store: str | None = None,
    json: bool = False,
) -> None:
    """Write the records of a store to a file, in the order of their keys.

    JSON lines contain whole records, without weights, and can be imported. CSV and
    Parquet have one row per record and test length.

    Args:
        file: The file, ending in .jsonl, .jsonl.gz, .csv or .parquet; - is standard
            output.
        format: jsonl, jsonl.gz, csv or parquet. Default: by the file extension.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        json: Print JSON.
    """
    form = form_of(file, format)
    with Store(store, create=False) as held:
        if file == "-":
            FORMATS[form](_output(form), held)
            sys.stdout.buffer.flush()
            return
        written = export(file, held, form)
    text = f"{written} records were written to {file}"
    if json:
        print_json({"written": written, "file": file})
    else:
        print_text(text)


def merge_(other: str, /, *, store: str | None = None, json: bool = False) -> int:
    """Add the records and weights of another store; stored records are not changed.

    The exit code is 1 if this store has a different outcome for one of them.
    Example: lengthwise store merge sqlite:///laptop.db

    Args:
        other: URL of the other store, which is only read.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        json: Print JSON.
    """
    with Store(other, create=False) as source, Store(store) as held:
        return _say(merge(held, source), held, json=json)


class _Terminal(io.RawIOBase):
    """A byte stream to a terminal, without control characters."""

    def write(self, data: Any) -> int:  # noqa: ANN401 - any buffer of bytes
        print_source(bytes(data).decode())
        return len(data)


def _output(form: str) -> IO[bytes]:
    """Standard output for records in a format."""
    if not sys.stdout.isatty():
        return sys.stdout.buffer
    if form in {"parquet", "jsonl.gz"}:
        raise SpecError(
            f"a {form} file is not text for a terminal; give a file, or redirect "
            "standard output"
        )
    return cast("IO[bytes]", _Terminal())


def _target(file: str) -> AbstractContextManager[IO[bytes]]:
    if file != "-":
        return open_lines(file)
    if sys.stdin is None:
        raise SpecError("standard input is closed; give a file name")
    return nullcontext(sys.stdin.buffer)


def _say(added: Added, store: Store, *, json: bool) -> int:
    data: dict[str, Any] = {"read": added.read, "new": added.new, "store": str(store)}
    if json:
        different = [{"trial": a, "evaluation": b} for a, b in added.different]
        print_json(data | {"different": different})
    else:
        print_text(
            f"{added.read} records were read, {added.new} of them are new in {store}"
        )
        for trial, evaluation in added.different[:SHOWN]:
            print_text(
                f"a different outcome is already stored for {trial} (evaluation "
                f"{evaluation[:12]})"
            )
        if len(added.different) > SHOWN:
            print_text(
                f"and for {len(added.different) - SHOWN} more; see them with --json"
            )
    return 1 if added.different else 0
