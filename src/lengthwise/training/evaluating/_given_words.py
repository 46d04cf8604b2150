"""A batch of given words, scored by `Task.targets`: slow and simple."""

from collections.abc import Sequence
from typing import assert_never

import numpy as np

from lengthwise.models import Words
from lengthwise.tasks.outputs import (
    END,
    Accept,
    Label,
    NextSet,
    NextToken,
    Real,
    State,
    Vector,
)
from lengthwise.tasks.task import Task
from lengthwise.training.batch import Batch, closes, columns, shapes
from lengthwise.words import Word


def given_batch(task: Task, words: Sequence[Word], padded: int) -> Batch:
    """Returns a batch of these words; for next-token tasks, of whole instances.

    Args:
        task: The task.
        words: The words.
        padded: Number of positions in the arrays.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> batch = given_batch(task("tomita1"), [("1", "1"), ("1",)], 4)
        >>> batch.inputs.tokens.tolist(), batch.inputs.lengths.tolist()
        ([[2, 1, 1, 0], [2, 1, 0, 0]], [3, 2])
    """
    shape = shapes(task)
    mark = len(task.alphabet)
    slots = padded if shape.every else 1
    tokens = np.zeros((len(words), padded), dtype=np.int32)
    lengths = np.zeros(len(words), dtype=np.int32)
    targets = np.zeros((len(words), slots, columns(task)), dtype=np.float32)
    scored = np.zeros((len(words), slots), dtype=bool)
    for row, word in enumerate(words):
        read = [mark] * shape.begins + list(task.alphabet.encode(word))
        read += [shape.symbols - 1] * closes(task)
        tokens[row, : len(read)] = read
        lengths[row] = len(read)
        for prefix, label in task.targets(word).items():
            slot = prefix + shape.begins - 1 if shape.every else 0
            targets[row, slot] = _numbers(task, label)
            scored[row, slot] = True
    return Batch(Words(tokens, lengths), targets, scored)


def _numbers(task: Task, label: Label | str) -> list[float]:
    """Returns a label as the values of a target."""
    output = task.output
    match output:
        case NextToken():
            return [float(task.alphabet.symbols.index(str(label)))]
        case NextSet():
            assert isinstance(label, tuple)
            return [float(symbol in label) for symbol in (*task.alphabet, END)]
        case Vector():
            assert isinstance(label, tuple)
            return [float(one) for one in label]
        case Real() | Accept() | State():
            assert isinstance(label, float | int)
            return [float(label)]
        case _:
            assert_never(output)
