"""Compares a program with a task, on all short words and on random ones."""

import math
from itertools import count
from random import Random

from lengthwise.crasp.language.program import Program
from lengthwise.crasp.running.interpreter import accepted, batch
from lengthwise.tasks.outputs import Accept
from lengthwise.tasks.task import Task
from lengthwise.words import Word

SHORT_LETTERS = 8_000
"""Total number of letters in the exhaustive comparison on short words."""

LONGEST = 40
DRAWN = 120
"""Approximate number of random words, and their largest length."""


def equality_basis(program: Program, task: Task) -> str:
    """Returns a description of the words on which `program` agreed with `task`.

    A language is compared on every non-empty word up to some length. Other tasks label
    only some words, so random ones are drawn.

    Args:
        program: An acceptor for a recognition task, otherwise one with ``next`` lines.
        task: The task.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> from lengthwise.tasks.catalogue import task
        >>> equality_basis(load("dyck1"), task("dyck1@recognize-last")).partition(
        ...     " and "
        ... )[0]
        'equal to the task on all words up to length 8'
    """
    rng = Random(0)
    lengths = task.lengths(1, max(LONGEST, task.min_length + 2 * task.stride))
    times = math.ceil(DRAWN / len(lengths))
    drawn = [task.draw(rng, n) for n in lengths for _ in range(times)]
    longest_drawn = f"up to length {lengths[-1]}"
    if isinstance(task.output, Accept):
        words, longest = _short(task)
        words += drawn
        for word, says in zip(words, accepted(program, words), strict=True):
            assert says == task.label(word), f"the program is wrong on {word}"
        return (
            f"equal to the task on all words up to length {longest} and on "
            f"{len(drawn)} random words {longest_drawn}"
        )
    emits = batch(program, drawn).emits
    for number, word in enumerate(drawn):
        for n, label in task.targets(word).items():
            if n:
                emitted = {s for s, holds in emits.items() if holds[number, n - 1]}
                right = {label} if isinstance(label, str) else set(_symbols(label))
                assert emitted == right, f"the program is wrong on {word[:n]}"
    return f"checked on {len(drawn)} random instances of {task} {longest_drawn}"


def _symbols(label: object) -> tuple[str, ...]:
    assert isinstance(label, tuple)
    return label


def _short(task: Task) -> tuple[list[Word], int]:
    """All non-empty words up to some length, and that length."""
    words: list[Word] = []
    letters = 0
    for length in count(1):
        letters += length * len(task.alphabet) ** length
        if letters > SHORT_LETTERS and length > 1:
            break
        words += task.alphabet.words(length)
    return words, length - 1
