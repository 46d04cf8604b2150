r"""The least sum of counts under linear constraints, exactly: the dual simplex method.

Constraints are :math:`a \cdot y + b \ge 0` with integers, unknowns are :math:`y \ge 0`,
and :math:`\sum_k y_k` is minimized. All unknowns 0 is optimal without constraints; each
new constraint is repaired by pivots with Bland's rule, which terminate. If there is no
solution, the last row is a Farkas certificate: a sum of constraints with nonnegative
multipliers that no :math:`y \ge 0` fulfills.
"""

from fractions import Fraction
from typing import TypeAlias

from lengthwise.theory.programs.count_views import Condition

Multipliers: TypeAlias = tuple[tuple[int, Fraction], ...]
"""Multipliers of some constraints, by their indices."""

Row: TypeAlias = list[Fraction]
"""Coefficients of the nonbasic unknowns, and the constant last."""


class LeastLength:
    """A simplex tableau; constraints are added one by one.

    Examples:
        >>> table = LeastLength(2)
        >>> table.add(Condition((2, -1), -3)), table.add(Condition((0, 1), -2))
        (None, None)
        >>> table.solution
        (Fraction(5, 2), Fraction(2, 1))
        >>> table.add(Condition((-1, -1), 4))
        ((0, Fraction(1, 2)), (1, Fraction(3, 2)), (2, Fraction(1, 1)))
    """

    def __init__(self, unknowns: int) -> None:
        self.unknowns = unknowns
        self.outside = list(range(unknowns))
        self.rows: dict[int, Row] = {}
        self.conditions: list[Condition] = []
        self.goal: Row = [Fraction(1)] * unknowns + [Fraction(0)]

    def copy(self) -> "LeastLength":
        """A copy of the tableau, to which other constraints can be added."""
        new = LeastLength(0)
        new.unknowns = self.unknowns
        new.outside = list(self.outside)
        new.rows = {name: list(row) for name, row in self.rows.items()}
        new.conditions = list(self.conditions)
        new.goal = list(self.goal)
        return new

    @property
    def length(self) -> Fraction:
        """The minimum."""
        return self.goal[-1]

    @property
    def solution(self) -> tuple[Fraction, ...]:
        """Unknowns that attain the minimum and fulfill all constraints."""
        zero = [Fraction(0)]
        return tuple(self.rows.get(k, zero)[-1] for k in range(self.unknowns))

    def add(self, condition: Condition) -> Multipliers | None:
        """Adds a constraint.

        Returns:
            ``None`` if the constraints are still feasible; otherwise multipliers of
            constraints, in the order in which they were added, whose sum cannot be 0 or
            more.
        """
        row = [Fraction(0)] * self.unknowns + [Fraction(condition.constant)]
        columns = {name: column for column, name in enumerate(self.outside)}
        for name, factor in enumerate(condition.coefficients):
            if factor and name in columns:
                row[columns[name]] += factor
            elif factor:
                row = _plus(row, factor, self.rows[name])
        self._forget_weaker(condition)
        self.rows[self.unknowns + len(self.conditions)] = row
        self.conditions.append(condition)
        return self._repaired()

    def _forget_weaker(self, condition: Condition) -> None:
        """Drops the rows of constraints implied by a new one."""
        for name in list(self.rows):
            if name >= self.unknowns:
                old = self.conditions[name - self.unknowns]
                same = old.coefficients == condition.coefficients
                if same and old.constant >= condition.constant:
                    del self.rows[name]

    def _repaired(self) -> Multipliers | None:
        while True:
            negative = [name for name, row in self.rows.items() if row[-1] < 0]
            if not negative:
                return None
            leaving = min(negative)
            row = self.rows[leaving]
            entering = [
                (self.goal[column] / row[column], name, column)
                for column, name in enumerate(self.outside)
                if row[column] > 0
            ]
            if not entering:
                return self._contradiction(leaving)
            self._pivot(leaving, min(entering)[2])

    def _contradiction(self, leaving: int) -> Multipliers:
        row = self.rows[leaving]
        total = {leaving: Fraction(1)}
        total |= {name: -row[column] for column, name in enumerate(self.outside)}
        found = (
            (name - self.unknowns, factor)
            for name, factor in total.items()
            if name >= self.unknowns and factor
        )
        return tuple(sorted(found))

    def _pivot(self, leaving: int, column: int) -> None:
        """Pivots: swaps a nonbasic unknown with the one of a row."""
        row = self.rows.pop(leaving)
        factor = row[column]
        solved = [-one / factor for one in row]
        solved[column] = 1 / factor
        for name, other in self.rows.items():
            if other[column]:
                self.rows[name] = _replaced(other, column, solved)
        self.goal = _replaced(self.goal, column, solved)
        self.rows[self.outside[column]] = solved
        self.outside[column] = leaving


def _plus(row: Row, factor: int, other: Row) -> Row:
    return [one + factor * more for one, more in zip(row, other, strict=True)]


def _replaced(row: Row, column: int, solved: Row) -> Row:
    """A row in which the unknown of a column is replaced using another row."""
    factor = row[column]
    new = [one + factor * more for one, more in zip(row, solved, strict=True)]
    new[column] = factor * solved[column]
    return new
