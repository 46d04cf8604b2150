"""The outputs of a machine along one word, where the order of symbols matters."""

from collections.abc import Mapping
from typing import TypeAlias

from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.evaluator import last
from lengthwise.tasks.task import Task
from lengthwise.words import Word

Vector: TypeAlias = tuple[float, ...]


def outputs_and_labels(
    task: Task, machine: LimitTransformer, word: Word, lengths: tuple[int, ...]
) -> Mapping[int, tuple[Vector, Vector]]:
    """The outputs of `machine` and the labels on prefixes of `word`, by length.

    Lengths for which the task has no words are skipped.

    Args:
        task: A task with real outputs.
        machine: A machine of any depth.
        word: A word of the task.
        lengths: The lengths of the prefixes.

    Examples:
        >>> from lengthwise.limit.constructions.k_gram import k_gram
        >>> from lengthwise.tasks.catalogue import task
        >>> one, machine = task("kgram:k=1,S=2"), k_gram(k=1, S=2, b=40.0, c=40.0)
        >>> pairs = outputs_and_labels(one, machine, tuple("10" * 8), (15,))
        >>> [round(value, 9) for value in pairs[15][0]], pairs[15][1]
        ([0.875, 0.125], (1.0, 0.0))
    """
    known = [n for n in lengths if n >= task.min_length]
    starts = [word[:n] for n in known]
    outputs = last(machine, starts).tolist()
    return {
        n: (tuple(y), vector(task, start))
        for n, start, y in zip(known, starts, outputs, strict=True)
    }


def vector(task: Task, word: Word) -> Vector:
    """The label of `word` as a vector, one number per output.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> vector(task("modp:p=1"), ("1", "0"))
        (0.5,)
    """
    label = task.label(word)
    return tuple(map(float, label)) if isinstance(label, tuple) else (float(label),)
