r"""The prefix-statistics form: layer 1 at all positions from running counts.

Layer 1 costs :math:`O(n\,(|\Sigma|\Delta + \tau))` instead of :math:`O(n^2)`. The
layers above run on the sequence, the last one for a single query.
"""

from functools import partial
from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from lengthwise.models.inputs import Summary
from lengthwise.models.limit_net._pieces import last_layer, whole
from lengthwise.models.limit_net.net import Net
from lengthwise.models.limit_net.sequence_form import upper
from lengthwise.models.limit_net.statistics_form import (
    features,
    statistics_outputs,
    stream,
)

if TYPE_CHECKING:
    from lengthwise.models.limit_net.limit_net import LimitNet


def summaries(model: "LimitNet", tokens: Int[Array, " seq"]) -> Summary:
    """Returns what layer 1 sees from each position of one word.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> seen = summaries(LimitNet(symbols=2), jnp.array([0, 0, 1]))
        >>> seen.counts.tolist()
        [[0, 1, 2], [0, 0, 0]]
    """
    a = model
    place = jnp.arange(1, len(tokens) + 1)
    number = tokens * a.delta + place % a.delta
    pairs = (jnp.arange(a.pairs)[:, None] == number).astype(jnp.float32)
    near = jnp.stack([_later(pairs, lag) for lag in range(a.tau + 1)])
    counts = jnp.cumsum(_later(pairs, a.tau + 1).astype(jnp.int32), axis=1)
    return Summary(counts=counts, near=near, place=place)


def _later(rows: Float[Array, "pairs seq"], lag: int) -> Float[Array, "pairs seq"]:
    """Shifts columns right by `lag`, filling with zeros."""
    return jnp.pad(rows, ((0, 0), (lag, 0)))[:, : rows.shape[1]]


def summary_at(seen: Summary, place: Int[Array, ""]) -> Summary:
    """Returns the entry of `summaries` at one position, by a masked integer sum."""
    here = seen.place == place
    return jax.tree.map(
        lambda rows: jnp.where(here, rows, 0).sum(-1, keepdims=True), seen
    )


def prefix_outputs(
    net: Net, tokens: Int[Array, "words seq"], lengths: Int[Array, " words"]
) -> Float[Array, "words outputs"]:
    """Returns the outputs of `net` at the last positions of words.

    Equal to `lengthwise.models.limit_net.sequence_form.sequence_output`, but faster.

    Args:
        net: The net.
        tokens: The symbol ids of each word, then any padding.
        lengths: The length of each word; at least 1.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> from lengthwise.models.limit_net.net import blank
        >>> net = blank(LimitNet(symbols=2, heads=(2, 1), lags=(1, None)))
        >>> words, lengths = jnp.array([[0, 1, 1, 0]]), jnp.array([3])
        >>> jax.eval_shape(prefix_outputs, net, words, lengths).shape
        (1, 1)
    """
    a = net.model
    seen = jax.vmap(partial(summaries, a))(tokens)
    if a.depth == 1:
        here = jax.vmap(summary_at, out_axes=-1)(seen, lengths)
        return statistics_outputs(net, jax.tree.map(lambda rows: rows[..., 0, :], here))
    feature_rows = jax.vmap(features, (None, 0, 0))(net, seen, lengths[:, None])
    pieces = stream(net, feature_rows.reshape(-1, feature_rows.shape[-1]))
    if a.depth > 2:
        streams = whole(pieces).reshape(*tokens.shape, a.width)
        return jax.vmap(partial(upper, net, first=1))(streams, lengths)
    by_word = tuple(
        (values.reshape(*tokens.shape, -1), matrix) for values, matrix in pieces
    )
    axes = tuple((0, None) for _ in pieces)
    return jax.vmap(last_layer, (None, axes, 0))(net, by_word, lengths)
