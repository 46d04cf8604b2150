"""A published figure: the models to train, the measurements, the expected results."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np

from lengthwise.analysis.predicted.observed import LimitSeen, limits_seen
from lengthwise.analysis.predicted.observed import Norm as Norm
from lengthwise.analysis.runs import Run, run_of
from lengthwise.analysis.seed_averages import Average
from lengthwise.bibliography import united
from lengthwise.errors import SpecError
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import Grid
from lengthwise.experiments.spec.trial import Trial
from lengthwise.figures._exact_error_lines import read_exact_lines
from lengthwise.figures.exact_errors import Exact
from lengthwise.figures.trend_check import Check
from lengthwise.tasks.outputs import Metric


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A published figure.

    Attributes:
        name: The name in ``lengthwise reproduce``.
        family: The name of all figures that are reproduced together.
        paper: The publication, as a key of the bibliography.
        title: What it shows.
        number: The task parameter that distinguishes its curves.
        full: Grids of the published size.
        small: Grids for two CPU cores.
        checks: Its published trends.
        beyond: Questions beyond the paper; they do not affect the result.
        records: The name of its records.
        panels: Its panels; `lengthwise.report.paper.paper_figures` draws them.
        eps: Root mean square errors for which to find training lengths.
        sup_eps: The same for the sup norm.
        shown: The value of `number` whose error is plotted by test length.
    """

    name: str
    family: str
    paper: str
    title: str
    number: str
    full: tuple[Grid, ...]
    small: tuple[Grid, ...]
    checks: tuple["Question", ...] = field(repr=False)
    beyond: tuple["Question", ...] = field(default=(), repr=False)
    records: str
    panels: tuple[str, ...]
    eps: tuple[float, ...] = ()
    sup_eps: tuple[float, ...] = ()
    shown: float

    @property
    def sources(self) -> tuple[str, ...]:
        """Its paper, and the sources of its tasks and models, as keys."""
        trained = (key for grid in self.full for key in grid[0].sources)
        return united((self.paper,), trained)

    @property
    def metric(self) -> Metric:
        """The metric of its errors if words are sampled."""
        task = (self.full + self.small)[0][0].task.task
        return task.output.metrics[0]

    @property
    def evaluation(self) -> Evaluation:
        """The evaluation of every trained net, the same in all grids."""
        (evaluation,) = {grid.evaluation for grid in self.full + self.small}
        return evaluation

    def trials(self, size: str) -> list[Trial]:
        """The trials of a size, ``full`` or ``small``.

        Raises:
            SpecError: There is no such size.
        """
        if size not in {"full", "small"}:
            raise SpecError(f"size {size!r}; sizes are full and small")
        grids = self.full if size == "full" else self.small
        return [trial for grid in grids for trial in grid]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The measurements for a figure.

    Attributes:
        figure: The figure.
        size: The size of its grids, ``full`` or ``small``.
        trials: The number of models in its grids.
        runs: Its trained models, with root mean square errors by test length: exact if
            they were enumerated, otherwise sampled.
        exact: Enumerated errors of the models whose weights were available.
        devices: The devices used for training.
        limits: Sampled errors of nets beside the limits computed from their weights.
        predictions: The keys of the predictions, of all records that have one.
    """

    figure: Figure
    size: str = "full"
    trials: int = 0
    runs: tuple[Run, ...]
    exact: tuple[Exact, ...] = ()
    devices: tuple[str, ...] = ()
    limits: tuple[LimitSeen, ...] = ()
    predictions: tuple[str, ...] = ()

    def of(self, norm: Norm) -> tuple[Run, ...]:
        """The models as runs whose errors are in `norm`."""
        return self.runs if norm == "rms" else tuple(one.run for one in self.exact)

    def shuffled(self, *, seed: int = 0) -> "Measured":
        """The same models with all errors and attention patterns randomly permuted."""
        rng = np.random.default_rng(seed)
        limits = _dealt(
            np.random.default_rng([seed, 1]), [run.limits for run in self.runs]
        )
        errors = iter(
            rng.permutation([e for run in self.runs for e in run.errors.values()])
        )
        runs = [
            replace(run, errors={n: float(next(errors)) for n in run.errors}, limits=to)
            for run, to in zip(self.runs, limits, strict=True)
        ]
        sups = iter(rng.permutation([e for x in self.exact for e in x.sup.values()]))
        looks = [x.attention for x in self.exact if x.attention is not None]
        means = iter(rng.permutation([m for a in looks for m in (a.on[0], a.off[0])]))
        exact = [
            replace(
                one,
                sup={n: float(next(sups)) for n in one.sup},
                attention=one.attention
                and replace(
                    one.attention,
                    on=(float(next(means)), one.attention.on[1]),
                    off=(float(next(means)), one.attention.off[1]),
                ),
            )
            for one in self.exact
        ]
        return replace(self, runs=tuple(runs), exact=tuple(exact))


Question: TypeAlias = Callable[[Measured, Average], Check]
"""A trend, checked on the measurements with one average over seeds."""


def measurements_of(
    figure: Figure, records: Iterable[Record], exact: Iterable[Exact] = ()
) -> Measured:
    """The measurements of a figure from records and exact errors of its trials.

    If there are records of both sizes, the full one is used.

    Raises:
        SpecError: There is no record of the figure.
    """
    listed = list(records)
    for size in ("full", "small"):
        wanted = {trial.key for trial in figure.trials(size)}
        ours = [
            record
            for record in listed
            if record.trial.key in wanted
            and record.evaluation.key == figure.evaluation.key
        ]
        if ours:
            break
    else:
        raise SpecError(
            f"no records of {figure.name}; run lengthwise reproduce {figure.name}"
        )
    ours.sort(key=_order)
    known: Mapping[str, Exact] = {one.trial: one for one in exact}
    for record in ours:
        _require_same(record.trial, known.get(record.trial.key))
    return Measured(
        figure=figure,
        size=size,
        trials=len(wanted),
        runs=tuple(_run(record, known.get(record.trial.key)) for record in ours),
        exact=tuple(known[r.trial.key] for r in ours if r.trial.key in known),
        devices=tuple(sorted({r.circumstances.device for r in ours})),
        limits=limits_seen(ours, partial(_limit, known)),
        predictions=tuple(
            r.circumstances.prediction
            for r in ours
            if r.circumstances.prediction is not None
        ),
    )


def _require_same(trial: Trial, exact: Exact | None) -> None:
    if exact is not None and (exact.numbers, exact.train_length, exact.seed) != (
        dict(trial.numbers),
        trial.train_length,
        trial.seed,
    ):
        raise SpecError(
            f"the exact errors of {trial.key} are those of a model with other numbers, "
            "training length or seed than its record has; make them again"
        )


def _limit(known: Mapping[str, Exact], record: Record, length: int) -> float | None:
    one = known.get(record.trial.key)
    if one is None or not one.limits:
        return None
    return one.limits[length % len(one.limits)]


def _run(record: Record, exact: Exact | None) -> Run:
    """The run of a record, with exact errors and limits if they are known.

    If a test length was enumerated, its exact error replaces the sampled one: a sample
    may miss rare words that carry the loss, without any sign of it.
    """
    run = run_of(record)
    if exact is None or run.failed:
        return run
    known = {t: exact.rms[t] for t in run.errors if t in exact.rms}
    return replace(
        run,
        errors={**run.errors, **known},
        noise={**run.noise, **dict.fromkeys(known, 0.0)},
        limits=exact.limits if len(exact.limits) == run.period else (),
    )


def _dealt(
    rng: np.random.Generator, limits: list[tuple[float, ...]]
) -> Iterator[tuple[float, ...]]:
    """The same limits in another order, each for a run of the same period."""
    places: dict[int, list[tuple[float, ...]]] = {}
    for one in limits:
        places.setdefault(len(one), []).append(one)
    for group in places.values():
        order = rng.permutation(len(group))
        group[:] = [group[place] for place in order]
    return (places[len(one)].pop() for one in limits)


def _order(record: Record) -> tuple[float, ...]:
    trial = record.trial
    return (*trial.numbers.values(), trial.train_length, trial.seed)


def from_folder(figure: Figure, folder: Path) -> Measured:
    """The measurements of a figure from ``folder/NAME.jsonl`` and ``NAME-sup.jsonl``.

    Raises:
        SpecError: There is no such file, or no record of the figure in it.
        FormatError: A line of one of them is damaged; the message names it.
    """
    path = folder / f"{figure.records}.jsonl"
    if not path.is_file():
        raise SpecError(
            f"{path} is not there; run lengthwise reproduce {figure.name}, or name "
            "the folder of its records with --records"
        )
    beside = folder / f"{figure.records}-sup.jsonl"
    exact = tuple(read_exact_lines(beside)) if beside.is_file() else ()
    return measurements_of(figure, read_lines(path), exact)
