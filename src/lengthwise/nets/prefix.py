r"""The prefix-statistics form: layer 1 at all positions from running counts.

Costs :math:`O(n\,(|\Sigma|\Delta + \tau))` for layer 1 in place of :math:`O(n^2)`; the
layers above run on the sequence, the last one for a single query.
"""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from lengthwise.nets.net import Net
from lengthwise.nets.sequence import upper
from lengthwise.nets.statistics import Summary, first_layer, one_hot_pairs


def summaries(
    tokens: Int[Array, " seq"],
    *,
    symbols: int,
    delta: int,
    tau: int,
) -> Summary:
    """Returns what layer 1 sees from each position of one word, stacked.

    Examples:
        >>> seen = summaries(jnp.array([0, 0, 1]), symbols=2, delta=1, tau=0)
        >>> seen.counts.tolist()
        [[[0], [0]], [[1], [0]], [[2], [0]]]
    """
    place = jnp.arange(1, len(tokens) + 1)
    pairs = one_hot_pairs(tokens, place, symbols=symbols, delta=delta)
    near = jnp.stack([_later(pairs, lag) for lag in range(tau + 1)], axis=1)
    counts = jnp.cumsum(_later(pairs, tau + 1).astype(jnp.int32), axis=0)
    return Summary(counts=counts, near=near, place=place)


def _later(rows: Float[Array, "seq ..."], lag: int) -> Float[Array, "seq ..."]:
    """Moves rows `lag` places later; zeros come in front."""
    moved = [(lag, 0)] + [(0, 0)] * (rows.ndim - 1)
    return jnp.pad(rows, moved)[: len(rows)]


def summary_at(seen: Summary, place: Int[Array, ""]) -> Summary:
    """Returns one of stacked `summaries`, by a masked sum; counts stay integers."""
    here = seen.place == place

    def pick(rows: Array) -> Array:
        return jnp.where(here.reshape(-1, *[1] * (rows.ndim - 1)), rows, 0).sum(0)

    return jax.tree.map(pick, seen)


def prefix_output(
    net: Net, tokens: Int[Array, " seq"], length: Int[Array, ""]
) -> Float[Array, " outputs"]:
    """Returns the output of `net` at the last position of one word.

    The same number as `lengthwise.nets.sequence.sequence_output`, faster.

    Args:
        net: The net.
        tokens: The symbols as numbers, then any padding.
        length: How many of `tokens` are the word; at least 1.

    Examples:
        >>> from lengthwise.nets.architecture import Architecture
        >>> from lengthwise.nets.net import blank
        >>> net = blank(Architecture(symbols=2, heads=(2, 1), lags=(1, None)))
        >>> word, length = jnp.array([0, 1, 1, 0]), jnp.array(3)
        >>> jax.eval_shape(prefix_output, net, word, length).shape
        (1,)
    """
    a = net.architecture
    seen = summaries(tokens, symbols=a.symbols, delta=a.delta, tau=a.tau)
    if a.depth == 1:
        here = summary_at(seen, length)
        return net.readout @ first_layer(net, here, length)
    stream = jax.vmap(first_layer, (None, 0, None))(net, seen, length)
    return upper(net, net.layers[1:], stream, length)
