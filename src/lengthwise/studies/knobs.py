r"""How the sufficient length grows with each knob, beside what theory says.

The published figures test the dependence on :math:`\omega` and :math:`\Delta` only, and
on average only. Here the exponents in :math:`\omega`, :math:`\Delta` and
:math:`1/\varepsilon` are fitted in both norms. Theorem 4.1 bounds the length from above
by a multiple of :math:`\Delta L^2 / \varepsilon^2` (workshop version), the pair of
machines in `lengthwise.theory.bounds` from below by one of
:math:`\Delta L / \varepsilon`; :math:`L` grows with :math:`\omega` linearly. Both are
about the worst case over words and machines, so an average may grow more slowly.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lengthwise.analysis.answer import CannotSay
from lengthwise.analysis.average import AVERAGES, Average
from lengthwise.analysis.exponent import Exponent, NoPowerLaw, exponent
from lengthwise.analysis.sufficient import SufficientLength, sufficient_length
from lengthwise.studies.figure import Measured, Norm
from lengthwise.studies.trends import by_number, sufficient_by

THEORY: Mapping[str, tuple[float, float]] = {
    "omega": (2, 1),
    "p": (1, 1),
    "1/eps": (2, 1),
}
"""Exponents of Theorem 4.1 (workshop) and of the lower bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Knob:
    """A fitted exponent of the sufficient length.

    Attributes:
        name: What is turned: a number of the task, or ``1/eps``.
        at: What is held fixed.
        norm: In which norm the error is asked.
        found: The exponent, or why there is none.
        lengths: The sufficient lengths that it was fitted to.
        average: Over seeds: typical of those that trained, or the mean over all.
    """

    name: str
    at: str
    norm: Norm
    found: Exponent | NoPowerLaw | CannotSay
    lengths: Mapping[float, SufficientLength]
    average: Average = "typical"

    @property
    def asked(self) -> str:
        """What is asked: the knob, what is fixed, the norm and the average."""
        which = "typical" if self.average == "typical" else "mean over all seeds"
        return f"{self.name} at {self.at} ({self.norm}, {which})"

    @property
    def upper(self) -> float:
        """The exponent of Theorem 4.1."""
        return THEORY[self.name][0]

    @property
    def lower(self) -> float:
        """The exponent of the lower bound."""
        return THEORY[self.name][1]

    def __str__(self) -> str:
        return (
            f"N in {self.asked}: {self.found} "
            f"(Theorem 4.1: {self.upper:g}, lower bound: {self.lower:g})"
        )


def knobs(measured: Measured) -> tuple[Knob, ...]:
    """Every exponent that `measured` can be asked for, in both averages over seeds."""
    figure = measured.figure
    if figure.number not in THEORY:
        return ()
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
    measured: Measured, norm: Norm, asked: Sequence[float], average: Average
) -> Iterator[Knob]:
    number, runs = measured.figure.number, measured.of(norm)
    # Where values were enumerated up to different lengths they do not compare.
    if norm == "rms" or len({max(run.errors) for run in runs}) == 1:
        lengths = sufficient_by(runs, number, asked[0], average)
        yield Knob(
            name=number,
            at=f"error {asked[0]:g}",
            norm=norm,
            found=exponent(lengths),
            lengths=lengths,
            average=average,
        )
    for value, part in by_number(runs, number).items():
        answers = {
            1 / eps: sufficient_length(part, eps, average=average) for eps in asked
        }
        lengths = {x: n for x, n in answers.items() if isinstance(n, SufficientLength)}
        yield Knob(
            name="1/eps",
            at=f"{number} = {value:g}",
            norm=norm,
            found=exponent(lengths),
            lengths=lengths,
            average=average,
        )
