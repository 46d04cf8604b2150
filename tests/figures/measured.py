"""Records of a figure with errors that have its trends, without training."""

import math

from lengthwise.experiments.records.outcome import Outcome
from lengthwise.experiments.records.record import Circumstances, Record
from lengthwise.experiments.spec.canonical import canonical
from lengthwise.figures.all_figures import figure
from lengthwise.figures.exact_errors import Attention, Exact
from lengthwise.training.evaluating.score import Score


def write_records(folder, name, seeds=3):
    """Writes ``NAME.jsonl`` and ``NAME-sup.jsonl`` for the small grids of a figure."""
    chosen = figure(name)
    records, exact = [], []
    for grid in chosen.small:
        for trial in grid:
            if trial.seed >= seeds:
                continue
            scale = trial.numbers[chosen.number] / trial.train_length
            error = 0.3 * scale**2 * math.exp(0.1 * math.sin(7 * trial.seed))
            records.append(record_with(trial, grid.evaluation, error))
            exact.append(exact_with(trial, error))
    folder = folder / chosen.records
    folder.with_suffix(".jsonl").write_text(_lines(records))
    folder.with_name(f"{folder.name}-sup.jsonl").write_text(_lines(exact))


def _lines(values):
    return "".join(canonical(value.plain()) + "\n" for value in values)


def record_with(trial, evaluation, error):
    """A record of a trial whose error is the same at every length."""
    loss = Score(mean=error**2, standard_error=0.0, words=1)
    return Record(
        trial=trial,
        evaluation=evaluation,
        outcome=Outcome(
            losses=dict.fromkeys(evaluation.lengths, loss),
            steps=1,
            converged=trial.seed > 0,
            diverged=None,
            train_loss=1e-5,
            train_loss_recent=1e-5,
            digest="0" * 64,
        ),
        circumstances=Circumstances(
            started="2026-01-02T03:04:05+00:00",
            seconds=0.0,
            host="",
            device="a device",
            fingerprint={"jax": "none"},
        ),
    )


def exact_with(trial, error, limits=()):
    """Exact errors of a trial, the same at every length."""
    return Exact(
        trial=trial.key,
        numbers=trial.numbers,
        train_length=trial.train_length,
        seed=trial.seed,
        rms={8: error, 64: error},
        limits=limits,
        sup={8: error, 64: 2 * error},
        attention=Attention(length=80, on=(1 / 16, 0.01), off=(0.001, 0.0)),
    )
