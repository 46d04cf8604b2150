r"""The prefix-statistics form: layer 1 at all positions from running counts.

Costs :math:`O(n\,(|\Sigma|\Delta + \tau))` for layer 1 in place of :math:`O(n^2)`; the
layers above run on the sequence, the last one for a single query.
"""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from lengthwise.nets.architecture import Architecture
from lengthwise.nets.net import Net
from lengthwise.nets.sequence import upper
from lengthwise.nets.statistics import Summary, features, statistics_outputs, stream


def summaries(architecture: Architecture, tokens: Int[Array, " seq"]) -> Summary:
    """Returns what layer 1 sees from each place of one word.

    Examples:
        >>> seen = summaries(Architecture(symbols=2), jnp.array([0, 0, 1]))
        >>> seen.counts.tolist()
        [[0, 1, 2], [0, 0, 0]]
    """
    a = architecture
    place = jnp.arange(1, len(tokens) + 1)
    number = tokens * a.delta + place % a.delta
    pairs = (jnp.arange(a.pairs)[:, None] == number).astype(jnp.float32)
    near = jnp.stack([_later(pairs, lag) for lag in range(a.tau + 1)])
    counts = jnp.cumsum(_later(pairs, a.tau + 1).astype(jnp.int32), axis=1)
    return Summary(counts=counts, near=near, place=place)


def _later(rows: Float[Array, "pairs seq"], lag: int) -> Float[Array, "pairs seq"]:
    """Moves columns `lag` places later; zeros come in front."""
    return jnp.pad(rows, ((0, 0), (lag, 0)))[:, : rows.shape[1]]


def summary_at(seen: Summary, place: Int[Array, ""]) -> Summary:
    """Returns one of the `summaries`, by a masked sum; counts stay integers."""
    here = seen.place == place
    return jax.tree.map(
        lambda rows: jnp.where(here, rows, 0).sum(-1, keepdims=True), seen
    )


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
        >>> from lengthwise.nets.net import blank
        >>> net = blank(Architecture(symbols=2, heads=(2, 1), lags=(1, None)))
        >>> word, length = jnp.array([0, 1, 1, 0]), jnp.array(3)
        >>> jax.eval_shape(prefix_output, net, word, length).shape
        (1,)
    """
    seen = summaries(net.architecture, tokens)
    if net.architecture.depth == 1:
        return statistics_outputs(net, summary_at(seen, length))[0]
    after = stream(net, features(net, seen, length[None]))
    return upper(net, net.layers[1:], after, length)
