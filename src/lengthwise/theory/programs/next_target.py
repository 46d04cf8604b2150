"""Learning targets of tasks with outputs: next sets, with one line per symbol.

A task with questions and answers is scored at the positions of answers; a task with
next sets, after every prefix.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from random import Random

import numpy as np

from lengthwise.crasp.language.program import Program
from lengthwise.crasp.running.interpreter import batch
from lengthwise.errors import SpecError, TooLargeError
from lengthwise.tasks.outputs import END, NextSet, NextToken
from lengthwise.tasks.task import Task
from lengthwise.theory.programs.learning_target import MOST_POSITIONS, USUAL_POSITIONS
from lengthwise.words import Alphabet, Word

MOST_LENGTHS = 12
"""The longest training questions if no length is given."""

FURTHER_DRAWS = 30
"""The instances of a length count as complete after this many draws per instance
without a new one."""

TESTS = 2_000
SET_TESTS = 100
LENGTHS = 40
"""The number of longer inputs, the number if every prefix is scored, and the largest
excess in length."""


@dataclass(frozen=True, kw_only=True)
class NextTarget:
    """The next sets for all inputs of a task up to a length.

    Attributes:
        task: The task.
        alphabet: The symbols of a program for it.
        symbols: The possible next symbols, which need a line.
        lengths: The lengths of training inputs in the task's own measure.
        scored: For each scored prefix, the length of its input and its next set.
        words: The inputs.
    """

    task: Task
    alphabet: Alphabet
    symbols: tuple[str, ...]
    lengths: tuple[int, ...]
    scored: Mapping[Word, tuple[int, tuple[str, ...]]]
    words: tuple[Word, ...]

    @property
    def name(self) -> str:
        """The name in a sentence."""
        return f"the task {self.task}"

    def longer(self) -> list[Word]:
        """Inputs drawn from longer lengths, a fixed number; none if there are none."""
        rng = Random(0)
        longest = self.lengths[-1]
        lengths = self.task.lengths(longest + 1, longest + LENGTHS)
        if not lengths:
            return []
        return [
            self.task.draw(rng, lengths[k % len(lengths)]) for k in range(self.tests)
        ]

    @property
    def longest_test(self) -> int:
        """The length of the longest of them; 0 if there are none."""
        longest = self.lengths[-1]
        return max(self.task.lengths(longest + 1, longest + LENGTHS), default=0)

    @property
    def tests(self) -> int:
        """The number of longer inputs to draw."""
        return SET_TESTS if isinstance(self.task.output, NextSet) else TESTS


def asks_what_follows(task: Task) -> bool:
    """Whether a task is learned with one line per symbol.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> asks_what_follows(task("sort")), asks_what_follows(task("dyck1"))
        (True, False)
    """
    if isinstance(task.output, NextToken):
        return True
    return isinstance(task.output, NextSet) and task.language is None


def next_target(task: Task, length: int | None) -> NextTarget:
    """Returns the next sets for all inputs of a task up to a length.

    Args:
        task: The task.
        length: The longest inputs; ``None``: as long as all inputs together have about
            600 prefixes.

    Raises:
        TooLargeError: There are too many inputs.
        SpecError: There is none.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> target = next_target(task("sort:symbols=3"), 2)
        >>> target.symbols, len(target.words)
        (('0', '1', '2', '<eos>'), 9)
    """
    most = MOST_LENGTHS if length is None else length
    room = USUAL_POSITIONS if length is None else MOST_POSITIONS
    scored: dict[Word, tuple[int, tuple[str, ...]]] = {}
    words: list[Word] = []
    lengths: list[int] = []
    prefixes: set[Word] = set()
    for n in task.lengths(0, most):
        found = _inputs(task, n, room)
        more = {word[:k] for word in found or () for k in range(1, len(word) + 1)}
        if found is None or len(prefixes | more) > room:
            if length is not None or not lengths:
                raise TooLargeError(
                    f"the inputs of {task} up to length {n} have more than {room:,} "
                    "prefixes; use a smaller length or fewer symbols",
                    size=max(room + 1, len(prefixes | more)),
                    limit=room,
                )
            break
        prefixes |= more
        words += found
        lengths.append(n)
        for word in found:
            for k, label in task.targets(word).items():
                if k:
                    following = (label,) if isinstance(label, str) else label
                    assert isinstance(following, tuple)
                    scored.setdefault(word[:k], (n, tuple(map(str, following))))
    if not scored:
        raise SpecError(f"{task} has no input up to length {most}; use a larger length")
    seen = set(chain.from_iterable(symbols for _, symbols in scored.values()))
    alphabet = Alphabet(dict.fromkeys((*task.alphabet, END)))
    return NextTarget(
        task=task,
        alphabet=alphabet,
        symbols=tuple(symbol for symbol in alphabet if symbol in seen),
        lengths=tuple(lengths),
        scored=scored,
        words=tuple(words),
    )


def _inputs(task: Task, length: int, most: int) -> list[Word] | None:
    """All inputs of a length, found by sampling; ``None`` if more than `most`."""
    rng = Random(length)
    found: dict[Word, None] = {}
    waited = 0
    while waited < FURTHER_DRAWS * (len(found) + 10):
        word = task.draw(rng, length)
        waited = waited + 1 if word in found else 0
        found[word] = None
        if len(found) > most:
            return None
    return sorted(found, key=task.alphabet.encode)


def wrong_prefix(program: Program, task: Task, words: list[Word]) -> Word | None:
    """Returns a shortest prefix after which the outputs of a program and a task differ.

    Args:
        program: A program with ``next`` lines.
        task: A task with next sets.
        words: Inputs of the task.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> from lengthwise.tasks.catalogue import task
        >>> sort = task("sort", symbols=3)
        >>> words = [sort.word("<bos> 1 0 <sep> 0 1 <eos>")]
        >>> wrong_prefix(load("sort:symbols=3"), sort, words) is None
        True
    """
    emits = batch(program, words).emits
    wrong: list[Word] = []
    for row, word in enumerate(words):
        for n, label in task.targets(word).items():
            following = {label} if isinstance(label, str) else set(_symbols(label))
            said = {a for a, holds in emits.items() if n and holds[row, n - 1]}
            if n and said != following:
                wrong.append(word[:n])
                break
    return min(wrong, key=len, default=None)


def _symbols(label: object) -> tuple[str, ...]:
    assert isinstance(label, tuple)
    return label


def described_instances(target: NextTarget) -> str:
    """The number and the lengths of longer inputs."""
    longest = target.lengths[-1]
    lengths = target.task.lengths(longest + 1, longest + LENGTHS)
    return f"{target.tests:,} drawn ones of lengths {lengths[0]} to {lengths[-1]}"


def entries_of(target: NextTarget, words: tuple[Word, ...]) -> tuple[np.ndarray, ...]:
    """The labels of each symbol for scored prefixes, and the lengths of these."""
    here = [target.scored.get(word) for word in words]
    labeled = np.array([one is not None for one in here])
    lengths = np.array([0 if one is None else one[0] for one in here])
    labels = [
        np.array([one is not None and symbol in one[1] for one in here])
        for symbol in target.symbols
    ]
    return (labeled, lengths, *labels)
