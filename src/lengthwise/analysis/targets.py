"""The labels of the averaging tasks for many words at once, from their counts.

The plain labels stand in `lengthwise.tasks.labels`; these are tested equal to them.
"""

import numpy as np
from jaxtyping import Float, Int

from lengthwise.errors import SpecError
from lengthwise.tasks.task import Task
from lengthwise.words import Word


def targets(
    task: Task, counts: Int[np.ndarray, "batch symbols delta"], suffix: Word
) -> Float[np.ndarray, " batch"]:
    """The label of each word with these prefix counts and this suffix.

    Args:
        task: ``simple`` or ``modp``; the period of the counts must be a multiple of
            the task's.
        counts: Per word, how often each symbol stands in each residue class.
        suffix: The last symbols of all words.

    Raises:
        SpecError: The task has no such labels, or the period does not fit.
    """
    numbers = dict(task.numbers)
    total = _with_suffix(task, counts, suffix)
    if task.name == "simple":
        zeros, ones = total[:, 0].sum(axis=1), total[:, 1].sum(axis=1)
        both = zeros + ones
        share = (zeros - ones) / np.maximum(both, 1)
        return np.asarray(np.sin(float(numbers["omega"]) * share))
    if task.name == "modp":
        p, k = int(numbers["p"]), int(numbers["k"])
        if counts.shape[2] % p:
            raise SpecError(f"counts of period {counts.shape[2]} do not show t mod {p}")
        chosen = total[:, :, k % p :: p].sum(axis=2)
        return np.asarray(chosen[:, 1] / np.maximum(chosen.sum(axis=1), 1))
    raise SpecError(f"task {task.name} is not decided by counts; use simple or modp")


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
