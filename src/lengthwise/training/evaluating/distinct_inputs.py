"""The number of distinct inputs of an evaluation: short lengths have few."""

from collections.abc import Mapping

import numpy as np

from lengthwise.models import Words
from lengthwise.tasks.task import Task
from lengthwise.training.evaluating._word_batches import WORD_BATCH, drawn_batch
from lengthwise.training.samplers.device_sampler import drawn_on_device


def distinct_inputs(
    task: Task, words: Mapping[int, int], *, seed: int
) -> dict[int, int]:
    """Returns the number of distinct inputs drawn, by length.

    The inputs are drawn again, since an evaluation is determined by its seed. Tasks
    whose labels come from counts are omitted, since their words are not drawn.

    Args:
        task: The task.
        words: The number of inputs drawn, by length.
        seed: The seed of the evaluation.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> distinct_inputs(task("aa_star"), {8: 64}, seed=0)
        {8: 1}
    """
    if drawn_on_device(task):
        return {}
    counts = {}
    for length, number in words.items():
        seen: set[bytes] = set()
        for batch in range(-(-number // WORD_BATCH)):
            drawn = drawn_batch(
                task, seed=seed, length=length, number=batch, widest=max(words)
            )
            assert isinstance(drawn.inputs, Words)
            tokens, lengths = map(np.asarray, drawn.inputs[:2])
            left = number - batch * WORD_BATCH
            for row, read in zip(tokens[:left], lengths[:left], strict=True):
                seen.add(row[:read].tobytes())
        counts[length] = len(seen)
    return counts
