"""Known limit transformers for tasks with real outputs, with an error that is proved.

One place for all who need the machine of a task: the verdict and the pages of studies.
"""

import math
from dataclasses import dataclass
from itertools import count

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.evaluate import last
from lengthwise.limit.exact_k_gram import exact_k_gram
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.witnesses import mod_p_task, simple_task
from lengthwise.tasks.task import Task
from lengthwise.words import Word

KNOWN = ("simple", "modp", "kgram")
"""The tasks with a known machine."""

SINE = 0.01
"""The machine of a sine has so many pieces that its error is at most this."""

CELLS = 2_000_000
"""All words up to a length are looked at; so many numbers pass through the machine."""

ROUNDING = 1e-9
"""What float64 may add to an error that is proved for real numbers."""


@dataclass(frozen=True, kw_only=True)
class KnownMachine:
    """A limit transformer, and how far it is from its task at most.

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
    """All words of a task up to a length, through its known machine.

    Attributes:
        longest: The length; one less than the shortest word where there are too many.
        words: How many.
        error: The largest error of an output, in float64.
    """

    longest: int
    words: int
    error: float


def known_machine(task: Task) -> KnownMachine:
    r"""The machine of a task, with the error that is proved.

    Attention has 8 bits and gaps between logits of 8 or more, so from length 2 on it is
    uniform over the largest logits. What is then averaged is exact for ``modp`` and
    ``kgram``; the sine of ``simple`` is interpolated in :math:`m` pieces, with an error
    of at most :math:`\omega^2/(2 m^2)`, and :math:`m` is chosen for 0.01.

    Raises:
        SpecError: No machine of the task is known.
        TooLargeError: The machine would not fit into memory.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> found = known_machine(task("simple:omega=100"))
        >>> found.machine.layers[0].mlp.units, round(found.error, 4)
        (708, 0.01)
        >>> known_machine(task("kgram")).error
        0.0
    """
    numbers = dict(task.numbers)
    if task.name == "simple":
        return _sine(task, float(numbers["omega"]))
    if task.name == "modp":
        return KnownMachine(
            task=task,
            machine=mod_p_task(p=int(numbers["p"]), k=int(numbers["k"])),
            error=0.0,
            proof=(
                "rounding to 8 bits drops every key outside the residue class from "
                "length 2 on"
            ),
        )
    if task.name == "kgram":
        return KnownMachine(
            task=task,
            machine=exact_k_gram(k=int(numbers["k"]), S=int(numbers["S"])),
            error=0.0,
            proof=(
                "Heaviside units recover the k symbols before each position, and "
                "rounding to 8 bits drops every key but the full matches, or all but "
                "$, which says 1/S, where there is none"
            ),
        )
    raise SpecError(f"{task.name} has no construction; use {', '.join(KNOWN)}")


def exhausted(known: KnownMachine) -> Exhausted:
    """All short words of the task through its machine, whose error must be kept.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> exhausted(known_machine(task("kgram:k=1,S=2")))
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
    found = last(known.machine, words)
    gaps = np.abs(found - labels.reshape(found.shape)).max(axis=1)
    place = int(gaps.argmax())
    wrong = f"the machine of {known.task} is off by {gaps[place]} on {words[place]}"
    assert gaps[place] <= known.error + ROUNDING, wrong
    return float(gaps[place])


def _sine(task: Task, omega: float) -> KnownMachine:
    pieces = max(64, math.ceil(abs(omega) / math.sqrt(2 * SINE)))
    return KnownMachine(
        task=task,
        machine=simple_task(omega=omega, pieces=pieces),
        error=(omega / pieces) ** 2 / 2,
        proof=(
            "rounding to 8 bits drops every 2 from length 2 on, and a sine in "
            f"{pieces} linear pieces is off by at most omega^2/(2 * {pieces}^2)"
        ),
    )
