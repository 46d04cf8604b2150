"""The largest constant in a program's comparisons, expressed in letter counts."""

from collections.abc import Sequence
from typing import TypeAlias

from lengthwise.crasp.core.nodes import (
    And,
    AtLeastZero,
    Choice,
    Core,
    Count,
    Form,
    Not,
    operands,
)
from lengthwise.crasp.language.syntax import Symbol, Truth

Values: TypeAlias = list[int]
"""The value of a node without counts, for each letter at its position."""

Ranges: TypeAlias = list[tuple[int, int]]
"""Smallest and largest coefficient of each letter, and of the constant (last)."""


def largest_number(plain: Core, used: Sequence[int]) -> int:
    """Returns the largest number when comparisons are expressed in letter counts.

    A comparison is then between 0 and a linear combination of letter counts plus a
    constant. If conditionals give several such combinations, each coefficient is
    maximized over all of them.

    Args:
        plain: A program of counting depth at most 1, without positional predicates.
        used: The indices of nodes that its output depends on, in order.

    Examples:
        >>> from lengthwise.crasp.core.desugar import core
        >>> from lengthwise.crasp.language.parser import parse
        >>> plain = core(parse('accept # "a" + # ("a" || "b") >= 5*# "b"'))
        >>> largest_number(plain, range(len(plain.nodes)))
        4
    """
    letters = plain.alphabet.symbols
    known: dict[int, Values] = {}
    ranges: dict[int, Ranges] = {}
    largest = 1
    for place in used:
        node = plain.nodes[place]
        if all(k in known for k in operands(node)) and not isinstance(node, Count):
            known[place] = _values(plain, place, known)
        match node:
            case Count(where, _):
                counted = [(one, one) for one in known[where]]
                ranges[place] = [*counted, (0, 0)]
            case Choice(_, then, otherwise):
                both = _range(then, ranges, letters), _range(otherwise, ranges, letters)
                ranges[place] = [
                    (min(low, other), max(high, more))
                    for (low, high), (other, more) in zip(*both, strict=True)
                ]
            case AtLeastZero(form) if place not in known:
                spans = _range(form, ranges, letters)
                largest = max(largest, *(abs(end) for pair in spans for end in pair))
            case _:
                pass
    return largest


def _values(plain: Core, place: int, known: dict[int, Values]) -> Values:
    """The value of a node without counts, for each letter."""
    places = range(len(plain.alphabet))
    match plain.nodes[place]:
        case Symbol(name):
            return [int(letter == name) for letter in plain.alphabet]
        case Truth(value):
            return [int(value) for _ in places]
        case Not(of):
            return [1 - value for value in known[of]]
        case And(parts):
            return [min(known[part][k] for part in parts) for k in places]
        case Choice(test, then, otherwise):
            return [
                _value(then if known[test][k] else otherwise, k, known) for k in places
            ]
        case node:
            assert isinstance(node, AtLeastZero), "there are no positions here"
            return [int(_value(node.form, k, known) >= 0) for k in places]


def _value(form: Form, letter: int, known: dict[int, Values]) -> int:
    return form.constant + sum(k * known[place][letter] for place, k in form.terms)


def _range(form: Form, ranges: dict[int, Ranges], letters: Sequence[str]) -> Ranges:
    """The smallest and largest coefficients of a form."""
    total = [(0, 0)] * len(letters) + [(form.constant, form.constant)]
    for place, factor in form.terms:
        for k, pair in enumerate(ranges[place]):
            low, high = sorted(factor * end for end in pair)
            total[k] = (total[k][0] + low, total[k][1] + high)
    return total
