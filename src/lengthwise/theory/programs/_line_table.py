"""Every line of small programs, once: lines as vectors with indices.

Two Boolean lines that hold at the same prefixes are one entry (observational
equivalence), whatever their texts. Entries are looked up by their packed bits. Booleans
and counts are numbered separately; results of operations are cached.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b

import numpy as np
from jaxtyping import Bool, Int8

from lengthwise.theory.programs._prefix_tree import PrefixTree


@dataclass(frozen=True, kw_only=True)
class Fragment:
    """The lines that a program may have.

    Attributes:
        constants: A comparison is ``c <= d + k``, ``c <= k`` or the negation of one,
            for numbers k of absolute value at most this.
        lags: The distances of guards.
        periods: The periods of positional predicates.
    """

    constants: int = 1
    lags: tuple[int, ...] = ()
    periods: tuple[int, ...] = ()

    @cached_property
    def moduli(self) -> tuple[tuple[int, int], ...]:
        """Every period with each of its residues."""
        return tuple((m, r) for m in self.periods for r in range(m))


@dataclass(eq=False)
class LineTable:
    """The lines over one tree of prefixes.

    Attributes:
        tree: The prefixes.
        fragment: The allowed lines.
        holds: For each Boolean line where it holds.
        values: For each count line its values.

    Examples:
        >>> from lengthwise.words import Alphabet
        >>> table = LineTable(PrefixTree.of_all(Alphabet("ab"), 3), Fragment())
        >>> a, b = table.first_lines[:2]
        >>> table.negation(a) == b
        True
    """

    tree: PrefixTree
    fragment: Fragment
    holds: list[Bool[np.ndarray, " prefixes"]] = field(default_factory=list)
    values: list[Int8[np.ndarray, " prefixes"]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._boolean_of: dict[bytes, int] = {}
        self._count_of: dict[bytes, int] = {}
        self._counts: dict[int, tuple[int, ...]] = {}
        self._comparisons: dict[tuple[int, int], tuple[int, ...]] = {}
        self._conjunctions: dict[tuple[int, int], int] = {}
        self._negations: dict[int, int] = {}
        self.never = self.boolean(np.zeros(len(self.tree), bool))
        self.always = self.boolean(np.ones(len(self.tree), bool))
        symbols = [self.tree.last == k for k in range(len(self.tree.alphabet))]
        position = self.tree.lengths
        moduli = [position % m == r for m, r in self.fragment.moduli]
        self.first_lines = tuple(map(self.boolean, [*symbols, *moduli]))

    def boolean(self, holds: Bool[np.ndarray, " prefixes"]) -> int:
        """The index of the Boolean line that holds at these prefixes."""
        key = np.packbits(holds).tobytes()
        number = self._boolean_of.setdefault(key, len(self.holds))
        if number == len(self.holds):
            self.holds.append(holds)
        return number

    def counts(self, boolean: int) -> tuple[int, ...]:
        """The count lines of a Boolean line: without a guard, then at each lag."""
        known = self._counts.get(boolean)
        if known is None:
            holds = self.holds[boolean]
            vectors = [self.tree.counts(holds)]
            vectors += [self.tree.shifted(holds, d) for d in self.fragment.lags]
            known = self._counts[boolean] = tuple(map(self._count, vectors))
        return known

    def _count(self, values: Int8[np.ndarray, " prefixes"]) -> int:
        key = blake2b(values.tobytes(), digest_size=16).digest()
        number = self._count_of.setdefault(key, len(self.values))
        if number == len(self.values):
            self.values.append(values)
        return number

    def comparisons(self, count: int, other: int = -1) -> tuple[int, ...]:
        """The Boolean lines that compare two counts, or one with constants.

        Those that are constant are omitted.
        """
        pair = (count, other) if count > other else (other, count)
        known = self._comparisons.get(pair)
        if known is None:
            found = {line for line, _, _ in self.thresholds(*pair)}
            known = self._comparisons[pair] = tuple(sorted(found))
        return known

    def thresholds(self, count: int, other: int = -1) -> Iterator[tuple[int, int, int]]:
        """Each comparison as (line, sign, constant): sign (c - d) + constant >= 0."""
        difference, most = self.values[count], self.fragment.constants
        least = 0
        if other >= 0:
            difference = difference - self.values[other]
            least = -most - 1  # d - c <= most is the negation of c - d <= least
        for k in range(least, most + 1):
            small = difference <= k
            line = self.boolean(small)
            if line not in (self.never, self.always):
                yield line, -1, k
                yield self.boolean(~small), 1, -k - 1

    def conjunction(self, line: int, other: int) -> int:
        """The conjunction of two lines."""
        pair = (line, other) if line < other else (other, line)
        known = self._conjunctions.get(pair)
        if known is None:
            both = self.holds[line] & self.holds[other]
            known = self._conjunctions[pair] = self.boolean(both)
        return known

    def negation(self, line: int) -> int:
        """The negation of a line."""
        known = self._negations.get(line)
        if known is None:
            known = self._negations[line] = self.boolean(~self.holds[line])
            self._negations[known] = line
        return known

    @property
    def bytes(self) -> int:
        """The approximate memory of the lines."""
        entries = len(self.tree) + 200
        pairs = len(self._comparisons) + len(self._conjunctions)
        return entries * (len(self.holds) + len(self.values)) + 200 * pairs
