"""Sweeps from Python: `sweep`, and the `Sweep` that it returns."""

import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from lengthwise.analysis.runs import Run
from lengthwise.analysis.seed_averages import Average
from lengthwise.analysis.sufficient import SufficientLength, sufficient_length
from lengthwise.analysis.trained_nets import trained
from lengthwise.api._grid_text import grid_text
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.engines.choice import EngineName
from lengthwise.experiments.records.exporting import data_frame
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.grid import Grid
from lengthwise.experiments.spec.trial import Trial
from lengthwise.experiments.store.store import VARIABLE, Store
from lengthwise.experiments.sweep.filling import fill
from lengthwise.experiments.sweep.progress import Progress
from lengthwise.jobs.predicting import of_grid
from lengthwise.jobs.sweep_findings import (
    EPS,
    Setting,
    SweepFindings,
    settings_of,
    sweep_findings,
    varying,
)
from lengthwise.limit.machine import LimitTransformer
from lengthwise.report.study.sweep_page import render_sweep, sweep_figures
from lengthwise.report.tools.page import Page
from lengthwise.report.tools.plot import Plot
from lengthwise.views import html_line, short

if TYPE_CHECKING:
    import pandas

DRAWN = 4
"""Figures of a sweep in a notebook; the page has all of them."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Sweep:
    """The trained models of a grid; `sweep` makes one.

    Attributes:
        grid: The grid.
        settings: The models by setting: models with the same setting differ only in
            training length and seed.
        store: URL of the store that holds records and weights.
        eps: The errors for which the page names a training length.
    """

    grid: Grid
    settings: tuple[Setting, ...]
    store: str
    eps: tuple[float, ...] = EPS

    @property
    def records(self) -> tuple[Record, ...]:
        """The records, by setting, training length and seed."""
        return tuple(record for one in self.settings for record in one.records)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The models as `lengthwise.sufficient_length` takes them; for one setting.

        Raises:
            SpecError: There are several settings; see `where`.
        """
        if len(self.settings) == 1:
            return self.settings[0].runs
        names = ", ".join(varying(self.settings)) or "nothing"
        raise SpecError(
            f"the sweep has {len(self.settings)} settings, which differ in {names}; "
            "choose one with where, as in sweep.where(width=16)"
        )

    def where(self, **settings: Any) -> "Sweep":  # noqa: ANN401 - of any type
        """The part of the sweep with these settings; a list matches any of its values.

        Raises:
            SpecError: No model has them.
            UnknownNameError: No setting has that name.
        """
        known = dict.fromkeys(name for one in self.settings for name in one.values)
        for name in settings:
            if name not in {*known, "train_length", "seed"}:
                raise UnknownNameError("setting of the sweep", name, known)
        parts = [one.where(settings) for one in self.settings]
        matches = tuple(one for one in parts if one.records)
        if not matches:
            text = ", ".join(f"{name}={value}" for name, value in settings.items())
            raise SpecError(f"no model of the sweep has {text}")
        return replace(self, settings=matches)

    def answer(
        self, eps: float, *, average: Average = "typical"
    ) -> SufficientLength | CannotSay:
        """The smallest training length with an average error of at most `eps`.

        Args:
            eps: The error, in the metric of the task.
            average: Over seeds: the geometric mean of those that trained, or the mean
                over all.

        Raises:
            SpecError: There are several settings; see `where`.
        """
        return sufficient_length(self.runs, eps, average=average)

    def frame(self) -> "pandas.DataFrame":
        """A pandas data frame with a row for each model and test length.

        Columns are those of ``lengthwise store export all.csv``.

        Raises:
            SpecError: pandas is not installed; it is in the extra ``export``.
        """
        return data_frame(self.records)

    def machine(self, trial: Trial) -> LimitTransformer:
        """The limit transformer of a trained model, read from the store.

        Args:
            trial: The model, as ``record.trial`` or `lengthwise.trial` returns it.

        Raises:
            SpecError: It has no machine, its task has neither real outputs nor
                decisions about words, or the store does not exist.
            UnknownNameError: The store has no weights of this model.
        """
        with Store(self.store, create=False) as store:
            return trained(store, trial.key)[0]

    @cached_property
    def findings(self) -> SweepFindings:
        """The findings: curves, plateaus and sufficient lengths."""
        command = f"lw.sweep({grid_text(self.grid)}).page"
        return sweep_findings(self.settings, eps=self.eps, command=command)

    @property
    def page(self) -> Page:
        """A self-contained HTML page; the same records give the same bytes."""
        return render_sweep(self.findings)

    @property
    def figures(self) -> tuple[Plot, ...]:
        """The figures of the page; each can be saved for a paper."""
        return sweep_figures(self.findings)

    def __len__(self) -> int:
        return sum(len(one.records) for one in self.settings)

    def __str__(self) -> str:
        return f"{self._about}\n{self.findings}"

    def __repr__(self) -> str:
        return short(self, self._about)

    def _repr_html_(self) -> str:
        lines = "".join(map(html_line, str(self).splitlines()))
        return lines + "".join(plot.svg() for plot in self.figures[:DRAWN])

    @property
    def _about(self) -> str:
        lengths = sorted({n for one in self.settings for n in one.train_lengths})
        tested = sorted({n for one in self.settings for n in one.tested})
        tasks = ", ".join(dict.fromkeys(str(one.task) for one in self.settings))
        several = len(self.settings)
        where = f" in {several} settings" if several > 1 else ""
        return (
            f"{tasks}: {len(self)} models{where}, trained on lengths {lengths[0]} to "
            f"{lengths[-1]}, tested on {tested[0]} to {tested[-1]}"
        )


@cache
def _session_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="lengthwise-")


def session_store() -> str:
    """URL of a temporary store that lasts as long as this Python session."""
    return f"sqlite:///{_session_folder().name}/session.db"


def sweep(
    grid: Grid,
    *,
    store: str | None = None,
    workers: int | None = None,
    eps: Iterable[float] = EPS,
    engine: EngineName = "local",
    address: str | None = None,
    stopping: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda _: None,
    inherited: Mapping[str, str] | None = None,
) -> Sweep:
    """Trains and tests what is missing in a grid, and returns all results.

    Trials in the store are never trained again. So the same call resumes a sweep that
    was stopped or killed, and changing the test lengths only re-evaluates the stored
    weights.

    Args:
        grid: The grid; `lengthwise.grid` makes one.
        store: URL of the store, such as ``sqlite:///mine.db``. Default:
            ``LENGTHWISE_STORE`` if it is set, otherwise a temporary store that is
            removed when Python exits: name a store to keep the trained models.
        workers: Number of training processes. Default: one per core, or one per GPU.
        eps: Errors, in the metric of the task, for which the page reports a length.
        engine: The training engine: local processes, or a Ray cluster (``"ray"``).
        address: Address of the Ray cluster. Default: a private one on this computer.
        stopping: Called now and then; training stops when it returns true.
        watch: Called about once a second with the progress of the sweep.
        inherited: The basis of the workers' environment.

    Raises:
        SpecError: The grid is of another type, or its task fails.
        HostError: Ray is not installed, or the cluster cannot be reached.
        StoppedError: `stopping` returned true; the same call resumes.

    Examples:
        >>> import lengthwise as lw
        >>> tiny = lw.grid("simple", train_length=[4, 8], seed=range(4), max_steps=256)
        >>> lw.sweep(tiny, workers=2).answer(eps=0.1)  # doctest: +SKIP
    """
    if not isinstance(grid, Grid):
        raise SpecError(
            f"the grid is of the type {type(grid).__name__}; make one with lw.grid"
        )
    errors = _errors(eps)
    url = store or os.environ.get(VARIABLE) or session_store()
    with Store(url) as kept:
        fill(
            kept,
            grid,
            grid.evaluation,
            workers=workers,
            stopping=stopping,
            watch=watch,
            inherited=inherited,
            engine=engine,
            address=address,
        )
        settings = settings_of(of_grid(grid, kept), kept)
    return Sweep(grid=grid, settings=settings, store=url, eps=errors)


def _errors(eps: Iterable[float]) -> tuple[float, ...]:
    errors: Sequence[float] = tuple(eps) if isinstance(eps, Iterable) else (eps,)
    for one in errors:
        if not isinstance(one, int | float) or not 0 < one < float("inf"):
            raise SpecError(f"eps holds {one!r}; errors are positive and finite")
    return tuple(map(float, errors))
