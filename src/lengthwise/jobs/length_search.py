"""The sufficient training length of a task by bisection.

The search uses the seeds of a study; the answer comes from the same number of fresh
seeds at the lengths near the crossing, since the first seeds determined these lengths.
As in a study, the error of a net is its exact limit for infinite length if its weights
give one, otherwise the error at the largest test lengths.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from lengthwise.analysis.bisection import bisected_length
from lengthwise.analysis.final_errors import heights
from lengthwise.analysis.runs import Run
from lengthwise.analysis.sufficient import SufficientLength, sufficient_length
from lengthwise.analysis.trained_nets import ExactRuns
from lengthwise.cannot_say import CannotSay
from lengthwise.columns import aligned
from lengthwise.errors import SpecError
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.filling import fill
from lengthwise.experiments.sweep.progress import Progress
from lengthwise.jobs.predicting import of_grid
from lengthwise.jobs.presets import size_of
from lengthwise.jobs.studied_task import studied_task
from lengthwise.jobs.study_size import Size
from lengthwise.names import digits
from lengthwise.tasks.outputs import RMS, Metric
from lengthwise.tasks.task import Task


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """The result of a search.

    Attributes:
        task: The task.
        eps: The allowed error in `metric`.
        errors: The error by training length, geometric mean over the seeds of the
            search, in the limit of infinite length if it is known, otherwise at the
            largest test lengths; ``None`` if no model learned the task.
        answer: The sufficient length, from fresh seeds.
        mean: The same for the mean over all of these seeds, with none excluded.
        multiples: The length with test lengths restricted to multiples of the task's
            period, as published, for all models; ``None`` if the task has no period.
        metric: The metric of errors.
        sources: Sources of the task and the models, as keys of the bibliography.
    """

    task: str
    eps: float
    errors: Mapping[int, float | None]
    answer: SufficientLength | CannotSay
    mean: SufficientLength | CannotSay
    multiples: SufficientLength | CannotSay | None = None
    metric: Metric = RMS
    sources: tuple[str, ...] = ()

    def __str__(self) -> str:
        rows = [
            ("trained on", f"{n}:", self._error_text(error))
            for n, error in self.errors.items()
        ]
        lines = [aligned(rows, "lrl", gap=1), str(self.answer)]
        lines.append(f"mean over all seeds: {self.mean}")
        if self.multiples is not None:
            lines.append(f"tested at multiples of the period only: {self.multiples}")
        return "\n".join(lines)

    def _error_text(self, error: float | None) -> str:
        if error is None:
            return "no model learned it"
        named = f"{self.metric.noun} " if self.metric.is_rate else ""
        return f"{named}{error:.3g}{self.metric.suffix}"


def search(
    task: str | Task,
    eps: float,
    *,
    longest: int | None = None,
    store: str | None = None,
    workers: int | None = None,
    size: Size | None = None,
    stopping: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda _: None,
    inherited: Mapping[str, str] | None = None,
) -> Search:
    """The smallest training length with an error of at most `eps`.

    The error is the geometric mean over seeds.

    Lengths double until the error is small enough, then the gap is bisected. The models
    are those of a study: those in the store are not trained again. At the lengths near
    the crossing the same number of models with fresh seeds is trained, and these give
    the answer.

    Args:
        task: A task by name, or ``file.py:NAME``.
        eps: The error, in the metric of the task.
        longest: The largest training length. Default: the shortest test length.
        store: URL of the store.
        workers: Number of training processes. Default: one per core, or one per GPU.
        size: The training and test settings. Default: as in a study.
        stopping: Called now and then; training stops when it returns true.
        watch: Called with the progress of each sweep.
        inherited: The basis of the workers' environment.

    Raises:
        SpecError: `eps` is not positive, or is a rate that the number of test words
            cannot resolve, or is not a rate, or `longest` is not a training length, or
            exceeds the shortest test length.
        UnknownNameError: The task is unknown.
        StoppedError: `stopping` returned true; the same call resumes.
    """
    subject = studied_task(task) if isinstance(task, str) else task
    chosen = replace(size or size_of(subject), scaled=False)
    tested = min(chosen.test_lengths)
    if not (math.isfinite(eps) and eps > 0):
        raise SpecError(f"an error of {eps}; it must be positive and finite")
    metric, least = subject.output.metrics[0], 0.5 / chosen.words
    if metric.is_rate and not least <= eps < 1:
        raise SpecError(
            f"an {metric.noun} of {digits(eps)}; {chosen.words} inputs per length are "
            f"tested, so allowed are shares from {least:.2g} to below 1"
        )
    if longest is not None and longest > tested:
        raise SpecError(
            f"training lengths up to {longest}; models are tested from length {tested} "
            "on, so allowed are lengths up to that"
        )
    shortest = subject.min_length + 1
    if longest is not None and longest < shortest:
        raise SpecError(
            f"training lengths up to {longest}; the search begins at {shortest}, so "
            f"allowed are lengths from {shortest} to {tested}"
        )
    searched: dict[int, list[Run]] = {}
    confirmed: dict[int, list[Run]] = {}
    with Store(store) as kept:
        exact = ExactRuns(kept)

        def models(length: int, first: int) -> list[Run]:
            swept = replace(chosen, train_lengths=(length,), first=first)
            (trials,) = swept.grids(subject)
            fill(
                kept,
                trials,
                trials.evaluation,
                workers=workers,
                stopping=stopping,
                watch=watch,
                inherited=inherited,
            )
            return exact(subject, of_grid(trials, kept))

        def measure(length: int) -> list[Run]:
            searched[length] = models(length, chosen.first)
            return searched[length]

        def fresh(length: int) -> list[Run]:
            confirmed[length] = models(length, chosen.first + chosen.seeds)
            return confirmed[length]

        answer = bisected_length(
            measure,
            fresh,
            eps,
            shortest=shortest,
            longest=tested if longest is None else longest,
        )
    runs = [run for group in (confirmed or searched).values() for run in group]
    # The lengths were chosen for another crossing, so all models may contribute to this
    # one.
    everything = [r for part in (searched, confirmed) for g in part.values() for r in g]
    published = [one for run in everything if (one := run.multiples) is not None]
    return Search(
        task=str(subject),
        eps=eps,
        errors={n: _typical(searched[n], eps) for n in sorted(searched)},
        answer=answer,
        mean=sufficient_length(runs, eps, average="mean"),
        multiples=sufficient_length(published, eps) if subject.period > 1 else None,
        metric=metric,
        sources=chosen.grids(subject)[0][0].sources,
    )


def _typical(runs: list[Run], eps: float) -> float | None:
    """The geometric mean of the errors of models that learned the task."""
    used = [run for run in runs if run.learned(eps)]
    return math.exp(heights(used).mean()) if used else None
