"""Certificates that equations have no integer solution, as multiples of the equations.

Integer column operations make the equations triangular (Hermite normal form). If the
first unknown with a fractional value is number p, row p of the inverse gives multiples
of the equations whose sum has integer coefficients and a fractional constant.
"""

from collections.abc import Sequence
from fractions import Fraction

from lengthwise.theory.programs._least_length import Multipliers
from lengthwise.theory.programs.count_views import Condition


def no_whole_solution(known: Sequence[Condition]) -> Multipliers | None:
    """Returns multiples of equations among conditions that certify it, or ``None``.

    A condition that is known together with its opposite is an equation; equations must
    have a rational solution.

    Examples:
        >>> odd = Condition((2, -4), -3)
        >>> no_whole_solution([odd, Condition((-2, 4), 3)])
        ((0, Fraction(1, 2)),)
        >>> no_whole_solution([odd]) is None
        True
    """
    return fractional_sum(known, _equations(known))


def fractional_sum(
    known: Sequence[Condition], numbers: Sequence[int]
) -> Multipliers | None:
    """Returns multiples of equations whose sum states that an integer is a fraction.

    All coefficients of the sum are integers, its constant is not. ``None`` if the
    equations have an integer solution.

    Args:
        known: Conditions.
        numbers: The indices of those that are taken as equations; together they must
            have a rational solution.

    Examples:
        >>> fractional_sum([Condition((3, -3), -2)], [0])
        ((0, Fraction(1, 3)),)
    """
    rows = [known[k] for k in numbers]
    columns = [list(c) for c in zip(*(row.coefficients for row in rows), strict=True)]
    pivots: list[int] = []
    solution: list[Fraction] = []
    for place, row in enumerate(rows):
        p = len(pivots)
        if not _one_entry(columns[p:], place):
            continue
        pivot = next(k for k in range(p, len(columns)) if columns[k][place])
        columns[p], columns[pivot] = columns[pivot], columns[p]
        pivots.append(place)
        rest = -row.constant - sum(
            columns[k][place] * value for k, value in enumerate(solution)
        )
        solution.append(Fraction(rest) / columns[p][place])
        if solution[p].denominator > 1:
            factors = _inverse_row(columns, pivots)
            named = zip((numbers[k] for k in pivots), factors, strict=True)
            return tuple((k, factor) for k, factor in named if factor)
    return None


def _equations(known: Sequence[Condition]) -> list[int]:
    """The indices of equations, one of each pair of opposite conditions."""
    places: dict[Condition, int] = {}
    for k, condition in enumerate(known):
        places.setdefault(condition, k)
    return [
        k for condition, k in places.items() if places.get(condition.opposite(), -1) > k
    ]


def _one_entry(columns: list[list[int]], place: int) -> bool:
    """Subtracts columns until at most one has an entry in a row; does one remain?"""
    while True:
        rest = [column for column in columns if column[place]]
        if len(rest) < 2:
            return bool(rest)
        least = min(rest, key=lambda column: abs(column[place]))
        for column in rest:
            if column is not least:
                times = column[place] // least[place]
                for k, value in enumerate(least):
                    column[k] -= times * value


def _inverse_row(columns: list[list[int]], pivots: list[int]) -> list[Fraction]:
    """The last row of the inverse of a triangular matrix."""
    last = len(pivots) - 1
    factors = [Fraction(0)] * len(pivots)
    factors[last] = Fraction(1, columns[last][pivots[last]])
    for k in range(last - 1, -1, -1):
        later = range(k + 1, len(pivots))
        total = sum((factors[j] * columns[k][pivots[j]] for j in later), Fraction(0))
        factors[k] = -total / columns[k][pivots[k]]
    return factors
