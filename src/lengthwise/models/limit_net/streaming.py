"""Runs a net of one or two layers on words of any length in constant memory.

The word is read in blocks. One layer needs only the statistics of the whole word. With
two layers, these give the last query of layer 2; a second pass over the word then
accumulates the softmax of layer 2 online. The word is never stored.
"""

from typing import TYPE_CHECKING, Any

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from lengthwise.models.inputs import Summary
from lengthwise.models.limit_net._pieces import finish, logits, means, whole
from lengthwise.models.limit_net.net import Net
from lengthwise.models.limit_net.sequence_form import factors
from lengthwise.models.limit_net.statistics_form import (
    directions,
    features,
    statistics_outputs,
    stream,
)
from lengthwise.models.model import Source

if TYPE_CHECKING:
    from lengthwise.models.limit_net.limit_net import LimitNet


class Window(eqx.Module):
    """The state of the reader: a summary of the symbols read so far.

    Attributes:
        counts: Counts of pairs, excluding the symbols in `recent`.
        recent: The last tau + 1 symbols, oldest first; -1 before the start of the word.
        read: Number of symbols read.
    """

    counts: Int[Array, " pairs"]
    recent: Int[Array, " lags"]
    read: Int[Array, ""]


def empty_window(model: "LimitNet") -> Window:
    """Returns the window before the first symbol."""
    return Window(
        counts=jnp.zeros(model.pairs, dtype=jnp.int32),
        recent=jnp.full(model.tau + 1, -1, dtype=jnp.int32),
        read=jnp.int32(0),
    )


def advance(
    model: "LimitNet",
    window: Window,
    tokens: Int[Array, " block"],
    length: Int[Array, ""],
) -> tuple[Window, Summary]:
    """Reads a block of symbols.

    Args:
        model: The net.
        window: The state before the block.
        tokens: The block; symbols after the end of the word are ignored.
        length: The length of the word.

    Returns:
        The state after the block, and what layer 1 sees from each of its positions.
    """
    a = model
    lags = a.tau + 1
    here = window.read + jnp.arange(1, len(tokens) + 1)
    inside = here <= length
    known = jnp.concatenate([window.recent, jnp.where(inside, tokens, -1)])
    place = window.read + jnp.arange(1 - lags, len(tokens) + 1)
    number = jnp.where(known >= 0, known * a.delta + place % a.delta, -1)
    pairs = (jnp.arange(a.pairs)[:, None] == number).astype(jnp.int32)
    left = jnp.cumsum(pairs[:, : len(tokens)], axis=1)
    near = [pairs[:, lags - lag : lags - lag + len(tokens)] for lag in range(lags)]
    seen = Summary(
        counts=window.counts[:, None] + left,
        near=jnp.stack(near).astype(jnp.float32),
        place=here,
    )
    moved = inside.sum(dtype=jnp.int32)
    after = Window(
        counts=window.counts + jnp.where(inside, pairs[:, : len(tokens)], 0).sum(1),
        recent=jax.lax.dynamic_slice_in_dim(known, moved, lags),
        read=window.read + moved,
    )
    return after, seen


def first_layer_summary(model: "LimitNet", window: Window) -> Summary:
    """Returns what layer 1 sees from the last position read."""
    a = model
    tokens = window.recent[::-1]
    place = window.read - jnp.arange(a.tau + 1)
    number = jnp.where(tokens >= 0, tokens * a.delta + place % a.delta, -1)
    near = (jnp.arange(a.pairs)[:, None] == number).astype(jnp.float32).T
    return Summary(
        counts=window.counts[:, None], near=near[:, :, None], place=window.read[None]
    )


class Sum(eqx.Module):
    """The partial softmax of layer 2 at the last query.

    Attributes:
        top: The largest logit so far, by head.
        total: The sum of the weights, relative to `top`.
        mixed: The weighted sums of the pieces of the stream, relative to `top`.
    """

    top: Float[Array, " heads"]
    total: Float[Array, " heads"]
    mixed: tuple[Float[Array, "heads parts"], ...]


def last_query(
    net: Net, window: Window, length: Int[Array, ""]
) -> tuple[Float[Array, "one width"], Sum]:
    """Returns the last query of layer 2, and the empty sum.

    Args:
        net: A net of two layers.
        window: The window after the whole word.
        length: The length of the word.
    """
    seen = first_layer_summary(net.model, window)
    pieces = stream(net, features(net, seen, length[None]))
    heads = len(net.layers[1].value)
    none = Sum(
        top=jnp.full(heads, -jnp.inf),
        total=jnp.zeros(heads),
        mixed=tuple(jnp.zeros((heads, len(matrix))) for _, matrix in pieces),
    )
    return whole(pieces), none


def absorb(
    net: Net,
    sums: Sum,
    seen: Summary,
    query: Float[Array, "one width"],
    length: Int[Array, ""],
) -> Sum:
    """Returns the sum extended by the positions of one more block."""
    pieces = stream(net, features(net, seen, length[None]))
    scores, visible = logits(net, pieces, seen.place, query, length)
    (factor,), _ = factors(net.model.scaling, length[None], length[None])
    top = jnp.maximum(sums.top, jnp.where(visible, scores, -jnp.inf).max(-1))
    faded = jnp.exp(factor * jnp.where(sums.total > 0, sums.top - top, 0.0))
    distance = jnp.where(visible, scores - top[:, None], 0.0)
    weight = jnp.exp(factor * distance) * visible
    mixed = zip(sums.mixed, means(pieces, weight), strict=True)
    return Sum(
        top=top,
        total=faded * sums.total + weight.sum(-1),
        mixed=tuple(faded[:, None] * old + new for old, new in mixed),
    )


def last_output(
    net: Net, sums: Sum, query: Float[Array, "one width"]
) -> Float[Array, " outputs"]:
    """Returns the output at the last position, given the sum over all positions."""
    mixed = tuple(part / sums.total[:, None] for part in sums.mixed)
    matrices = (directions(net), net.layers[0].outer.T)
    return net.readout @ finish(net.layers[1], query, mixed, matrices)


def streamed_outputs(
    model: "LimitNet", nets: Net, source: Source
) -> tuple[Float[Array, "nets outputs"], Any]:
    """Returns the outputs of several nets at the last position of one word.

    Args:
        model: The sizes of the nets; one or two layers.
        nets: Their weights, stacked.
        source: The word; it is read once for each layer.

    Returns:
        The outputs, and the state of `source` after the word.
    """
    begin, read, blocks, length = source

    def count(_: Array, kept: tuple[Any, Window]) -> tuple[Any, Window]:
        state, tokens = read(kept[0])
        return state, advance(model, kept[1], tokens, length)[0]

    state, window = jax.lax.fori_loop(0, blocks, count, (begin, empty_window(model)))
    if model.depth == 1:
        seen = first_layer_summary(model, window)
        outputs = jax.vmap(statistics_outputs, (0, None))(nets, seen)
        return outputs[:, 0], state
    queries, none = jax.vmap(last_query, (0, None, None))(nets, window, length)

    def hear(_: Array, kept: tuple[Any, Window, Sum]) -> tuple[Any, Window, Sum]:
        state, tokens = read(kept[0])
        window, seen = advance(model, kept[1], tokens, length)
        add = jax.vmap(absorb, (0, 0, None, 0, None))
        return state, window, add(nets, kept[2], seen, queries, length)

    _, _, sums = jax.lax.fori_loop(0, blocks, hear, (begin, empty_window(model), none))
    return jax.vmap(last_output)(nets, sums, queries), state
