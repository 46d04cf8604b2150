"""Reproducing a published figure: train what is missing, then check its trends."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from lengthwise.analysis.predicted.prediction import Prediction, counts, failures, when
from lengthwise.analysis.predicted.statements import Checked
from lengthwise.analysis.seed_averages import AVERAGES
from lengthwise.cannot_say import CannotSay
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.filling import fill
from lengthwise.experiments.sweep.progress import Progress
from lengthwise.figures.exact_errors import exact_errors
from lengthwise.figures.figure import Figure, Measured, Question, measurements_of
from lengthwise.figures.trend_check import Check
from lengthwise.jobs._growth import Knob, knobs
from lengthwise.jobs.predicting import figure_observed, figure_prediction


@dataclass(frozen=True, slots=True, kw_only=True)
class Reproduction:
    """The results of a figure.

    Attributes:
        measured: The measurements.
        checks: Its published trends, each in both averages over seeds.
        beyond: Questions beyond the paper.
        blind: The checks on shuffled errors, where none may hold.
        knobs: Fitted exponents.
        prediction: The prediction before the sweep; records refer to it by its key.
        checked: Its statements beside the measurements.
    """

    measured: Measured
    checks: tuple[Check, ...]
    beyond: tuple[Check, ...]
    blind: tuple[Check, ...]
    knobs: tuple[Knob, ...]
    prediction: Prediction
    checked: tuple[Checked, ...]

    @property
    def sources(self) -> tuple[str, ...]:
        """Its sources, as keys of the bibliography."""
        return self.measured.figure.sources

    @property
    def predicted(self) -> int:
        """The number of records that carry the key of the prediction."""
        return self.measured.predictions.count(self.prediction.key)

    @property
    def holds(self) -> bool:
        """Whether every published trend holds in both averages, none if shuffled."""
        return all(c.holds for c in self.checks) and not any(
            c.holds for c in self.blind
        )

    def __str__(self) -> str:
        runs = self.measured.runs
        capped = sum(run.capped for run in runs)
        diverged = sum(run.failed for run in runs)
        about = (
            f"  {len(runs)} of {self.measured.trials} models ({self.measured.size} "
            f"size){_steps(self.measured, capped)}, {diverged} diverged; trained on "
            f"{', '.join(self.measured.devices)}; exact errors of "
            f"{len(self.measured.exact)}"
        )
        title = f"{self.measured.figure.name}: {self.measured.figure.title}"
        lines = [title, about, *(f"  {check}" for check in self.checks)]
        for check in self.beyond:
            answer = "yes" if check.holds else "no "
            lines.append(
                f"  beyond the paper: {answer}  {check.question}: {check.numbers}"
            )
        lines += [f"  {k}" for k in self.knobs if not isinstance(k.exponent, CannotSay)]
        lines += [f"  {line}" for line in _unknown(self.knobs)]
        lines.append(
            f"  predicted {when(self.predicted, len(runs))}: {counts(self.checked)}"
        )
        lines += [f"    {line}" for line in failures(self.checked)]
        held = sum(check.holds for check in self.blind)
        lines.append(
            f"  on shuffled errors {held} of {len(self.blind)} trends hold (none "
            "should)"
        )
        return "\n".join(lines)


def _steps(measured: Measured, capped: int) -> str:
    """The number of models that made all their steps, and what would have stopped them.

    Examples:
        >>> from lengthwise.figures.all_figures import figure
        >>> _steps(Measured(figure=figure("izzo-fig4-left"), runs=()), 60)
        ', 60 made all 16,384 steps (stop: a batch below 1e-09)'
    """
    recipe = measured.figure.trials(measured.size)[0].recipe
    if recipe.threshold <= 0:
        return f", all made {recipe.max_steps:,} steps (no stop)"
    what = "the mean of 100 batches" if recipe.stop == "mean" else "a batch"
    return (
        f", {capped} made all {recipe.max_steps:,} steps (stop: {what} below "
        f"{recipe.threshold:.0e})"
    )


def _unknown(knobs: Iterable[Knob]) -> list[str]:
    """One line per reason for unknown exponents, with the exponents concerned."""
    about: dict[str, list[str]] = defaultdict(list)
    for knob in knobs:
        if isinstance(knob.exponent, CannotSay):
            about[knob.exponent.reason].append(knob.question)
    return [
        f"no exponent of N in {', '.join(where)}: {reason}"
        for reason, where in about.items()
    ]


def reproduction_of(measured: Measured) -> Reproduction:
    """The results of the checks of a figure on `measured`."""
    checks, beyond = measured.figure.checks, measured.figure.beyond
    fitted = knobs(measured)
    prediction = figure_prediction(measured.figure, measured.size)
    return Reproduction(
        measured=measured,
        checks=_answers(checks, measured),
        beyond=_answers(beyond, measured),
        blind=_answers(checks, measured.shuffled()),
        knobs=fitted,
        prediction=prediction,
        checked=prediction.against(figure_observed(measured, fitted)),
    )


def _answers(questions: Iterable[Question], measured: Measured) -> tuple[Check, ...]:
    return tuple(ask(measured, average) for ask in questions for average in AVERAGES)


def reproduce(
    figure: Figure,
    *,
    size: str = "small",
    store: str | None = None,
    workers: int | None = None,
    stopping: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda _: None,
    inherited: Mapping[str, str] | None = None,
) -> Reproduction:
    """Trains the missing models of a figure, and runs its checks.

    Args:
        figure: The figure.
        size: The size of its grids, ``full`` or ``small``.
        store: URL of the store.
        workers: Number of training processes. Default: one per core, or one per GPU.
        stopping: Called now and then; training stops when it returns true.
        watch: Called with the progress of the sweep.
        inherited: The basis of the workers' environment.

    Raises:
        StoppedError: `stopping` returned true; the same call resumes.
    """
    trials = figure.trials(size)
    with Store(store) as kept:
        fill(
            kept,
            trials,
            figure.evaluation,
            workers=workers,
            stopping=stopping,
            watch=watch,
            inherited=inherited,
            prediction=figure_prediction(figure, size).key,
        )
        keys = {trial.key for trial in trials}
        records = [record for record in kept if record.trial.key in keys]
        exact = [exact_errors(record) for record in kept.each_net(sorted(keys))]
    return reproduction_of(
        measurements_of(figure, records, [one for one in exact if one is not None])
    )
