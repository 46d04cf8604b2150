"""Labels of many words at once, in NumPy, compared with the Python label.

A `batch_rule` is called as ``f(tokens, lengths, **numbers)``. Row w of ``tokens`` holds
the indices of the symbols of word w in the alphabet, from 0, and -1 after its end;
``lengths`` holds the lengths. It returns an array with one row per word:

=========  ==========================================================================
output     contents of a row
=========  ==========================================================================
Real       a number (the array may have one axis or two)
Vector(n)  n numbers
Accept     true or false
State      the state, a whole number
NextSet    true or false for each symbol of the alphabet, and last for the end
=========  ==========================================================================
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lengthwise.errors import LengthwiseError, SpecError
from lengthwise.printable import shown_word
from lengthwise.tasks.labels.checked_labels import what_failed
from lengthwise.tasks.labels.rules import resolve
from lengthwise.tasks.outputs import END, NextSet, NextToken, Real, Vector
from lengthwise.tasks.task import Task
from lengthwise.words import Word

TOLERANCE = 1e-6
"""The relative tolerance on values above 1: training is in float32."""

PADDING = -1
"""Padding after the end of a word."""


def tokens_of(task: Task, words: Sequence[Word]) -> tuple[np.ndarray, np.ndarray]:
    """Returns words as batch rules receive them: indices of symbols, and lengths.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> tokens, lengths = tokens_of(task("simple"), [("0", "2"), ("1",)])
        >>> tokens.tolist(), lengths.tolist()
        ([[0, 2], [1, -1]], [2, 1])
    """
    lengths = np.array([len(word) for word in words], dtype=np.int64)
    tokens = np.full((len(words), max(lengths, default=0)), PADDING, dtype=np.int64)
    for row, word in enumerate(words):
        tokens[row, : len(word)] = task.alphabet.encode(word)
    return tokens, lengths


def batch_labels(
    task: Task, tokens: np.ndarray, lengths: np.ndarray
) -> np.ndarray[Any, Any]:
    """Returns the labels computed by a task's batch rule, one row per word.

    Raises:
        SpecError: There is none, it fails, or it returns an array of another shape.
    """
    if task.batch_rule is None or isinstance(task.output, NextToken):
        raise SpecError(
            f"the task {task} has no label of many words at once; give it a batch_rule "
            "(tasks with answers have none)"
        )
    rule = resolve(task.batch_rule, task.origin)
    try:
        labels = np.asarray(rule(tokens, lengths, **dict(task.numbers)))
    except (LengthwiseError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        module = task.batch_rule.partition(":")[0]
        raise SpecError(
            f"{task.batch_rule} fails on {len(tokens)} words: "
            f"{what_failed(error, module)}"
        ) from error
    width = _width(task)
    if labels.shape == (len(tokens), 1) and width == ():
        labels = labels[:, 0]
    if labels.shape != (len(tokens), *width):
        raise SpecError(
            f"{task.batch_rule} returns an array of the shape {labels.shape} for "
            f"{len(tokens)} words; output {type(task.output).__name__} asks for "
            f"{(len(tokens), *width)}"
        )
    return labels


def _width(task: Task) -> tuple[int, ...]:
    match task.output:
        case Vector(size):
            return (size,)
        case NextSet():
            return (len(task.alphabet) + 1,)
        case _:
            return ()


def check_batch_rule(task: Task, words: Sequence[Word]) -> None:
    """Compares the batch rule of a task with its label on some words.

    Raises:
        SpecError: They differ; the message names the first such word.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> check_batch_rule(task("simple"), [("0",)])
        Traceback (most recent call last):
        lengthwise.errors.SpecError: the task simple:omega=4 has no label of many words
        at once; give it a batch_rule (tasks with answers have none)
    """
    labels = batch_labels(task, *tokens_of(task, words))
    for word, row in zip(words, labels, strict=True):
        label = task.label(word)
        if not _agrees(task, row, label):
            raise SpecError(
                f"{task.batch_rule} says {row.tolist()} for the word "
                f"{shown_word(word)}, {task.rule} says {label}; they must be equal"
            )


def _agrees(task: Task, row: np.ndarray, label: Any) -> bool:  # noqa: ANN401
    if isinstance(task.output, Real | Vector):
        if row.dtype.kind not in "iuf":
            return False
        limit = TOLERANCE * np.maximum(1.0, np.abs(label))
        return bool(np.all(np.abs(row - np.asarray(label)) <= limit))
    if isinstance(task.output, NextSet):
        label = np.array([symbol in label for symbol in (*task.alphabet, END)])
    expected = np.asarray(label)
    return row.dtype.kind in _KINDS[expected.dtype.kind] and bool(
        np.all(row == expected)
    )


_KINDS = {"b": "b", "i": "iu"}
