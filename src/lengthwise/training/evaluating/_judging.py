"""Evaluates many nets on one batch of words in one compiled program.

Nets and words run in parallel as far as memory allows, and in a loop beyond that. On a
CPU, the width and both sizes are functions of the shapes alone, so the bits of a net do
not depend on the other nets.
"""

from functools import partial
from typing import NamedTuple, TypeVar

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float

from lengthwise.models import Models, Shape, Weights, Words
from lengthwise.tasks.outputs import Metric, Output
from lengthwise.training.batch import Batch
from lengthwise.training.bundle_program import PRECISION
from lengthwise.training.device.width import SHARE, device_bytes, on_cpu
from lengthwise.training.objective import counted, penalties

T = TypeVar("T")

CPU_BYTES = 2**25
"""Memory per loop step on a CPU, about the size of its caches.

It must not change, since bits depend on it.
"""
MOST_BYTES = 2**34
"""The largest memory per loop step on a GPU."""


class Judged(NamedTuple):
    """The values of metrics, by net and word.

    Attributes:
        penalties: The penalty of each word.
        counted: The words to which the metric applies.
    """

    penalties: Float[Array, "metrics lanes words"]
    counted: Bool[Array, "metrics lanes words"]


class Sizes(NamedTuple):
    """The numbers of nets and of words that run in parallel; powers of two."""

    nets: int
    words: int


def sizes(
    model: Models, *, nets: int, words: int, places: int, blanks: bool = False
) -> Sizes:
    """Returns how many of `nets` and of `words` run in parallel on this device.

    Args:
        model: The model of the nets.
        nets: Number of nets, a power of two times an odd number.
        words: Number of words, a power of two.
        places: Positions per word, padding included.
        blanks: Whether the answers are read at blanks.
    """
    budget = CPU_BYTES
    if not on_cpu():
        budget = min(MOST_BYTES, int(SHARE * device_bytes()) // 2)
    each = 4 * model.cost(Shape(1, places, "sequence", blanks)).kept
    together = Sizes(nets, words)
    while together.words > 1 and together.nets * together.words * each > budget:
        together = together._replace(words=together.words // 2)
    while together.nets % 2 == 0 and together.nets * each > budget:
        together = together._replace(nets=together.nets // 2)
    return together


def judged(
    model: Models,
    output: Output,
    metrics: tuple[Metric, ...],
    nets: Weights,
    batch: Batch,
    *,
    every: bool,
    blanks: bool = False,
) -> Judged:
    """Returns the values of `metrics` for nets on the words of `batch`.

    Args:
        model: The model of the nets.
        output: The output of the task.
        metrics: Metrics of `output`.
        nets: Weights, stacked.
        batch: The words, the same for all nets.
        every: Whether all positions are slots.
        blanks: Whether the slots are the blanks after them.
    """
    assert isinstance(batch.inputs, Words)
    words, places = batch.inputs.tokens.shape
    lanes = len(jax.tree.leaves(nets)[0])
    together = sizes(model, nets=lanes, words=words, places=places, blanks=blanks)
    asked = _Asked(model, output, metrics, every, blanks)
    return _judged(asked, together, nets, batch)


class _Asked(NamedTuple):
    """The static arguments of a compiled program, besides shapes."""

    model: Models
    output: Output
    metrics: tuple[Metric, ...]
    every: bool
    blanks: bool


@partial(jax.jit, static_argnums=(0, 1))
def _judged(asked: _Asked, together: Sizes, nets: Weights, batch: Batch) -> Judged:
    model, output, metrics, every, blanks = asked

    def judge(net: Weights, part: Batch) -> Judged:
        outputs = model.run(net, part.inputs, every=every, blanks=blanks)
        told = outputs, jnp.asarray(part.targets), jnp.asarray(part.scored)
        values = [penalties(output, *told, one) for one in metrics]
        about = [counted(output, *told, one) for one in metrics]
        return Judged(jnp.stack(values), jnp.stack(about))

    def judge_all(parts: Batch, some: Weights) -> Judged:
        """Returns ``[parts metrics nets words]``."""
        return jax.lax.map(
            lambda part: jax.vmap(judge, (0, None), 1)(some, part), parts
        )

    parts = _split(batch, together.words)
    groups = _split(nets, together.nets)
    with jax.default_matmul_precision(PRECISION):
        told = jax.lax.map(partial(judge_all, parts), groups)
    return jax.tree.map(_joined, told)


def _split(tree: T, size: int) -> T:
    """Splits the first axis of arrays into parts of `size`."""
    return jax.tree.map(lambda one: one.reshape(-1, size, *one.shape[1:]), tree)


def _joined(told: Array) -> Array:
    """Reshapes [groups parts metrics nets words] to [metrics lanes words]."""
    groups, parts, metrics, nets, words = told.shape
    ordered = told.transpose(2, 0, 3, 1, 4)
    return ordered.reshape(metrics, groups * nets, parts * words)
