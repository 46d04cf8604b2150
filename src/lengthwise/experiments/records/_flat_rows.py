"""Records as flat rows, one for each test length, for CSV and Parquet.

The names and the order of the columns are part of the format: new ones may be added at
the end, none is renamed.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.canonical import canonical
from lengthwise.tasks.outputs import RMS

Value: TypeAlias = str | int | float | bool | None

COLUMNS: dict[str, type] = {
    "trial": str,
    "evaluation": str,
    "task": str,
    "omega": float,
    "p": int,
    "k": int,
    "S": int,
    "train_length": int,
    "seed": int,
    "delta": int,
    "heads": str,
    "lags": str,
    "width": int,
    "units": int,
    "scaling": str,
    "form": str,
    "batch": int,
    "rate": float,
    "hidden_rate": float,
    "threshold": float,
    "max_steps": int,
    "evaluation_seed": int,
    "test_length": int,
    "mean_squared": float,
    "root_mean_square": float,
    "standard_error": float,
    "words": int,
    "steps": int,
    "converged": bool,
    "diverged": int,
    "train_loss": float,
    "train_loss_recent": float,
    "digest": str,
    "started": str,
    "seconds": float,
    "host": str,
    "attempt": int,
    "device": str,
    "fingerprint": str,
    "stop": str,
    "randomness": str,
    "numbers": str,
    "origin": str,
    "metric": str,
    "mean": float,
    "error": float,
}
"""Types of the columns by name; any value may be missing where it does not apply."""

MODEL = ("delta", "width", "units", "scaling")
RECIPE = (
    "form",
    "batch",
    "rate",
    "hidden_rate",
    "threshold",
    "max_steps",
    "stop",
    "randomness",
)
OUTCOME = ("steps", "converged", "diverged", "train_loss", "train_loss_recent")
MADE = ("started", "seconds", "host", "attempt", "device")


def flat(record: Record) -> Iterator[dict[str, Value]]:
    """Yields a row for each test length of `record`, by the names of `COLUMNS`."""
    trial, outcome = record.trial, record.outcome
    found: dict[str, Any] = {
        "trial": trial.key,
        "evaluation": record.evaluation.key,
        "task": trial.task.name,
        **dict.fromkeys(("omega", "p", "k", "S")),
        **trial.numbers,
        "numbers": canonical(trial.numbers),
        "origin": trial.task.origin,
        "metric": outcome.metric,
        "train_length": trial.train_length,
        "seed": trial.seed,
        **{name: getattr(trial.model, name) for name in MODEL},
        "heads": canonical(trial.model.heads),
        "lags": canonical(trial.model.lags),
        **{name: getattr(trial.recipe, name) for name in RECIPE},
        "evaluation_seed": record.evaluation.seed,
        **{name: getattr(outcome, name) for name in OUTCOME},
        "digest": outcome.digest,
        **{name: getattr(record.circumstances, name) for name in MADE},
        "fingerprint": canonical(record.circumstances.fingerprint),
    }
    errors, squared = outcome.errors, outcome.metric == RMS.name
    for length, loss in outcome.losses.items():
        found["test_length"] = length
        found["mean_squared"] = loss.mean if squared else None
        found["root_mean_square"] = errors[length] if squared else None
        found["mean"] = loss.mean
        found["error"] = errors[length]
        found["standard_error"] = loss.standard_error
        found["words"] = loss.words
        yield {name: found[name] for name in COLUMNS}


def rows(records: Iterable[Record]) -> Iterator[dict[str, Value]]:
    """Yields the rows of many records."""
    for record in records:
        yield from flat(record)
