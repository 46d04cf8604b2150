"""Batches of words drawn from the distribution of a task, in NumPy.

The distributions of `lengthwise.tasks.laws` in arrays: all words of a batch get their
next symbol at once, in integers and without bias. Distributions without an array form
are drawn word by word by `Task.draw`, the reference for all of them.
"""

from random import Random
from typing import assert_never

import numpy as np
from jaxtyping import Int

from lengthwise.tasks.laws import (
    Balanced,
    Compositions,
    Instances,
    Residues,
    Sparse,
    UniformWords,
    Urn,
)
from lengthwise.tasks.task import Task
from lengthwise.training.samplers._acceptors import language_words

URNS = 4096
"""The largest number of urns of a word in an array."""


def law_words(
    task: Task,
    rng: np.random.Generator,
    lengths: Int[np.ndarray, " words"],
    longest: int,
) -> Int[np.ndarray, "words longest"]:
    """Returns words of `task` of the given lengths, padded with zeros.

    Args:
        task: The task; not next-token prediction.
        rng: The source of random numbers.
        lengths: The length of each word.
        longest: The number of columns, at least the largest length.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> rng = np.random.default_rng(0)
        >>> law_words(task("simple"), rng, np.array([3, 5]), 8).shape
        (2, 8)
    """
    symbols = len(task.alphabet)
    tokens: np.ndarray | None = None
    match task.law:
        case Compositions():
            tokens = urn_words(rng, symbols, lengths, longest)
        case Residues(period):
            bits = urn_words(rng, 2, lengths, longest, period=period)
            tokens = _as_symbols(task, bits, lengths)
        case Urn(order):
            if symbols**order <= URNS:
                tokens = urn_words(rng, symbols, lengths, longest, order=order)
        case Sparse(most):
            bits = sparse_words(rng, most, lengths, longest)
            tokens = _as_symbols(task, bits, lengths)
        case UniformWords(language):
            tokens = language_words(rng, language, lengths, longest, balanced=False)
        case Balanced(language):
            tokens = language_words(rng, language, lengths, longest, balanced=True)
        case Instances():
            pass
        case _:
            assert_never(task.law)
    return _one_by_one(task, rng, lengths, longest) if tokens is None else tokens


def _as_symbols(task: Task, bits: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """The bits as the symbols 0 and 1 of the alphabet, wherever these are in it."""
    places = np.array(task.alphabet.encode("01"), dtype=np.int32)
    inside = np.arange(bits.shape[1]) < lengths[:, None]
    return np.where(inside, places[bits], 0)


def _one_by_one(
    task: Task, rng: np.random.Generator, lengths: np.ndarray, longest: int
) -> np.ndarray:
    source = Random(int(rng.integers(2**63)))
    tokens = np.zeros((len(lengths), longest), dtype=np.int32)
    for row, length in enumerate(lengths.tolist()):
        tokens[row, :length] = task.alphabet.encode(task.draw(source, length))
    return tokens


def urn_words(
    rng: np.random.Generator,
    symbols: int,
    lengths: Int[np.ndarray, " words"],
    longest: int,
    *,
    period: int = 1,
    order: int = 0,
) -> Int[np.ndarray, "words longest"]:
    """Returns words drawn from urns, one per residue class and context.

    An urn starts with one of each symbol and gains one of each symbol drawn. The first
    `order` symbols are uniform. A single urn gives the distribution `Compositions`, one
    per class `Residues`, one per context `Urn`.

    Examples:
        >>> rng = np.random.default_rng(0)
        >>> urn_words(rng, 2, np.array([1]), 3)[0, 1:].tolist()
        [0, 0]
    """
    every = np.arange(len(lengths))
    contexts = symbols**order
    held = np.ones((len(lengths), period * contexts, symbols), dtype=np.int64)
    tokens = np.zeros((len(lengths), longest), dtype=np.int32)
    context = np.zeros(len(lengths), dtype=np.int64)
    for place in range(longest):
        if place < order:
            drawn = rng.integers(symbols, size=len(lengths))
        else:
            urn = place % period * contexts + context
            sums = held[every, urn].cumsum(1)
            ticket = rng.integers(sums[:, -1])
            drawn = (ticket[:, None] >= sums[:, :-1]).sum(1)
            held[every, urn, drawn] += 1
        tokens[:, place] = np.where(place < lengths, drawn, 0)
        context = (context * symbols + drawn) % contexts
    return tokens


def sparse_words(
    rng: np.random.Generator,
    most: int,
    lengths: Int[np.ndarray, " words"],
    longest: int,
) -> Int[np.ndarray, "words longest"]:
    """Returns bits with a number of 1s uniform on 0 … min(length, most), as `Sparse`.

    Examples:
        >>> rng = np.random.default_rng(0)
        >>> int(sparse_words(rng, 2, np.array([9]), 9).sum()) <= 2
        True
    """
    left = rng.integers(np.minimum(lengths, most) + 1)
    tokens = np.zeros((len(lengths), longest), dtype=np.int32)
    for place in range(longest):
        places = np.maximum(lengths - place, 1)
        drawn = rng.integers(places) < left
        tokens[:, place] = drawn
        left = left - drawn
    return tokens
