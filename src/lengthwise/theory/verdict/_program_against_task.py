"""Compares a program with a task, on all short words and on random ones."""

import math
from itertools import count
from random import Random

from lengthwise.crasp.language.program import Program
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.errors import SpecError, WordError
from lengthwise.printable import shown_word
from lengthwise.tasks.outputs import Accept
from lengthwise.tasks.task import Task
from lengthwise.theory.programs.next_target import wrong_prefix
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

    Raises:
        SpecError: They differ on one of these words.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> from lengthwise.tasks.catalogue import task
        >>> equality_basis(load("dyck1"), task("dyck1@recognize-last")).partition(
        ...     " and "
        ... )[0]
        'equal to the task on all words up to length 8'
        >>> equality_basis(load("contains_ab"), task("ends_in_b@recognize-last"))
        Traceback (most recent call last):
        lengthwise.errors.SpecError: ...
    """
    rng = Random(0)
    lengths = task.lengths(1, max(LONGEST, task.min_length + 2 * task.stride))
    times = math.ceil(DRAWN / len(lengths))
    drawn = [task.draw(rng, n) for n in lengths for _ in range(times)]
    longest_drawn = f"up to length {lengths[-1]}"
    if isinstance(task.output, Accept):
        short, longest = _short(task)
        wrong = _wrong_word(program, task, [*short, *drawn])
        basis = (
            f"equal to the task on all words up to length {longest} and on "
            f"{len(drawn)} random words {longest_drawn}"
        )
    else:
        wrong = wrong_prefix(program, task, drawn)
        basis = f"checked on {len(drawn)} random instances of {task} {longest_drawn}"
    if wrong is not None:
        raise SpecError(
            f"the program for {task} and its label function differ on the word "
            f"{shown_word(wrong)}; correct one of them"
        )
    return basis


def _wrong_word(program: Program, task: Task, words: list[Word]) -> Word | None:
    """The first word with a label on which the program differs."""
    labels = {}
    for word in words:
        try:
            labels[word] = task.label(word)
        except WordError:  # it has no label
            continue
    for word, says in zip(labels, accepted(program, labels), strict=True):
        if says != labels[word]:
            return word
    return None


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
