"""What theory asks of the training length at an error, picked from all theorems.

Theory speaks of the sup error over *all* words, from agreement on all shorter words. A
measured length speaks of the root mean square error of nets that were trained. The two
stand side by side, and are never the same thing.
"""

from dataclasses import dataclass

from lengthwise.analysis.predicted.construction import (
    OFF,
    ExactPart,
    bounds_of,
    perturbed,
)
from lengthwise.theory.theorems.automata_lengths import DFA
from lengthwise.theory.theorems.average_case import AVERAGE
from lengthwise.theory.theorems.bound_table import Bounds, Entry
from lengthwise.theory.theorems.lower_bound import LOWER
from lengthwise.theory.theorems.one_layer import FULL, HARDMAX, WORKSHOP
from lengthwise.theory.theorems.two_layer import LEMMA, TWO_LAYER

NOT_UPPER = {theorem.name for theorem in (LOWER, HARDMAX, AVERAGE, LEMMA, DFA)}
"""Theorems that do not say which length suffices for every word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarantee:
    """What theory asks of the training length.

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
        >>> found = guarantee(exact_part(task("simple", omega=2)), 0.1)
        >>> found.at_most.theorem.name, found.at_least.theorem.name
        ('izzo-4.1-explicit', 'lower-delta-l-eps')
    """
    table = bounds_at(exact, eps)
    upper = [
        entry
        for entry in table
        if entry.size is not None and entry.theorem.name not in NOT_UPPER
    ]
    explicit = [entry for entry in upper if entry.constants == "explicit"]
    names = (WORKSHOP.name, FULL.name, TWO_LAYER.name)
    lower = table[LOWER.name]
    return Guarantee(
        eps=eps,
        at_least=lower if lower.applies else None,
        at_most=min(explicit, key=_rank, default=None),
        orders=tuple(entry for entry in upper if entry.theorem.name in names),
    )


def bounds_at(exact: ExactPart, eps: float) -> Bounds:
    """All theorems at an error: those of `exact`, or computed the same way."""
    if eps in exact.bounds:
        return exact.bounds[eps]
    copy = perturbed(exact.in_class, OFF, seed=0)
    return bounds_of(exact.task, exact.in_class, copy, eps)


def _rank(entry: Entry) -> tuple[bool, float]:
    assert entry.size is not None, "only bounds that apply are ranked"
    return entry.theorem.basis == "sketched", entry.size.log10
