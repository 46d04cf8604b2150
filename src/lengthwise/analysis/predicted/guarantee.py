"""The training length for an error according to theory, from all theorems.

Theory bounds the sup error over *all* words, given agreement on all shorter words. A
measured length is about the root mean square error of trained nets. They are shown side
by side but are different quantities.
"""

from dataclasses import dataclass

from lengthwise.analysis.predicted.construction import (
    OFF,
    ExactPart,
    bounds_of,
    perturbed,
)
from lengthwise.theory.theorems.bound_entry import Entry
from lengthwise.theory.theorems.bound_table import Bounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarantee:
    """The training length according to theory.

    Attributes:
        eps: The sup error.
        at_least: A lower bound: no shorter length suffices for every pair of machines.
        at_most: A sufficient length with explicit constants: the smallest proved one,
            or else the smallest with a proof sketch.
        orders: Published asymptotic bounds with unknown constants set to one.
    """

    eps: float
    at_least: Entry | None
    at_most: Entry | None
    orders: tuple[Entry, ...]


def guarantee(exact: ExactPart, eps: float) -> Guarantee:
    """Returns the training length for a machine that agrees with `exact`.

    It uses the norms and margins of the construction and of its perturbed copy, and
    assumes exact agreement. The error of a trained net on short words does not enter
    here, since the net has norms and margins of its own.

    Args:
        exact: The construction to be learned.
        eps: The sup error.

    Examples:
        >>> from lengthwise.analysis.predicted.construction import exact_part
        >>> from lengthwise.tasks.catalogue import task
        >>> needs = guarantee(exact_part(task("simple", omega=2)), 0.1)
        >>> needs.at_most.theorem.name, needs.at_least.theorem.name
        ('izzo-4.1-explicit', 'lower-delta-l-eps')
    """
    table = bounds_at(exact, eps)
    return Guarantee(
        eps=eps,
        at_least=table.lower,
        at_most=table.upper,
        orders=tuple(
            entry for entry in table if entry.applies and entry.theorem.column
        ),
    )


def bounds_at(exact: ExactPart, eps: float) -> Bounds:
    """All theorems at an error, from `exact` or computed in the same way."""
    if eps in exact.bounds:
        return exact.bounds[eps]
    copy = perturbed(exact.in_class, OFF, seed=0)
    return bounds_of(exact.task, exact.in_class, copy, eps)
