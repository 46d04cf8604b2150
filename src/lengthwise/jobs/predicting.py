"""Predictions for a study or a figure, and the measurements to compare them with."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from lengthwise.analysis.exponent import Exponent, NoPowerLaw, exponent
from lengthwise.analysis.plateau import plateau
from lengthwise.analysis.predicted.bound_exponents import (
    INVERSE,
    Growth,
    growth,
    machine_numbers,
)
from lengthwise.analysis.predicted.construction import has_construction
from lengthwise.analysis.predicted.observed import NETS, Norm, Observed, limits_seen
from lengthwise.analysis.predicted.prediction import Prediction, predict
from lengthwise.analysis.runs import Run, by_train_length
from lengthwise.analysis.sufficient import SufficientLength, sufficient_length
from lengthwise.analysis.summary import Summary
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import LengthwiseError
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.grid import Grid
from lengthwise.experiments.spec.trial import Trial
from lengthwise.figures.figure import Figure, Measured
from lengthwise.figures.trends import by_number, sufficient_by
from lengthwise.jobs._growth import Knob, theory_of
from lengthwise.jobs.study_size import Size
from lengthwise.names import digits
from lengthwise.tasks.catalogue import task as task_of
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.lookup import knowledge_of
from lengthwise.theory.verdict.decision import verdict
from lengthwise.theory.verdict.verdict import Verdict

PLAIN = NETS["none"]
"""The nets whose errors have limits computable from weights, if of one layer."""


def nets_of(trials: Sequence[Trial]) -> str:
    """The name of the nets of some trials with the same logits."""
    (scaling,) = {trial.model.scaling for trial in trials}
    return NETS[scaling]


def setting(task: Task) -> str:
    """The parameters of a task that its machine depends on, as text; empty if none.

    Examples:
        >>> setting(task_of("modp:p=5,k=1"))
        'p = 5'
    """
    numbers = dict(task.numbers)
    return ", ".join(
        f"{name} = {digits(numbers[name])}" for name in machine_numbers(task)
    )


def study_prediction(task: Task, size: Size, verdict: Verdict) -> Prediction:
    """The predictions of a study before its sweep."""
    grids = size.grids(task)
    nets = [nets_of(grid) for grid in grids]
    return predict(
        str(task),
        verdict,
        {"rms": _growths(task, size.eps)},
        settings=[setting(task)] if has_construction(task) else [],
        nets=nets,
        eps=max(size.eps),
        limits=[PLAIN] if grids[0][0].model.depth == 1 else [],
    )


def of_grid(trials: Grid, records: Iterable[Record]) -> list[Record]:
    """The records of these trials, in order of training length and seed."""
    keys = {(trial.key, trials.evaluation.key) for trial in trials}
    ours = (record for record in records if record.key in keys)
    return sorted(ours, key=lambda one: (one.trial.train_length, one.trial.seed))


def with_limits(records: Sequence[Record]) -> list[Record]:
    """The records whose weights determine the error at infinite length."""
    return [
        record
        for record in records
        if nets_of([record.trial]) == PLAIN and record.trial.model.depth == 1
    ]


def lengths_by_number(
    task: Task,
    size: Size,
    records: Sequence[Record],
    arm: int,
    runs: Callable[[Task, Sequence[Record]], Sequence[Run]],
) -> dict[str, dict[float, SufficientLength]]:
    """Sufficient lengths of a task and of tasks that differ in only one parameter.

    Args:
        task: The task of a study.
        size: The sweep.
        records: All available records; other studies of the same size are found there.
        arm: The grid of the sweep.
        runs: Records of a task as runs, with their exact limits where these are known.

    Returns:
        By task parameter, then by its value, for the largest error in question.
    """
    lengths: dict[str, dict[float, SufficientLength]] = {}
    ours = [record.trial for record in records if record.trial.task.name == task.name]
    for name in machine_numbers(task):
        lengths[name] = {}
        for value in sorted({float(trial.numbers[name]) for trial in ours}):
            numbers = dict(task.numbers)
            numbers[name] = type(numbers[name])(value)
            try:
                other = task_of(task.name, **numbers)
                trials = size.grids(other)[arm]
            except LengthwiseError:  # as a period that is longer than training words
                continue
            there = runs(other, of_grid(trials, records))
            length = sufficient_length(there, max(size.eps))
            if isinstance(length, SufficientLength):
                lengths[name][value] = length
    return lengths


def _growths(task: Task, eps: Sequence[float]) -> list[Growth]:
    numbers = {name: float(value) for name, value in task.numbers}
    machines = knowledge_of(task).machines
    if machines is None:
        return []
    growths = []
    for name in machines.numbers:
        values = [step * numbers[name] for step in machines.multiples_of(name)]
        try:
            growths.append(growth(task.name, numbers, name, values, max(eps)))
        except LengthwiseError:  # no machines there: too large, or not positive
            continue
    if len(eps) > 1 and growths:
        inverse = [1 / one for one in eps]
        growths.append(growth(task.name, numbers, INVERSE, inverse, max(eps)))
    return growths


def study_observed(
    task: Task,
    arm: Summary,
    nets: Sequence[Record],
    others: Mapping[str, Mapping[float, SufficientLength]],
    limit: Callable[[Record, int], float | None],
) -> Observed:
    """The findings from one kind of nets in a study.

    Args:
        task: The task.
        arm: The findings from these nets.
        nets: The same with their weights, if these have a limit.
        others: Sufficient lengths for the largest error, for tasks that differ in one
            parameter, including this one, by parameter and value.
        limit: The limit of a net over the lengths in the residue class of a given one.
    """
    place = setting(task)
    exponents: dict[tuple[str, str, Norm], Exponent | NoPowerLaw | CannotSay] = {
        (INVERSE, place, "rms"): arm.exponent
    }
    fixed = _growths(task, list(arm.lengths)) if others else []
    for one in fixed:
        if one.of in others:
            exponents[one.of, one.at, "rms"] = exponent(others[one.of])
    return Observed(
        format=task.format,
        ends={place: arm.plateaus[max(arm.plateaus)]} if arm.plateaus else {},
        lengths=others,
        exponents=exponents,
        limits=limits_seen(nets, limit),
    )


@lru_cache(maxsize=32)
def _verdict(task: Task) -> Verdict:
    return verdict(task=task)


def figure_prediction(figure: Figure, size: str) -> Prediction:
    """The predictions for a figure before its sweep.

    Examples:
        >>> from lengthwise.figures.all_figures import figure
        >>> made = figure_prediction(figure("izzo-fig1"), "full")
        >>> print(next(one for one in made.statements if one.kind == "order"))
        the larger omega, the larger N for an error of 0.1 rms
    """
    trials = figure.trials(size)
    first, number = trials[0], figure.number
    values = sorted({float(trial.numbers[number]) for trial in trials})
    norms: tuple[Norm, ...] = ("rms", "sup")
    nets = nets_of(trials)
    return predict(
        f"{figure.name}, {size}",
        _verdict(first.task.task),
        {norm: list(theory_of(figure, size, norm).values()) for norm in norms},
        settings=[f"{number} = {digits(value)}" for value in values],
        nets=[nets],
        eps=figure.eps[0] if figure.eps and len(values) > 1 else None,
        limits=[PLAIN] if first.model.depth == 1 else [],
    )


def figure_observed(measured: Measured, knobs: Sequence[Knob]) -> dict[str, Observed]:
    """The measurements of a figure, to compare with its predictions."""
    figure = measured.figure
    trials = figure.trials(measured.size)
    groups = {
        f"{figure.number} = {digits(value)}": by_train_length(part)
        for value, part in by_number(measured.runs, figure.number).items()
    }
    eps = figure.eps[0] if figure.eps else math.nan
    first = trials[0]
    return {
        nets_of(trials): Observed(
            format=first.task.task.format,
            ends={at: plateau(runs[max(runs)]) for at, runs in groups.items()},
            lengths={figure.number: sufficient_by(measured.runs, figure.number, eps)}
            if figure.eps
            else {},
            exponents={
                (one.name, one.at, one.norm): one.exponent
                for one in knobs
                if one.average == "typical"
            },
            limits=measured.limits,
        )
    }
