"""The training length for an error by theory, picked from all theorems.

Theory is about the sup error over *all* words, from agreement on all shorter words. A
measured length is about the root mean square error of nets that were trained. The two
stand side by side, and are never the same thing.
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
    """The training length by theory.

    Attributes:
        eps: The sup error it is for.
        at_least: No shorter length suffices for every pair of machines.
        at_most: A length that suffices, every constant known: the smallest that is
            proved, or, where none is, that has a proof sketch.
        orders: The published orders with unknown constants set to one.
    """

    eps: float
    at_least: Entry | None
    at_most: Entry | None
    orders: tuple[Entry, ...]


def guarantee(exact: ExactPart, eps: float) -> Guarantee:
    """What theory asks of the training length of a machine that agrees with `exact`.

    It is asked with the norms and margins of the construction and of its perturbed
    copy, and from exact agreement. How far a trained net is from the labels on short
    words does not belong in here: the net has norms and margins of its own.

    Args:
        exact: The construction that is learned.
        eps: Sup error.

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
    """All theorems at an error: those of `exact`, or computed the same way."""
    if eps in exact.bounds:
        return exact.bounds[eps]
    copy = perturbed(exact.in_class, OFF, seed=0)
    return bounds_of(exact.task, exact.in_class, copy, eps)
