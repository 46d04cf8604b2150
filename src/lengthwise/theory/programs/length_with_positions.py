r"""The length at which programs of counting depth 1 with positions must differ.

Let :math:`n` be the number of unknown counts of a `View`, and let no comparison, as a
condition on them, have a coefficient above :math:`A` or a constant above :math:`B`.
Programs that differ, differ on a word with at most :math:`n\, n!\, A^{n-1} (B+1)`
letters before its window; docs/theory.md has the proof.
"""

import math

from lengthwise.crasp.core.nodes import AtLeastZero, Choice, Count, Form
from lengthwise.theory.programs.count_conditions import CountProgram


def length_with_positions(first: CountProgram, second: CountProgram) -> int:
    """Returns a length at which two programs differ at the latest.

    Args:
        first: A program of counting depth at most 1, with or without positions.
        second: Another over the same letters.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> texts = 'accept # ("a" && i mod 2 == 0) >= 2', "accept false"
        >>> length_with_positions(*(CountProgram(parse(text), "a") for text in texts))
        21
    """
    window = 1 + max(first.largest_lag, second.largest_lag)
    numbers = [largest_numbers(one, window) for one in (first, second)]
    coefficient, constant = (max(1, *pair) for pair in zip(*numbers, strict=True))
    unknowns = len(first.letters) * math.lcm(first.period, second.period)
    power: int = coefficient ** (unknowns - 1)
    most: int = unknowns * math.factorial(unknowns) * power * (constant + 1)
    return window + most


def largest_numbers(program: CountProgram, window: int) -> tuple[int, int]:
    """Returns bounds on the coefficients and the constants of all comparisons.

    They are conditions on the counts before the last letters; the negation of a
    comparison may have a constant larger by 1.

    Args:
        program: A program of counting depth at most 1.
        window: The number of last letters.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> program = CountProgram(parse('accept 3*# "a" >= # "b" + 7'), "ab")
        >>> largest_numbers(program, 1)
        (4, 12)
    """
    known: dict[int, tuple[int, int]] = {}
    found = (0, 0)
    for place in program.used:
        match program.plain.nodes[place]:
            case Count(_, lags):
                known[place] = (1, window) if lags is None else (0, len(lags))
            case Choice(_, then, otherwise):
                known[place] = _larger(_sum(then, known), _sum(otherwise, known))
            case AtLeastZero(form):
                coefficient, constant = _sum(form, known)
                found = _larger(found, (coefficient, constant + 1))
            case _:
                pass
    return found


def _sum(form: Form, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    terms = [(abs(factor), known[place]) for place, factor in form.terms]
    coefficient = sum(factor * one for factor, (one, _) in terms)
    return coefficient, abs(form.constant) + sum(k * other for k, (_, other) in terms)


def _larger(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return max(one[0], other[0]), max(one[1], other[1])
