r"""The growth of the sufficient length with each parameter, measured and in theory.

The published figures test only the dependence on :math:`\omega` and :math:`\Delta`, and
only on average. Here the exponents in :math:`\omega`, :math:`\Delta` and
:math:`1/\varepsilon` are fitted in both norms, and compared with the exponents of the
bounds, computed from the machines of the tasks
(`lengthwise.analysis.predicted.bound_exponents`): in :math:`\omega` they are about 4
and 2, since :math:`L` of a ReLU net that computes the task grows as :math:`\omega^2`.
Both bounds hold in the worst case over words and machines, so an average may grow more
slowly.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lengthwise.analysis.exponent import Exponent, NoPowerLaw, exponent
from lengthwise.analysis.predicted.bound_exponents import INVERSE, Growth, growth
from lengthwise.analysis.predicted.observed import Norm
from lengthwise.analysis.runs import Run
from lengthwise.analysis.seed_averages import AVERAGES, Average
from lengthwise.analysis.sufficient import SufficientLength, sufficient_length
from lengthwise.cannot_say import CannotSay
from lengthwise.figures.figure import Figure, Measured
from lengthwise.figures.trends import by_number, left_out, sufficient_by
from lengthwise.names import digits
from lengthwise.theory.knowledge.lookup import known_family


@dataclass(frozen=True, slots=True, kw_only=True)
class Knob:
    """A fitted exponent of the sufficient length.

    Attributes:
        name: The varied quantity: a task parameter, or ``1/eps``.
        at: The fixed quantities.
        norm: The norm of the error.
        exponent: The exponent of N, or why there is none.
        lengths: The sufficient lengths used for the fit.
        theory: The growth of the bounds, from the machines of the task.
        average: Over seeds: the geometric mean of those that trained, or the mean over
            all.
        left_out: Number of nets of the figure that are excluded: they learned too
            little for an error in question, or have no exact error in this norm.
    """

    name: str
    at: str
    norm: Norm
    exponent: Exponent | NoPowerLaw | CannotSay
    lengths: Mapping[float, SufficientLength]
    theory: Growth
    average: Average = "typical"
    left_out: int = 0

    @property
    def question(self) -> str:
        """The question: varied and fixed quantities, norm, average, nets."""
        typical = self.average == "typical"
        which = "geometric mean over seeds" if typical else "mean over all seeds"
        out = f", {self.left_out} nets left out" if typical or self.left_out else ""
        return f"{self.name} at {self.at} ({self.norm}, {which}{out})"

    def __str__(self) -> str:
        return f"N in {self.question}: {self.exponent} ({self.theory})"


@lru_cache(maxsize=64)
def theory_of(
    figure: Figure, size: str = "full", norm: Norm = "rms"
) -> Mapping[str, Growth]:
    """The growth of the bounds in the parameter of a figure, and in the inverse error.

    The first is at the first error in `norm`. The others are by value of the parameter,
    such as ``omega = 4``, over all errors. No bound covers a task without machines.

    Examples:
        >>> from lengthwise.figures.all_figures import figure
        >>> growths = theory_of(figure("izzo-fig1"))
        >>> print(growths["omega"].upper)
        3.44 (izzo-4.1-explicit, safe L)
    """
    trials = figure.trials(size)
    eps = figure.eps if norm == "rms" else figure.sup_eps
    number = figure.number
    values = sorted({float(trial.numbers[number]) for trial in trials})
    name, numbers = trials[0].task.name, dict(trials[0].numbers)
    if len(values) < 2 or len(eps) < 2 or known_family(name).machines is None:
        return {}
    growths = {number: growth(name, numbers, number, values, eps[0])}
    for value in values:
        fixed = {**numbers, number: value}
        growths[f"{number} = {digits(value)}"] = growth(
            name, fixed, INVERSE, [1 / one for one in eps], eps[0]
        )
    return growths


def knobs(measured: Measured) -> tuple[Knob, ...]:
    """All exponents that can be fitted to `measured`, for both averages over seeds."""
    figure = measured.figure
    norms: tuple[tuple[Norm, tuple[float, ...]], ...] = (
        ("rms", figure.eps),
        ("sup", figure.sup_eps),
    )
    return tuple(
        knob
        for norm, eps in norms
        if eps and measured.of(norm)
        for average in AVERAGES
        for knob in _knobs(measured, norm, eps, average)
    )


def _knobs(
    measured: Measured, norm: Norm, errors: Sequence[float], average: Average
) -> Iterator[Knob]:
    number, runs = measured.figure.number, measured.of(norm)
    all_ = by_number(measured.runs, number)
    theory = theory_of(measured.figure, measured.size, norm)
    if not theory:
        return
    # Errors enumerated up to different lengths are not comparable.
    if norm == "rms" or len({max(run.errors) for run in runs}) == 1:
        lengths = sufficient_by(runs, number, errors[0], average)
        yield Knob(
            name=number,
            at=f"error {digits(errors[0])}",
            norm=norm,
            exponent=exponent(lengths),
            lengths=lengths,
            theory=theory[number],
            average=average,
            left_out=len(measured.runs) - _runs_used(runs, average, errors[0]),
        )
    for value, part in by_number(runs, number).items():
        answers = {
            1 / eps: sufficient_length(part, eps, average=average) for eps in errors
        }
        lengths = {x: n for x, n in answers.items() if isinstance(n, SufficientLength)}
        yield Knob(
            name=INVERSE,
            at=f"{number} = {digits(value)}",
            norm=norm,
            exponent=exponent(lengths),
            lengths=lengths,
            theory=theory[f"{number} = {digits(value)}"],
            average=average,
            left_out=len(all_.get(value, part))
            - _runs_used(part, average, min(errors)),
        )


def _runs_used(runs: Sequence[Run], average: Average, eps: float) -> int:
    """Number of runs in an average, where `eps` is the smallest error in question."""
    return len(runs) - left_out(runs, average, eps=eps)
