"""Two words per row, a short one and a long one, which avoids half-empty rows."""

from functools import lru_cache

import jax
import jax.numpy as jnp
import numpy as np

from lengthwise.errors import SpecError
from lengthwise.models import Words
from lengthwise.models.inputs import Numbers
from lengthwise.tasks.task import Task
from lengthwise.training.batch import Batch
from lengthwise.training.samplers.host_sampler import lengths_of, longest


@lru_cache(maxsize=256)
def packed_places(task: Task, most: int) -> int:
    """Returns the maximum number of positions in a row of two paired words.

    The lengths are paired as by `paired_lengths`: the shortest with the longest, and so
    on. If all inputs of a length take the same number of positions, every row is full.

    Raises:
        SpecError: The task has no input of a length up to `most`.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> packed_places(task("unique_copy"), 50), longest(task("unique_copy"), 50)
        (108, 103)
    """
    places = [longest(task, int(n)) for n in lengths_of(task, 0, most)]
    return max(one + other for one, other in zip(places, places[::-1], strict=True))


def packed(batch: Batch, places: int | None = None) -> Batch:
    """Returns the batch with words 2k and 2k + 1 in row k, the second after the first.

    Targets and scored slots move along, one slot per position, even if each word was
    scored only at its last position. ``lengths`` is the total of both words.

    Args:
        batch: An even number of words, in arrays on the host or on the device, that fit
            into rows in pairs.
        places: The number of positions in a row. Default: that of a word before.

    Raises:
        SpecError: The number of words is odd, or the inputs are not words.

    Examples:
        >>> tokens = np.array([[1, 2, 0, 0], [3, 0, 0, 0]])
        >>> inputs = Words(tokens, np.array([2, 1]))
        >>> whole = Batch(inputs, np.ones((2, 1, 1)), np.ones((2, 1), dtype=bool))
        >>> row = packed(whole)
        >>> row.inputs.tokens.tolist(), row.inputs.begins.tolist()
        ([[1, 2, 3, 0]], [[0, 0, 2, 2]])
        >>> row.scored.tolist()
        [[False, True, True, False]]
    """
    if not isinstance(batch.inputs, Words) or len(batch.inputs.tokens) % 2:
        raise SpecError("rows are packed from an even number of words")
    xp = jnp if isinstance(batch.inputs.tokens, jax.Array) else np
    tokens, lengths, _ = batch.inputs
    places = tokens.shape[1] if places is None else places
    first, second = lengths[0::2, None], lengths[1::2, None]
    place = xp.arange(places)
    is_second = place >= first
    source = xp.where(is_second, place - first, place)
    inside = place < first + second
    source = xp.where(inside, source, 0)

    def moved(values: Numbers) -> Numbers:
        extra = (1,) * (values.ndim - 2)
        which = source.reshape(*source.shape, *extra)
        one = xp.take_along_axis(values[0::2], which, axis=1)
        other = xp.take_along_axis(values[1::2], which, axis=1)
        chosen = is_second.reshape(*source.shape, *extra)
        kept = inside.reshape(*source.shape, *extra)
        blank = xp.zeros((), dtype=values.dtype)
        result: Numbers = xp.where(kept, xp.where(chosen, other, one), blank)
        return result

    targets, scored = batch.targets, batch.scored
    if scored.shape[1] == 1:
        last = xp.arange(tokens.shape[1]) == lengths[:, None] - 1
        scored = last & scored
        targets = xp.where(last[:, :, None], targets, xp.zeros((), targets.dtype))
    begins = xp.where(is_second, first, 0).astype(lengths.dtype)
    inputs = Words(moved(tokens), first[:, 0] + second[:, 0], begins)
    return Batch(inputs, moved(targets), moved(scored))
