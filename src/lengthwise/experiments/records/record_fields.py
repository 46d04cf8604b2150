"""Every field of a record by part, and every column of a table.

`lengthwise.experiments.spec.fields` describes the fields of one dataclass. This module
lists the dataclasses that make up a record, and the further columns of tables.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from lengthwise.experiments.records.outcome import Outcome
from lengthwise.experiments.records.record import Circumstances
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.fields import (
    DIGEST,
    Field,
    Rules,
    alternatives,
    fields_of,
)
from lengthwise.experiments.spec.settings import MODELS, RECIPE
from lengthwise.tasks.outputs import FURTHER
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.evaluating.score import Score
from lengthwise.training.lane import Lane


def _with(described: tuple[Field, ...], **rules: Rules) -> tuple[Field, ...]:
    """Fields of a dataclass of another package, with rules."""
    return tuple(
        replace(one, rules=rules.get(one.name, one.rules)) for one in described
    )


def _united(kinds: Iterable[tuple[Field, ...]]) -> tuple[Field, ...]:
    """The fields of all kinds of models, the first for each name."""
    by_name: dict[str, Field] = {}
    for one in (one for fields in kinds for one in fields):
        by_name.setdefault(one.name, one)
    return tuple(by_name.values())


KEYS = tuple(
    Field(
        name=name,
        kind=str,
        meaning=f"Key of the {name}: SHA-256 of its canonical JSON.",
        rules=Rules(pattern=DIGEST),
    )
    for name in ("trial", "evaluation")
)
TASK = _with(
    fields_of(TaskName),
    name=Rules(column="task"),
    origin=Rules(pattern=DIGEST, since=2),
)
TRIAL = _with(
    fields_of(Lane, but=("numbers", "setting", "by_lane")),
    train_length=Rules(least=1),
    seed=Rules(least=0),
)

_LOSS = Rules(least=0, measured=True)
LOSSES = (
    Field(
        name="mean",
        kind=float,
        default=None,
        meaning="Mean penalty over the inputs, for every metric except ``rms``.",
        rules=replace(_LOSS, since=2),
    ),
    Field(
        name="mean_squared",
        kind=float,
        default=None,
        meaning="Mean squared error; only for the metric ``rms``.",
        rules=_LOSS,
    ),
    Field(
        name="root_mean_square",
        kind=float,
        default=None,
        meaning="Its root; only for the metric ``rms``.",
        rules=_LOSS,
    ),
    *_with(fields_of(Score, but=("mean",)), standard_error=_LOSS, words=Rules(least=1)),
)
"""The loss at a test length, as stored."""

FURTHER_SCORE = _with(
    fields_of(Score), mean=_LOSS, standard_error=_LOSS, words=Rules(least=1)
)
"""The score of a further metric at a test length, as stored."""

PARTS: Mapping[str, tuple[Field, ...]] = {
    "keys": KEYS,
    "task": TASK,
    "trial": TRIAL,
    "model": _united(MODELS.values()),
    "recipe": RECIPE,
    "evaluation": fields_of(Evaluation),
    "outcome": fields_of(Outcome),
    "losses": LOSSES,
    "circumstances": fields_of(Circumstances),
}
"""The fields of a record by part."""

NUMBERS = {"omega": float, "p": int, "k": int, "S": int}
"""Task parameters with separate columns, and the types of these columns.

All parameters of a task are also in the column ``numbers``.
"""

TABLE = (
    *(
        Field(name=name, kind=kind, meaning=f"Parameter ``{name}`` of the task.")
        for name, kind in NUMBERS.items()
    ),
    Field(
        name="test_length", kind=int, meaning="The test length of this row of a table."
    ),
    Field(
        name="error",
        kind=float,
        meaning="The metric at the test length; less is better.",
    ),
    *(
        Field(name=metric.column, kind=float, meaning=metric.meaning)
        for metric in FURTHER.values()
    ),
)
"""Further columns of tables, besides the fields of a record."""

FIRST_COLUMNS = """
    trial evaluation task omega p k S train_length seed delta heads lags width units
    scaling form batch rate hidden_rate threshold max_steps evaluation_seed test_length
    mean_squared root_mean_square standard_error words steps converged diverged
    train_loss train_loss_recent digest started seconds host attempt device fingerprint
    stop randomness numbers origin metric mean error symbols outputs evaluation_words
    evaluation_standard_error prediction
"""
"""The first columns in order; columns of later fields follow."""


def _column_fields() -> dict[str, Field]:
    parts = [*PARTS.values(), TABLE]
    by_column = {one.column: one for part in parts for one in part if one.column}
    return {name: by_column[name] for name in (*FIRST_COLUMNS.split(), *by_column)}


COLUMN_FIELDS: Mapping[str, Field] = _column_fields()
"""The field of each column of a table, in the order of the columns."""


def column_type(kind: Any) -> type:  # noqa: ANN401 - a type
    """Returns the column type of a field; lists and mappings are JSON text.

    Examples:
        >>> column_type(int | None), column_type(tuple[int, ...])
        (<class 'int'>, <class 'str'>)
    """
    first = alternatives(kind)[0]
    return first if first in (int, float, bool) else str
