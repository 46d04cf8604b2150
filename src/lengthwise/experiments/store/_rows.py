"""Rows of the table of records: what is written, and what is read again."""

from typing import Any

from lengthwise.errors import FormatError
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.schema import record_of
from lengthwise.experiments.store._digests import line_digest
from lengthwise.printable import printable


def row_of(record: Record) -> dict[str, str]:
    """Returns a record as a row, by column."""
    trial, evaluation = record.key
    line = record.line()
    digest = line_digest(line)
    return {"trial": trial, "evaluation": evaluation, "line": line, "digest": digest}


def record_in(row: Any, store: str) -> Record:  # noqa: ANN401 - a row of a database
    """Returns the record in a row of the store that is called `store`.

    Raises:
        FormatError: The row is damaged; the message names it.
    """
    try:
        return sound(row)
    except FormatError as error:
        key = printable(row.trial)
        raise FormatError(
            f"{store}: record {key} is damaged: {error}; remove it with lengthwise "
            "store prune --damaged"
        ) from None


def sound(row: Any) -> Record:  # noqa: ANN401 - a row of a database
    """Returns the record in a row.

    Raises:
        FormatError: The row is damaged; the message says how.
    """
    if line_digest(row.line) != row.digest:
        raise FormatError("it is not what was written")
    record = record_of(row.line)
    if record.key != (row.trial, row.evaluation):
        raise FormatError("it has another key")
    return record
