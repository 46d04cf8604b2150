"""The limit transformer of a task with real outputs, with an error that is proved."""

from dataclasses import dataclass
from itertools import count

import numpy as np

from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.evaluator import last
from lengthwise.tasks.task import Task
from lengthwise.words import Word

CELLS = 2_000_000
"""All words up to a length are looked at; so many numbers pass through the machine."""

ROUNDING = 1e-9
"""What float64 may add to an error that is proved for real numbers."""


@dataclass(frozen=True, kw_only=True)
class KnownMachine:
    """A limit transformer with a bound on its error.

    Attributes:
        task: The task.
        machine: The limit transformer.
        error: No output is off by more, on any word of the task, of any length.
        proof: Why, in a sentence or two.
    """

    task: Task
    machine: LimitTransformer
    error: float
    proof: str


@dataclass(frozen=True, kw_only=True)
class Exhausted:
    """The errors of the known machine of a task on all inputs up to a length.

    Attributes:
        longest: The length; one less than the shortest word where there are too many.
        words: How many.
        error: The largest error of an output, in float64.
    """

    longest: int
    words: int
    error: float


def short_word_errors(known: KnownMachine) -> Exhausted:
    """Runs the machine on all short inputs of the task and checks its error bound.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> from lengthwise.theory.knowledge.lookup import known_machine
        >>> short_word_errors(known_machine(task("kgram:k=1,S=2")))
        Exhausted(longest=12, words=8188, error=0.0)
    """
    machine, task = known.machine, known.task
    wide = machine.width + max(layer.mlp.units for layer in machine.layers)
    cells, words, worst = 0, 0, 0.0
    for length in count(task.min_length):
        cells += length * wide * len(task.alphabet) ** length
        if cells > CELLS:
            break
        chosen = list(task.alphabet.words(length))
        worst = max(worst, _error(known, chosen))
        words += len(chosen)
    return Exhausted(longest=length - 1, words=words, error=worst)


def _error(known: KnownMachine, words: list[Word]) -> float:
    """The largest error of an output on `words`, which must be one that is allowed."""
    labels = np.array([known.task.label(word) for word in words], dtype=np.float64)
    outputs = last(known.machine, words)
    gaps = np.abs(outputs - labels.reshape(outputs.shape)).max(axis=1)
    place = int(gaps.argmax())
    wrong = f"the machine of {known.task} is off by {gaps[place]} on {words[place]}"
    assert gaps[place] <= known.error + ROUNDING, wrong
    return float(gaps[place])
