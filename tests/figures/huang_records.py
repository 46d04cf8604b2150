"""Records of cells of a table whose models are right on given shares of inputs."""

from lengthwise.experiments.records.outcome import Outcome
from lengthwise.experiments.records.record import Circumstances, Record
from lengthwise.training.evaluating.score import Score

CIRCUMSTANCES = Circumstances(
    started="2026-01-02T03:04:05+00:00",
    seconds=0.0,
    host="",
    device="a device",
    fingerprint={"jax": "none"},
)


def records_of(cell, trial, right, hard=None):
    """The records of a trial.

    Args:
        cell: Its cell.
        trial: The trial.
        right: Shares of random inputs that are answered right, by bin.
        hard: The same for adversarial inputs; without it they were not tested.
    """
    shares = {"drawn": right, "adversarial": hard}
    return [
        record(cell, trial, evaluation, shares[evaluation.inputs])
        for evaluation in cell.evaluations
        if shares[evaluation.inputs] is not None
    ]


def record(cell, trial, evaluation, right, **outcome):
    bins = cell.bins
    losses = {}
    for n in evaluation.lengths:
        (place,) = (k for k, one in enumerate(bins) if n in one)
        losses[n] = Score(mean=1 - right[place], standard_error=0.0, words=64)
    how = {"steps": 1, "converged": True, "diverged": None} | outcome
    return Record(
        trial=trial,
        evaluation=evaluation,
        outcome=Outcome(
            losses=losses,
            metric=cell.subject.output.metrics[0].name,
            train_loss=0.1,
            train_loss_recent=0.1,
            digest="0" * 64,
            **how,
        ),
        circumstances=CIRCUMSTANCES,
    )


def write_lines(path, records):
    path.write_text("".join(f"{one.line()}\n" for one in records))
