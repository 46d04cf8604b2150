r"""How the sufficient length grows with each knob, beside what theory says.

The published figures test the dependence on :math:`\omega` and :math:`\Delta` only, and
on average only. Here the exponents in :math:`\omega`, :math:`\Delta` and
:math:`1/\varepsilon` are fitted in both norms. Beside them stand the exponents of the
bounds, computed from the machines of the tasks (`lengthwise.analysis.bound_exponents`):
in :math:`\omega` they are about 4 and 2, as :math:`L` of a ReLU net that computes the
task grows as :math:`\omega^2`. Both are about the worst case over words and machines, so
an average may grow more slowly.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from lengthwise.analysis.answer import CannotSay
from lengthwise.analysis.bound_exponents import INVERSE, Growth, growth
from lengthwise.analysis.exponent import Exponent, exponent
from lengthwise.analysis.sufficient import SufficientLength, sufficient_length
from lengthwise.studies.figure import Figure, Measured, Norm
from lengthwise.studies.trends import by_number, sufficient_by


@dataclass(frozen=True, slots=True, kw_only=True)
class Knob:
    """A fitted exponent of the sufficient length.

    Attributes:
        name: What is turned: a number of the task, or ``1/eps``.
        at: What is held fixed.
        norm: In which norm the error is asked.
        found: The exponent, or why there is none.
        lengths: The sufficient lengths that it was fitted to.
        theory: How the bounds grow, by the machines of the task.
    """

    name: str
    at: str
    norm: Norm
    found: Exponent | CannotSay
    lengths: Mapping[float, SufficientLength]
    theory: Growth

    def __str__(self) -> str:
        return (
            f"N in {self.name} at {self.at}, {self.norm}: {self.found} ({self.theory})"
        )


def theory_of(figure: Figure) -> dict[str, Growth]:
    """The growth of the bounds in the number of a figure, and in one over the error.

    The second are by value of the number, as ``omega = 4``, at the errors of the root
    mean square; their exponents do not depend on which errors are asked.

    Examples:
        >>> from lengthwise.studies.izzo import figure
        >>> found = theory_of(figure("izzo-fig1"))
        >>> print(found["omega"].upper)
        3.44 (izzo-4.1-explicit, safe L)
    """
    trials = [grid[0] for grid in figure.full or figure.small]
    grids = figure.full or figure.small
    numbers = dict(trials[0].numbers)
    values = sorted(
        {float(trial.numbers[figure.number]) for grid in grids for trial in grid}
    )
    name = trials[0].task
    if len(values) < 2 or len(figure.eps) < 2:
        return {}
    found = {figure.number: growth(name, numbers, figure.number, values, figure.eps[0])}
    inverse = [1 / eps for eps in figure.eps]
    for value in values:
        fixed = {**numbers, figure.number: value}
        found[f"{figure.number} = {value:g}"] = growth(
            name, fixed, INVERSE, inverse, figure.eps[0]
        )
    return found


def knobs(measured: Measured) -> tuple[Knob, ...]:
    """Every exponent that `measured` can be asked for."""
    figure = measured.figure
    theory = theory_of(figure)
    if not theory:
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
                    theory=theory[figure.number],
                )
            )
        for value, part in by_number(runs, figure.number).items():
            answers = {1 / eps: sufficient_length(part, eps) for eps in asked}
            lengths = {
                x: n for x, n in answers.items() if isinstance(n, SufficientLength)
            }
            found.append(
                Knob(
                    name=INVERSE,
                    at=f"{figure.number} = {value:g}",
                    norm=norm,
                    found=exponent(lengths),
                    lengths=lengths,
                    theory=theory[f"{figure.number} = {value:g}"],
                )
            )
    return tuple(found)
