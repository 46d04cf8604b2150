"""The goal of a program, and the words on which a line meets it, up to a length."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from jaxtyping import Bool, Int

from lengthwise.theory.programs._line_table import LineTable

WITNESSES = 16
"""Pairs of a member and a non-member used to filter pairs of counts."""


class Goal:
    """The labels up to a length, as bit masks over words.

    A conjunction is correct if and only if each of its parts holds at all members and
    every non-member is excluded by some part. So a part is described by the non-members
    at which it holds, and a conjunction is correct if its masks have no common bit.
    """

    def __init__(
        self,
        table: LineTable,
        labels: Bool[np.ndarray, " prefixes"],
        labeled: Bool[np.ndarray, " prefixes"],
        length: int,
        lengths: Int[np.ndarray, " prefixes"] | None = None,
    ) -> None:
        self._table = table
        self._labels = labels
        self._labeled = labeled
        self.length = length
        self._lengths = table.tree.lengths if lengths is None else lengths
        short = labeled & (self._lengths <= length)
        self._members = short & labels
        self._others = short & ~labels
        self.everything = (_mask(self._others), _mask(self._members))
        self._parts: tuple[dict[int, int | None], ...] = ({}, {})
        self._agreements: dict[int, int] = {}
        self.candidates = 0
        pairs = list(
            product(*map(_spread, (self._members, self._others))),
        )
        chosen = pairs[:: max(1, len(pairs) // WITNESSES)][:WITNESSES]
        self._inside = np.array([inside for inside, _ in chosen], dtype=np.int64)
        self._outside = np.array([outside for _, outside in chosen], dtype=np.int64)
        self._marks = np.zeros((1, len(chosen)), dtype=np.int16)
        self._marked = 0

    def part(self, line: int, *, of_opposite: bool = False) -> int | None:
        """The wrongly accepted words as a mask; ``None`` if a member is rejected.

        Args:
            line: A Boolean line.
            of_opposite: Whether the goal is the complement of the labels.
        """
        known = self._parts[of_opposite]
        if line not in known:
            right, wrong = self._members, self._others
            if of_opposite:
                right, wrong = wrong, right
            holds = self._table.holds[line]
            missing = bool(np.any(right & ~holds))
            known[line] = None if missing else _mask(wrong & holds)
        return known[line]

    def agreement(self, line: int) -> int:
        """The largest n such that a line is correct on all labeled words up to n."""
        known = self._agreements.get(line)
        if known is None:
            wrong = (self._table.holds[line] != self._labels) & self._labeled
            lengths = self._lengths[wrong] if wrong.any() else self._lengths + 1
            known = int(lengths.min() if wrong.any() else lengths.max()) - 1
            self._agreements[line] = known
        return known

    def is_met_by(self, line: int) -> bool:
        """Whether a line is correct on all labeled words up to the length."""
        return self.agreement(line) >= self.length

    def separable(
        self, counts: Sequence[int], others: Sequence[int]
    ) -> Int[np.ndarray, "pairs 2"]:
        """The indices (in `counts`, in `others`) of pairs a threshold may separate.

        No comparison of a pair that is not returned is correct. The index -1 in
        `others` stands for no count.
        """
        self._mark()
        first = self._marks[np.array(counts, dtype=np.int64) + 1]
        second = self._marks[np.array(others, dtype=np.int64) + 1]
        differences = first[:, None, :] - second[None, :, :]
        self.candidates += differences.shape[0] * differences.shape[1]
        rises = differences.min(axis=2) > 0
        return np.argwhere(rises | (differences.max(axis=2) < 0))

    def _mark(self) -> None:
        """Records, for new counts, their differences between the witnesses."""
        values = self._table.values
        if self._marked == len(values):
            return
        fresh = np.stack(values[self._marked :]).astype(np.int16)
        marks = fresh[:, self._inside] - fresh[:, self._outside]
        room = len(self._marks) - self._marked - 1
        if room < len(marks):
            more = np.zeros((len(values) + len(marks), marks.shape[1]), np.int16)
            self._marks = np.concatenate([self._marks[: self._marked + 1], more])
        self._marks[self._marked + 1 : len(values) + 1] = marks
        self._marked = len(values)


def _mask(chosen: Bool[np.ndarray, " prefixes"]) -> int:
    return int.from_bytes(np.packbits(chosen).tobytes(), "big")


def _spread(chosen: Bool[np.ndarray, " prefixes"]) -> list[int]:
    """A few of the chosen indices, evenly spread."""
    places = np.flatnonzero(chosen)
    some = np.linspace(0, len(places) - 1, num=min(len(places), WITNESSES))
    return [int(places[int(k)]) for k in some]
