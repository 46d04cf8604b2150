"""Sums of counts that a program compares, which can be stored in place of the counts.

The counts over all positions in a comparison or in a branch of a conditional form one
sum. Sums that are multiples of each other are merged. A nondecreasing sum may be capped
once a comparison no longer changes; if it also occurs in another one, it is stored
twice. If a value could overflow 64 bits, each count is its own sum.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from lengthwise.crasp.core.nodes import AtLeastZero, Choice, Core, Count, Form

EXACT = 2**62
"""Numbers below it, and sums of two of them, fit into 64 bits."""

_LONG = 2**31
"""No count exceeds this."""

Terms: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of an index and a coefficient."""


@dataclass(frozen=True, slots=True)
class Part:
    """A sum of counts, and its cap.

    Attributes:
        terms: Indices of counts over all positions, with their coefficients.
        cap: Larger values of the sum are equivalent to this one.
    """

    terms: Terms
    cap: int | None


@dataclass(frozen=True, slots=True)
class KeptSums:
    """The sums that a program needs.

    Attributes:
        parts: Each sum once.
        columns: For each form, its sums with their factors.
        others: For each form, its other terms.
        exact: Whether all numbers fit into 64 bits.
    """

    parts: tuple[Part, ...]
    columns: dict[Form, Terms]
    others: dict[Form, Terms]
    exact: bool


def kept_sums(plain: Core, used: Sequence[int]) -> KeptSums:
    r"""Returns the sums that a program compares.

    Args:
        plain: The program.
        used: The indices on which its output depends.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> from lengthwise.crasp.core.desugar import core
        >>> plain = core(parse('d = # "a" - # "b"\naccept d >= 1 && 2*d <= 7'))
        >>> kept_sums(plain, range(len(plain.nodes))).parts
        (Part(terms=((1, 1), (3, -1)), cap=None),)
        >>> plain = core(parse('accept # "a" >= 5'))
        >>> kept_sums(plain, range(len(plain.nodes))).parts
        (Part(terms=((1, 1),), cap=5),)
    """
    exact = _bound(plain, used) < EXACT
    numbers: dict[tuple[Terms, bool], int] = {}
    caps: dict[Terms, int] = {}
    columns: dict[Form, Terms] = {}
    others: dict[Form, Terms] = {}
    for form, is_compared in _forms(plain, used):
        counted = tuple(t for t in form.terms if _is_global(plain, t[0]))
        others[form] = tuple(t for t in form.terms if t not in counted)
        pieces = [counted] if exact and counted else [(term,) for term in counted]
        near = _range(plain, others[form])
        found = []
        for piece in pieces:
            factor, terms = _primitive(piece)
            rises = all(k > 0 for _, k in terms)
            stops = is_compared and rises and near is not None and piece == counted
            if stops and near is not None:
                cap = _cap(form.constant + near[factor < 0], factor)
                caps[terms] = max(caps.get(terms, 0), cap)
            found.append((numbers.setdefault((terms, stops), len(numbers)), factor))
        columns[form] = tuple(found)
    parts = tuple(
        Part(terms, min(caps[terms], EXACT) if stops else None)
        for terms, stops in numbers
    )
    return KeptSums(parts, columns, others, exact)


def _range(plain: Core, terms: Terms) -> tuple[int, int] | None:
    """The range of a sum of counts at lags; ``None`` for other sums."""
    least = most = 0
    for place, factor in terms:
        node = plain.nodes[place]
        if not isinstance(node, Count) or node.lags is None:
            return None
        reach = factor * len(node.lags)
        least, most = least + min(reach, 0), most + max(reach, 0)
    return least, most


def _forms(plain: Core, used: Sequence[int]) -> Iterator[tuple[Form, bool]]:
    """Every form that is needed, and whether it is compared with 0."""
    for place in used:
        match plain.nodes[place]:
            case AtLeastZero(form):
                yield form, True
            case Choice(_, then, otherwise):
                yield then, False
                yield otherwise, False
            case _:
                pass


def _is_global(plain: Core, place: int) -> bool:
    node = plain.nodes[place]
    return isinstance(node, Count) and node.lags is None


def _primitive(terms: Terms) -> tuple[int, Terms]:
    """A factor and coprime terms, the first one positive.

    Examples:
        >>> _primitive(((0, -2), (3, 4)))
        (-2, ((0, 1), (3, -2)))
    """
    common = math.gcd(*(k for _, k in terms))
    factor = common if terms[0][1] > 0 else -common
    return factor, tuple((place, k // factor) for place, k in terms)


def _cap(constant: int, factor: int) -> int:
    """The value of a sum from which on the sign of the form is constant.

    Examples:
        >>> _cap(-5, 2), _cap(5, -2)
        (3, 3)
    """
    if factor > 0:
        return -(constant // factor)
    return constant // -factor + 1


def _bound(plain: Core, used: Sequence[int]) -> int:
    """An upper bound on the absolute value of all forms."""
    bounds: dict[int, int] = {}
    largest = 0

    def of(form: Form) -> int:
        nonlocal largest
        total = abs(form.constant) + sum(abs(f) * bounds[k] for k, f in form.terms)
        largest = max(largest, total)
        return total

    for place in used:
        match plain.nodes[place]:
            case Count():
                bounds[place] = _LONG
            case Choice(_, then, otherwise):
                bounds[place] = max(of(then), of(otherwise))
            case AtLeastZero(form):
                of(form)
            case _:
                pass
    return largest
