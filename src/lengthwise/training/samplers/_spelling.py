"""Questions and answers on the device: indices of symbols, and sizes."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import jax.numpy as jnp
from jaxtyping import Array, Int, Key

from lengthwise.tasks.task import Task

Lengths: TypeAlias = Int[Array, " words"]
Symbols: TypeAlias = Int[Array, "words places"]
Questions: TypeAlias = tuple[Symbols, Lengths]
"""Questions, or answers, and their sizes."""

DrawQuestions: TypeAlias = Callable[[Task, Key[Array, ""], Lengths, int], Questions]
"""Draws questions of given lengths; the last argument is the largest of these."""

Answer: TypeAlias = Callable[[Task, Symbols, Lengths], Questions]
"""Returns the answers to questions, in arrays that may be wider than necessary."""


def spelled(task: Task, symbols: Iterable[str], values: Symbols) -> Symbols:
    """Returns values as symbols of the alphabet: value v is the v-th of `symbols`.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> spelled(task("addition"), "+10", jnp.array([[0, 1, 2]])).tolist()
        [[2, 1, 0]]
    """
    codes = jnp.array(task.alphabet.encode(symbols), dtype=jnp.int32)
    return codes[values]


def number_of(task: Task, name: str) -> int:
    """Returns a parameter of the task.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> number_of(task("sort:symbols=7"), "symbols")
        7
    """
    return int(dict(task.numbers)[name])
