"""What theory asks of the training length at an error, picked from all theorems.

Theory speaks of the sup error over *all* words, from agreement on all shorter words. A
measured length speaks of the root mean square error of nets that were trained. The two
stand side by side, and are never the same thing.
"""

from dataclasses import dataclass

from lengthwise.analysis.exact import OFF, ExactPart, bounds_of, perturbed
from lengthwise.theory.bounds.automata import DFA
from lengthwise.theory.bounds.average import AVERAGE
from lengthwise.theory.bounds.lower import LOWER
from lengthwise.theory.bounds.one_layer import FULL, HARDMAX, WORKSHOP
from lengthwise.theory.bounds.table import Bounds, Entry
from lengthwise.theory.bounds.two_layer import LEMMA, TWO_LAYER

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


def guarantee(exact: ExactPart, eps: float, *, agreement: float = 0.0) -> Guarantee:
    """What theory asks of the training length of a net that learns `exact`.

    Args:
        exact: The construction that is learned.
        eps: Sup error.
        agreement: The largest error over all words up to the training length.

    Examples:
        >>> from lengthwise.analysis.exact import exact_part
        >>> from lengthwise.tasks.catalogue import task
        >>> found = guarantee(exact_part(task("simple", omega=2)), 0.1)
        >>> found.at_most.theorem.name, found.at_least.theorem.name
        ('izzo-4.1-explicit', 'lower-delta-l-eps')
    """
    table = bounds_at(exact, eps, agreement=agreement)
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


def bounds_at(exact: ExactPart, eps: float, *, agreement: float = 0.0) -> Bounds:
    """All theorems at an error: those of `exact`, or computed the same way."""
    if agreement == 0 and eps in exact.bounds:
        return exact.bounds[eps]
    copy = perturbed(exact.in_class, OFF, seed=0)
    return bounds_of(exact.task, exact.in_class, copy, eps, agreement=agreement)


def _rank(entry: Entry) -> tuple[bool, float]:
    assert entry.size is not None, "only bounds that apply are ranked"
    return entry.theorem.basis == "sketched", entry.size.log10
