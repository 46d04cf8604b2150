r"""How the sufficient length grows with each knob, beside what theory says.

The published figures test the dependence on :math:`\omega` and :math:`\Delta` only, and
on average only. Here the exponents in :math:`\omega`, :math:`\Delta` and
:math:`1/\varepsilon` are fitted in both norms. Theorem 4.1 bounds the length from above
by a multiple of :math:`\Delta L^2 / \varepsilon^2` (workshop version), the pair of
machines in `lengthwise.theory.bounds` from below by one of
:math:`\Delta L / \varepsilon`; :math:`L` grows with :math:`\omega` linearly. Both are
about the worst case over words and machines, so an average may grow more slowly.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from lengthwise.analysis.answer import CannotSay
from lengthwise.analysis.exponent import Exponent, exponent
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
    """

    name: str
    at: str
    norm: Norm
    found: Exponent | CannotSay
    lengths: Mapping[float, SufficientLength]

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
            f"N in {self.name} at {self.at}, {self.norm}: {self.found} "
            f"(Theorem 4.1: {self.upper:g}, lower bound: {self.lower:g})"
        )


def knobs(measured: Measured) -> tuple[Knob, ...]:
    """Every exponent that `measured` can be asked for."""
    figure = measured.figure
    if figure.number not in THEORY:
        return ()
    found: list[Knob] = []
    norms: tuple[tuple[Norm, tuple[float, ...]], ...] = (
        ("rms", figure.eps),
        ("sup", figure.sup_eps),
    )
    for norm, asked in norms:
        runs = measured.of(norm)
        if not runs or not asked:
            continue
        # Where values were enumerated up to different lengths they do not compare.
        if norm == "rms" or len({max(run.errors) for run in runs}) == 1:
            lengths = sufficient_by(runs, figure.number, asked[0])
            found.append(
                Knob(
                    name=figure.number,
                    at=f"error {asked[0]:g}",
                    norm=norm,
                    found=exponent(lengths),
                    lengths=lengths,
                )
            )
        for value, part in by_number(runs, figure.number).items():
            answers = {1 / eps: sufficient_length(part, eps) for eps in asked}
            lengths = {
                x: n for x, n in answers.items() if isinstance(n, SufficientLength)
            }
            found.append(
                Knob(
                    name="1/eps",
                    at=f"{figure.number} = {value:g}",
                    norm=norm,
                    found=exponent(lengths),
                    lengths=lengths,
                )
            )
    return tuple(found)
