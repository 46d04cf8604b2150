"""Losses of trained nets at test lengths, in batches until they are sure enough.

One-layer nets on tasks with counts are run from statistics, at lengths up to 10^9 and
more; other nets of at most two layers read words that stream by, up to 10^6. All lanes
see the same words. Nothing is trained, so new lengths can be asked at any time.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int, Key

from lengthwise.errors import SpecError, StoppedError
from lengthwise.models import Weights, Words, restore_all
from lengthwise.training.batch import Batch, shapes
from lengthwise.training.bundle_program import PRECISION
from lengthwise.training.device.randomness import ROOTS, key_for
from lengthwise.training.device.width import least_width
from lengthwise.training.evaluating._streamed import streamed_penalties
from lengthwise.training.evaluating.score import Score, score_of
from lengthwise.training.lane import LONGEST_WORD, Lane, stack
from lengthwise.training.objective import penalties
from lengthwise.training.recipe import Recipe
from lengthwise.training.samplers.device_sampler import TaskNumbers, device_batch
from lengthwise.training.samplers.drawn_counts import LONGEST
from lengthwise.training.samplers.host_sampler import host_batch, longest

STATISTICS_BATCH = 1024
"""Words in one call of the statistics form."""
LONGEST_READ = 4096
"""The longest words of tasks that are drawn on the host: all pairs are looked at."""
PAIRS = 2**24
"""Pairs of positions that are looked at side by side."""
WORD_BATCH = 64
"""Words in one call of the streaming form, and the fewest that are ever used."""


def evaluate(
    recipe: Recipe,
    trained: Sequence[tuple[Lane, Mapping[str, np.ndarray]]],
    lengths: Sequence[int],
    *,
    words: int = 4096,
    standard_error: float | None = None,
    seed: int = 0,
    stopping: Callable[[], bool] = lambda: False,
) -> list[dict[int, Score]]:
    """Returns the loss of each net at each length.

    The words depend on `seed` and the length alone, so a net has the same loss, bit for
    bit, in any company, and more lengths can be asked later.

    Args:
        recipe: How the nets were trained.
        trained: Lanes and their weights.
        lengths: Test lengths.
        words: How many words, rounded up to whole batches.
        standard_error: Stop earlier, for each net by itself, when the standard error
            is not larger than this; never with fewer than 64 words.
        seed: Decides the words.
        stopping: Asked before every batch whether to stop.

    Raises:
        SpecError: A length is impossible, or the net has more than two layers.
        StoppedError: `stopping` said so.
    """
    check_lengths(recipe, lengths)
    if words < WORD_BATCH:
        raise SpecError(f"words is {words}; allowed are {WORD_BATCH} and more")
    width = least_width()
    scores: list[dict[int, Score]] = []
    for begin in range(0, len(trained), width):
        group = list(trained[begin : begin + width])
        full = group + [group[0]] * (width - len(group))
        stacked = restore_all(recipe.model, [weights for _, weights in full])
        numbers = stack(recipe, [lane for lane, _ in full]).numbers
        ask = partial(
            _batches, recipe, stacked, numbers, words, standard_error, seed, stopping
        )
        by_length = {length: ask(length, len(group)) for length in sorted(set(lengths))}
        scores += [
            {length: losses[k] for length, losses in by_length.items()}
            for k in range(len(group))
        ]
    return scores


def check_lengths(recipe: Recipe, lengths: Sequence[int]) -> None:
    """Raises a `SpecError` unless nets of `recipe` can be evaluated at `lengths`."""
    task = recipe.task.task_if_loaded
    if task is None:
        return
    hosted = recipe.hosted
    last = LONGEST if recipe.form == "statistics" else LONGEST_WORD
    last = LONGEST_READ if hosted else last
    for length in lengths:
        if not task.min_length <= length <= last:
            raise SpecError(
                f"test length {length}; task {task} is evaluated at {task.min_length} "
                f"to {last}"
            )
        if hosted and not task.lengths(length, length):
            raise SpecError(f"test length {length}; task {task} has no such inputs")
    counted = recipe.form == "statistics"
    if not hosted and not counted and recipe.model.streaming is None:
        raise SpecError(
            f"task {task} is evaluated on words that stream by, and this net cannot "
            "read them so; limit nets of at most 2 layers can"
        )


def _batches(
    recipe: Recipe,
    nets: Weights,
    numbers: TaskNumbers,
    words: int,
    standard_error: float | None,
    seed: int,
    stopping: Callable[[], bool],
    length: int,
    lanes: int,
) -> list[Score]:
    """Returns the loss of the first lanes; every lane stops by its own errors."""
    counted = recipe.form == "statistics"
    batch = STATISTICS_BATCH if counted else WORD_BATCH
    run = partial(_statistics if counted else _streamed, recipe.static)
    key = key_for("evaluation", seed, length)
    errors: list[list[float]] = [[] for _ in range(lanes)]
    losses: dict[int, Score] = {}
    for number in range(-(-words // batch)):
        if stopping():
            raise StoppedError(
                f"stopped after {number * batch} of {words} words of length {length}"
            )
        if recipe.hosted:
            rows = _read(recipe, nets, (seed, length, number))
        else:
            folded = jax.random.fold_in(key, number)
            rows = np.asarray(run(nets, numbers, jnp.int32(length), folded))
        for k in range(lanes):
            if k in losses:
                continue
            errors[k] += rows[k].tolist()
            full = len(errors[k]) >= words
            if full or (standard_error is not None and sure(errors[k], standard_error)):
                losses[k] = score_of(errors[k])
        if len(losses) == lanes:
            break
    return [losses[k] for k in range(lanes)]


def sure(errors: Sequence[float], standard_error: float) -> bool:
    """Whether more errors would not help: the mean is known well enough, or never."""
    loss = score_of(errors)
    return not math.isfinite(loss.mean) or loss.standard_error <= standard_error


def _read(
    recipe: Recipe, nets: Weights, numbers: tuple[int, int, int]
) -> Float[np.ndarray, "lanes words"]:
    """What counts against each word of a batch that the host draws.

    Args:
        recipe: The recipe.
        nets: The nets.
        numbers: The seed, the length, and the number of the batch.
    """
    task = recipe.subject
    _, length, _ = numbers
    places = 1 << (longest(task, length) - 1).bit_length()
    key = (ROOTS["evaluation"], *numbers)
    batch = host_batch(task, key, WORD_BATCH, length, length, places)
    return np.asarray(_penalties(recipe.static, nets, batch))


@partial(jax.jit, static_argnums=0)
def _penalties(
    recipe: Recipe, nets: Weights, batch: Batch
) -> Float[Array, "lanes words"]:
    assert isinstance(batch.inputs, Words)
    places = batch.inputs.tokens.shape[-1]
    together = max(1, min(WORD_BATCH, PAIRS // places**2))

    def word(net: Weights, one: Batch) -> Float[Array, ""]:
        row: Batch = jax.tree.map(lambda part: part[None], one)
        return _batch_penalties(recipe, net, row)[0]

    with jax.default_matmul_precision(PRECISION):
        return jax.lax.map(
            lambda net: jax.lax.map(partial(word, net), batch, batch_size=together),
            nets,
        )


def _batch_penalties(
    recipe: Recipe, net: Weights, batch: Batch
) -> Float[Array, " words"]:
    """The penalty of each word of a batch."""
    task = recipe.subject
    every = shapes(task).every
    outputs = recipe.model.run(net, batch.inputs, every=every, form=recipe.form)
    targets, scored = jnp.asarray(batch.targets), jnp.asarray(batch.scored)
    return penalties(task.output, outputs, targets, scored)


@partial(jax.jit, static_argnums=0)
def _statistics(
    recipe: Recipe,
    nets: Weights,
    numbers: TaskNumbers,
    length: Int[Array, ""],
    key: Key[Array, ""],
) -> Float[Array, "lanes words"]:
    sees = recipe.model.by_counts
    assert sees is not None

    def one(net: Weights, numbers: TaskNumbers) -> Float[Array, " words"]:
        batch = device_batch(  # the words depend on the key, not on the lane
            recipe.subject,
            numbers,
            key=key,
            batch=STATISTICS_BATCH,
            least=length,
            most=length,
            padded=None,
            tau=sees.tau,
        )
        return _batch_penalties(recipe, net, batch)

    with jax.default_matmul_precision(PRECISION):
        return jax.vmap(one)(nets, numbers)


@partial(jax.jit, static_argnums=0)
def _streamed(
    recipe: Recipe,
    nets: Weights,
    numbers: TaskNumbers,
    length: Int[Array, ""],
    key: Key[Array, ""],
) -> Float[Array, "lanes words"]:
    keys = jax.random.split(key, WORD_BATCH)
    with jax.default_matmul_precision(PRECISION):
        return jax.vmap(
            lambda word: streamed_penalties(recipe, nets, numbers, length, key=word),
            out_axes=1,
        )(keys)
