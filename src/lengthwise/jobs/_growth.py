r"""How the sufficient length grows with each parameter, measured and in theory.

The published figures test the dependence on :math:`\omega` and :math:`\Delta` only, and
on average only. Here the exponents in :math:`\omega`, :math:`\Delta` and
:math:`1/\varepsilon` are fitted in both norms. Beside them stand the exponents of the
bounds, computed from the machines of the tasks
(`lengthwise.analysis.predicted.bound_exponents`): in :math:`\omega` they are about 4
and 2, as :math:`L` of a ReLU net that computes the task grows as :math:`\omega^2`. Both
are about the worst case over words and machines, so an average may grow more slowly.
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
        name: What is turned: a number of the task, or ``1/eps``.
        at: What is held fixed.
        norm: In which norm the error is asked.
        exponent: How N grows, or why there is none.
        lengths: The sufficient lengths that it was fitted to.
        theory: How the bounds grow, by the machines of the task.
        average: Over seeds: the geometric mean of those that trained, or the mean over
            all.
        left_out: How many nets of the figure are not in it: they learned too little for
            an error that is asked, or have no exact error in this norm.
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
        """What is asked: the knob, what is fixed, the norm, the average, its nets."""
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
    """The growth of the bounds in the number of a figure, and in one over the error.

    The first is at the first error that is asked in `norm`. The others are by value of
    the number, as ``omega = 4``, over all errors that are asked. No bound speaks of a
    task without machines.

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
    """Every exponent that can be fitted to `measured`, in both averages over seeds."""
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
    # Where values were enumerated up to different lengths they do not compare.
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
    """How many runs an average is made of, where `eps` is the smallest error asked."""
    return len(runs) - left_out(runs, average, eps=eps)
