"""The lengths of a task as an eventually periodic pattern, for use on the device."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import lcm

import jax
import jax.numpy as jnp
import numpy as np

from lengthwise.automata.dfa import DFA
from lengthwise.models.inputs import Numbers
from lengthwise.tasks.languages.brackets import Shuffle
from lengthwise.tasks.languages.counter_machines import EqualBlocks
from lengthwise.tasks.laws import UniformWords
from lengthwise.tasks.task import Task


@dataclass(frozen=True)
class LengthPattern:
    """Lengths in increasing order: finitely many, then a repeating pattern.

    Numbers may be on the host or on the device.

    Attributes:
        early: Lengths below `start`.
        start: Where the repeating pattern starts.
        period: The period of the pattern.
        offsets: The lengths in the first period, minus `start`.
        largest: The largest length, if there is one.
    """

    early: tuple[int, ...]
    start: int
    period: int
    offsets: tuple[int, ...]
    largest: int | None

    def up_to(self, most: Numbers | int) -> Numbers:
        """Returns the number of lengths that are at most `most`.

        Examples:
            >>> int(LengthPattern((1,), 4, 4, (0,), None).up_to(9))
            3
        """
        xp = jnp if isinstance(most, jax.Array) else np
        if self.largest is not None:
            most = xp.minimum(most, self.largest)
        early = (xp.array(self.early, dtype=xp.int32) <= most).sum()
        whole, part = xp.divmod(xp.maximum(most - self.start + 1, 0), self.period)
        last = (xp.array(self.offsets, dtype=xp.int32) < part).sum()
        count: Numbers = (early + whole * len(self.offsets) + last).astype(xp.int32)
        return count

    def length(self, number: Numbers) -> Numbers:
        """Returns the lengths with the given indices, from 0.

        Examples:
            >>> LengthPattern((1,), 4, 4, (0,), None).length(np.arange(3)).tolist()
            [1, 4, 8]
        """
        xp = jnp if isinstance(number, jax.Array) else np
        late = xp.maximum(number - len(self.early), 0)
        whole, part = xp.divmod(late, max(len(self.offsets), 1))
        offsets = xp.array(self.offsets or (0,), dtype=xp.int32)
        lengths: Numbers = self.start + whole * self.period + offsets[part]
        if self.early:
            early = xp.array(self.early, dtype=xp.int32)
            known = early[xp.minimum(number, len(self.early) - 1)]
            lengths = xp.where(number < len(self.early), known, lengths)
        return lengths


@lru_cache(maxsize=256)
def length_pattern(task: Task, least: int) -> LengthPattern:
    """Returns the lengths of `task` that are at least `least`.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> length_pattern(task("abab_star"), 1)
        LengthPattern(early=(), start=4, period=4, offsets=(0,), largest=None)
    """
    settled, period = _settled(task)
    low = max(least, task.min_length)
    start = max(settled, low)
    period = lcm(period, task.stride)
    bound = start + period - 1

    def inside(low: int, high: int) -> Iterator[int]:
        steps = range(task.min_length, high + 1, task.stride)
        return (n for n in steps if n >= low and _member(task, n))

    early = tuple(n for n in inside(low, start - 1))
    offsets = tuple(n - start for n in inside(start, bound))
    if offsets and offsets[0] and not early:
        shifted = tuple(n - offsets[0] for n in offsets)
        return LengthPattern((), start + offsets[0], period, shifted, task.max_length)
    return LengthPattern(early, start, period, offsets, task.max_length)


def _member(task: Task, length: int) -> bool:
    """Whether the language from which inputs are drawn has words of this length."""
    if not isinstance(task.law, UniformWords):
        return True
    if isinstance(task.law.language, DFA):
        sets, period = _reachable(task.law.language)
        settled = len(sets) - period
        place = min(length, settled + (length - settled) % period)
        return bool(sets[place] & task.law.language.accepting)
    return task.law.language.members(length) > 0


def _settled(task: Task) -> tuple[int, int]:
    """The start and the period of the pattern of the members' lengths."""
    if not isinstance(task.law, UniformWords):
        return 0, 1
    match task.law.language:
        case DFA():
            sets, period = _reachable(task.law.language)
            return len(sets) - period, period
        case Shuffle():
            return 0, 2
        case EqualBlocks(letters):
            return 1, letters
        case _:
            return 1, 1


@lru_cache(maxsize=64)
def _reachable(dfa: DFA) -> tuple[list[frozenset[int]], int]:
    """The states reachable at each length until they repeat, and the period."""
    known: dict[frozenset[int], int] = {}
    reached = frozenset({dfa.start})
    while reached not in known:
        known[reached] = len(known)
        reached = frozenset(to for state in reached for to in dfa.transitions[state])
    return list(known), len(known) - known[reached]
