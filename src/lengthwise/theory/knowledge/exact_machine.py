"""The limit transformer of a task with real outputs, with a proved error bound."""

from dataclasses import dataclass
from itertools import count

import numpy as np

from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.evaluator import last
from lengthwise.tasks.task import Task
from lengthwise.words import Word

CELLS = 2_000_000
"""The limit on values computed while checking all words up to a length."""

ROUNDING = 1e-9
"""The allowance for float64 beyond an error proved for real numbers."""


@dataclass(frozen=True, kw_only=True)
class KnownMachine:
    """A limit transformer with a bound on its error.

    Attributes:
        task: The task.
        machine: The limit transformer.
        error: Upper bound on the error of any output, on all words of the task of any
            length.
        proof: The proof, in a sentence or two.
    """

    task: Task
    machine: LimitTransformer
    error: float
    proof: str


@dataclass(frozen=True, kw_only=True)
class Exhausted:
    """The errors of the known machine of a task on all inputs up to a length.

    longest: The length; one less than the shortest word if there are too many.
        words: The number of words.
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
    """The largest error of an output on `words`, which must be within the bound."""
    labels = np.array([known.task.label(word) for word in words], dtype=np.float64)
    outputs = last(known.machine, words)
    gaps = np.abs(outputs - labels.reshape(outputs.shape)).max(axis=1)
    place = int(gaps.argmax())
    wrong = f"the machine of {known.task} is off by {gaps[place]} on {words[place]}"
    assert gaps[place] <= known.error + ROUNDING, wrong
    return float(gaps[place])
