"""Labels that are functions of counts, for many words at once."""

import numpy as np
from jaxtyping import Float, Int

from lengthwise.errors import SpecError
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.functions_of_counts import CountLabel
from lengthwise.theory.knowledge.lookup import knowledge_of
from lengthwise.words import Word


def count_label(task: Task) -> CountLabel | None:
    """Returns the label as a function of counts; ``None`` if not known to be one.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> count_label(task("modp:p=5,k=1")), count_label(task("kgram"))
        (MeanOfClass(period=5, residue=1), None)
    """
    label = knowledge_of(task).label
    return None if label is None else label(task)


def targets(
    task: Task, counts: Int[np.ndarray, "batch symbols delta"], suffix: Word
) -> Float[np.ndarray, " batch"]:
    """The label of each word with these prefix counts and this suffix.

    Args:
        task: A task with labels from counts, such as ``simple`` and ``modp``; the
            period of the counts must be a multiple of the task's.
        counts: For each word, the count of each symbol in each residue class.
        suffix: The last symbols of all words.

    Raises:
        SpecError: The task has no such labels, or the period does not fit.
    """
    label = count_label(task)
    if label is None:
        raise SpecError(
            f"the label of {task.name} is not known to follow from counts; use a task "
            "such as simple or modp"
        )
    return label.of(_with_suffix(task, counts, suffix))


def _with_suffix(
    task: Task, counts: Int[np.ndarray, "batch symbols delta"], suffix: Word
) -> Int[np.ndarray, "batch symbols delta"]:
    total = counts.copy()
    prefix = counts.sum(axis=(1, 2))
    rows = np.arange(len(counts))
    for place, symbol in enumerate(suffix, start=1):
        residue = (prefix + place) % counts.shape[2]
        total[rows, task.alphabet.index(symbol), residue] += 1
    return total
