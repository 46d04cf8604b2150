"""Which of the given words trained nets accept, read after the last symbol.

A net trained for recognition answers with one number. A net trained to predict the next
symbols accepts a word if it allows the word to end.
"""

from collections.abc import Sequence
from functools import partial

import jax
import numpy as np
from jaxtyping import Array, Bool, Float

from lengthwise.errors import SpecError
from lengthwise.models import Models, Weights, Words
from lengthwise.tasks.outputs import Accept, NextSet
from lengthwise.training.batch import shapes
from lengthwise.training.bundle_program import PRECISION
from lengthwise.training.evaluating._given_words import given_batch
from lengthwise.training.evaluating._judged_batches import Trained, groups_of
from lengthwise.training.evaluating._word_batches import WORD_BATCH, padded_places
from lengthwise.training.recipe import Recipe
from lengthwise.words import Word


def accepted(
    recipe: Recipe, trained: Trained, words: Sequence[Word]
) -> Bool[np.ndarray, "nets words"]:
    """Returns which words each net accepts.

    Args:
        recipe: How the nets were trained.
        trained: Lanes and their weights.
        words: The words; for next-symbol tasks, prefixes of members.

    Raises:
        SpecError: The task has another output, or the nets cannot read words of this
            length.
    """
    task = recipe.subject
    if not isinstance(task.output, Accept | NextSet):
        raise SpecError(
            f"task {task} does not decide membership in a language; use a task in "
            "the format recognize-last, recognize-end or next-set"
        )
    if not words:
        return np.zeros((len(trained), 0), dtype=bool)
    places = padded_places(task, max(map(len, words)))
    reach = recipe.model.longest
    longest = max(map(len, words))
    if reach is not None and longest + 1 > reach:
        raise SpecError(
            f"a word of {longest} symbols; the net reads at most {reach} positions"
        )
    every, groups = shapes(task).every, groups_of(recipe, trained)
    told = []
    for first in range(0, len(words), WORD_BATCH):
        some = list(words[first : first + WORD_BATCH])
        full = some + some[:1] * (WORD_BATCH - len(some))
        inputs = given_batch(task, full, places).inputs
        assert isinstance(inputs, Words)
        parts = [
            np.asarray(_last(recipe.model, every, one.nets, inputs))[: one.count]
            for one in groups
        ]
        told.append(np.concatenate(parts)[:, : len(some)])
    return np.concatenate(told, axis=1) > 0


@partial(jax.jit, static_argnums=(0, 1))
def _last(
    model: Models,
    every: bool,  # noqa: FBT001
    nets: Weights,
    words: Words,
) -> Float[Array, "nets words"]:
    """The output after the last symbol: the only one, or that of the end symbol."""

    def one(net: Weights) -> Float[Array, " words"]:
        outputs = model.run(net, words, every=every)[..., -1]
        if not every:
            return outputs[:, 0]
        place = words.lengths[:, None] - 1
        return jax.numpy.take_along_axis(outputs, place, axis=1)[:, 0]

    with jax.default_matmul_precision(PRECISION):
        return jax.lax.map(one, nets)
