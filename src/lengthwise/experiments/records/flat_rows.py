"""Records as flat rows, one per test length, for CSV, Parquet and data frames.

Column names are part of the format: they are never renamed, and new columns are
appended.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from lengthwise.experiments.records.record import Record
from lengthwise.experiments.records.record_fields import (
    COLUMN_FIELDS,
    NUMBERS,
    PARTS,
    column_type,
)
from lengthwise.experiments.spec.canonical import canonical
from lengthwise.experiments.spec.fields import Field
from lengthwise.tasks.outputs import FURTHER, RMS

Value: TypeAlias = str | int | float | bool | None

COLUMNS: dict[str, type] = {
    name: column_type(one.kind) for name, one in COLUMN_FIELDS.items()
}
"""Types of the columns by name; values that do not apply are missing."""


def flat(record: Record) -> Iterator[dict[str, Value]]:
    """Yields a row per test length of `record`, with the columns of `COLUMNS`.

    Examples:
        >>> from lengthwise.experiments.records.flat_rows import COLUMNS
        >>> list(COLUMNS)[:4], COLUMNS["train_length"]
        (['trial', 'evaluation', 'task', 'omega'], <class 'int'>)
    """
    trial, outcome = record.trial, record.outcome
    parts = {
        "task": trial.task,
        "trial": trial,
        "model": trial.model,
        "recipe": trial.recipe,
        "evaluation": record.evaluation,
        "outcome": outcome,
        "circumstances": record.circumstances,
    }
    row: dict[str, Any] = {
        one.column: _cell(one, getattr(value, one.name, None), COLUMNS[one.column])
        for part, value in parts.items()
        for one in PARTS[part]
        if one.column
    }
    numbers = trial.numbers
    row |= {name: numbers.get(name) for name in NUMBERS}
    row |= {"numbers": canonical(numbers)}
    row |= {"trial": trial.key, "evaluation": record.evaluation.key}
    errors, squared = outcome.errors, outcome.metric == RMS.name
    for length, loss in outcome.losses.items():
        row["test_length"] = length
        row["mean_squared"] = loss.mean if squared else None
        row["root_mean_square"] = errors[length] if squared else None
        row["mean"] = loss.mean
        row["error"] = errors[length]
        row["standard_error"] = loss.standard_error
        row["words"] = loss.words
        for name, metric in FURTHER.items():
            score = outcome.further.get(name, {}).get(length)
            row[metric.column] = None if score is None else score.mean
        yield {name: row[name] for name in COLUMNS}


def rows(records: Iterable[Record]) -> Iterator[dict[str, Value]]:
    """Yields the rows of many records."""
    for record in records:
        yield from flat(record)


def _cell(described: Field, value: Any, kind: type) -> Value:  # noqa: ANN401
    """A value for a column of this type; in text columns, other types become JSON."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float) and kind is not str:
        return value
    simple = isinstance(value, int | float)
    return canonical(value if simple else described.plain(value))
