"""Linear algebra modulo a prime, with reconstruction of rational numbers.

A prime field is used to find potentials and combinations. Its results are not trusted:
callers check them over the rationals, and retry with a larger prime on failure.
"""

import math
from fractions import Fraction

import numpy as np
from jaxtyping import Int, Shaped

from lengthwise.errors import TooLargeError

# Mersenne primes. Products modulo the first fit into 64 bits; the others are slow. (No
# docstring: the manual would write out all their digits.)
PRIMES = tuple(2**k - 1 for k in (31, 127, 521, 2203, 9689, 44497))

MOST_CELLS = 40_000_000
"""The largest number of entries that a system holds at a time: 320 MB."""


def primes_for(*, unknowns: int, entries: int) -> tuple[int, ...]:
    """The primes to try, up to the first that is certainly large enough.

    By Hadamard's inequality numerators and denominators of solutions are at most
    ``(entries * sqrt(unknowns)) ** unknowns``.

    Args:
        unknowns: Upper bound on the number of unknowns and equations.
        entries: Upper bound on the absolute values of coefficients.

    Examples:
        >>> primes_for(unknowns=4, entries=10) == PRIMES[:2]
        True
    """
    bits = 2 + 2 * unknowns * math.log2(entries * math.sqrt(unknowns))
    count = sum(prime.bit_length() <= bits for prime in PRIMES)
    return PRIMES[: count + 1]


class Budget:
    """The work that a search may still do, in entries touched.

    Args:
        cells: The number of entries; ``None`` for no limit.
    """

    def __init__(self, cells: int | None = None) -> None:
        self._most = cells
        self._spent = 0

    @property
    def exhausted(self) -> bool:
        """Whether the budget was exceeded."""
        return self._most is not None and self._spent > self._most

    def spend(self, cells: int) -> None:
        """Takes some of the budget.

        Raises:
            TooLargeError: Not enough was left.
        """
        self._spent += cells
        if self._most is not None and self.exhausted:
            raise TooLargeError(
                "the linear systems of this automaton are too large",
                size=self._spent,
                limit=self._most,
            )


class Echelon:
    """Independent vectors in reduced row echelon form; vectors are added one by one.

    A vector has a *head*, which is reduced, and a *tail*, which takes part in all
    operations: when the head becomes zero, the tail remains.

    Args:
        head: The length of heads.
        tail: The length of tails.
        prime: The modulus.
        budget: The budget to charge. Default: no limit.
    """

    def __init__(
        self, head: int, tail: int, prime: int, budget: Budget | None = None
    ) -> None:
        self.prime = prime
        self._budget = budget or Budget()
        self._weight = 1 if prime < 2**32 else 8 + prime.bit_length() // 32
        self.head = head
        self.rank = 0
        kind = np.int64 if prime < 2**32 else np.object_
        self._rows = np.zeros((16, head + tail), dtype=kind)
        self._pivots = np.zeros(16, dtype=np.int64)

    def _spend(self, cells: int) -> None:
        """Charges the budget; numbers that do not fit into 64 bits cost more."""
        self._budget.spend(self._weight * cells)

    @property
    def pivots(self) -> tuple[int, ...]:
        """The pivot of each row: its index in the head."""
        return tuple(self._pivots[: self.rank].tolist())

    def add(
        self, head: Int[np.ndarray, " head"], tail: Int[np.ndarray, " tail"]
    ) -> Shaped[np.ndarray, " tail"] | None:
        """Adds a vector; returns the remaining tail if it depends on the others."""
        vector = self._reduced(head, tail)
        open_places = np.flatnonzero(vector[: self.head])
        if not len(open_places):
            rest: Shaped[np.ndarray, " tail"] = vector[self.head :]
            return rest
        pivot = self._best_pivot(open_places)
        vector = vector * pow(int(vector[pivot]), -1, self.prime) % self.prime
        column = self._rows[: self.rank, pivot]
        for used in _chunks(np.flatnonzero(column)):
            self._spend(len(used) * len(vector))
            part = column[used, None] * vector
            self._rows[used] = (self._rows[used] - part) % self.prime
        self._append(vector, pivot)
        return None

    def rest(
        self, head: Int[np.ndarray, " head"], tail: Int[np.ndarray, " tail"]
    ) -> Shaped[np.ndarray, " tail"] | None:
        """The remaining tail of a vector if it depends on the rows."""
        vector = self._reduced(head, tail)
        if vector[: self.head].any():
            return None
        rest: Shaped[np.ndarray, " tail"] = vector[self.head :]
        return rest

    def _reduced(
        self, head: Int[np.ndarray, " head"], tail: Int[np.ndarray, " tail"]
    ) -> Shaped[np.ndarray, " width"]:
        self._spend(len(head) + len(tail))
        vector = np.concatenate([head, tail]).astype(self._rows.dtype) % self.prime
        factors = vector[self._pivots[: self.rank]]
        for used in _chunks(np.flatnonzero(factors)):
            self._spend(len(used) * len(vector))
            part = factors[used, None] * self._rows[used] % self.prime
            vector = (vector - part.sum(axis=0)) % self.prime
        return vector

    def _best_pivot(self, places: Int[np.ndarray, " open"]) -> int:
        """The pivot, among the first few, that needs the fewest row operations."""
        first = places[:64]
        self._spend(self.rank * len(first))
        used = np.count_nonzero(self._rows[: self.rank, first], axis=0)
        return int(first[np.argmin(used)])

    def _append(self, vector: Shaped[np.ndarray, " width"], pivot: int) -> None:
        if self.rank == len(self._rows):
            if 2 * self._rows.size > MOST_CELLS:
                raise TooLargeError(
                    "the linear systems of this automaton do not fit into memory",
                    size=2 * self._rows.size,
                    limit=MOST_CELLS,
                )
            self._spend(2 * self._rows.size)
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
            self._pivots = np.concatenate([self._pivots, np.zeros_like(self._pivots)])
        self._rows[self.rank] = vector
        self._pivots[self.rank] = pivot
        self.rank += 1


def _chunks(places: Int[np.ndarray, " all"]) -> list[Int[np.ndarray, " _"]]:
    """Splits row indices into blocks that fit into memory."""
    return [places[k : k + 256] for k in range(0, len(places), 256)]


def fraction(value: int, prime: int) -> Fraction:
    """Returns the simplest fraction congruent to `value` modulo `prime`.

    Examples:
        >>> fraction(pow(3, -1, PRIMES[0]) * -2 % PRIMES[0], PRIMES[0])
        Fraction(-2, 3)
    """
    bound = math.isqrt(prime // 2)
    low, high = (value, 1), (prime, 0)
    while low[0] > bound:
        turns = high[0] // low[0]
        low, high = (high[0] - turns * low[0], high[1] - turns * low[1]), low
    return Fraction(low[0], low[1])


def integers(values: Shaped[np.ndarray, " n"], prime: int) -> tuple[int, ...]:
    """Returns the coprime integers proportional to the values.

    The first nonzero one is positive.

    Examples:
        >>> third = pow(3, -1, PRIMES[0])
        >>> integers(np.array([0, PRIMES[0] - third, 1]), PRIMES[0])
        (0, 1, -3)
    """
    known = {value: fraction(value, prime) for value in set(values.tolist())}
    scale = math.lcm(*(number.denominator for number in known.values()))
    whole = {value: int(number * scale) for value, number in known.items()}
    divisor = math.gcd(*whole.values()) or 1
    result = [whole[value] // divisor for value in values.tolist()]
    first = next((number for number in result if number), 1)
    return tuple(number if first > 0 else -number for number in result)
