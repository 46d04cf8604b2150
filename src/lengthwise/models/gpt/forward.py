r"""The forward pass of a GPT-2 style decoder.

.. math::

    y_i &= E_{x_i} + p_i \\
    Y_i &= y_i + W_O \textstyle\sum_j w_{ij} V N(y_j) , \qquad
    w_{i\cdot} = \mathrm{softmax}\!\left( f_i \Bigl( \tfrac{(Q N(y_i))^\top K N(y_j)}
    {\sqrt{d_h}} + b_{ij} \Bigr) \right) \\
    y_i' &= Y_i + B\,\psi(A N(Y_i) + a) + b

:math:`N` is the layer norm, :math:`\psi` GELU (its tanh form) or ReLU, and :math:`f_i`
is 1, :math:`\log i` or :math:`\log |x|`. Activations are arrays
``[rows, places, width]``. Symbols and positions are looked up by one-hot products, so
that no gradient needs a scatter.
"""

import itertools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int, Key

from lengthwise.models.gpt.decoder import Block, Decoder, Linear, Norm
from lengthwise.models.gpt.sight import Sight, sight_of_all, sight_of_last, softmax
from lengthwise.models.positions import layout
from lengthwise.models.storage import recomputed, stored

if TYPE_CHECKING:
    from lengthwise.models.gpt.gpt import Gpt

EPS = 1e-5
"""The epsilon that GPT-2's layer norm adds to the variance."""

Stream = Float[Array, "rows places width"]
Heads = Float[Array, "rows places heads size"]
Logits = Float[Array, "rows heads queries keys"]
Keys = Callable[[], "Key[Array, ''] | None"]
"""Yields a new random key per call; ``None`` where nothing is random."""


class Start(NamedTuple):
    """Inputs of the first layer."""

    stream: Stream
    sight: Sight
    last: Callable[[], tuple[Float[Array, "rows 1 places"], Sight]]
    keys: Keys


def outputs(
    model: "Gpt",
    weights: Decoder,
    tokens: Int[Array, "rows places"],
    lengths: Int[Array, " rows"],
    begins: Int[Array, "rows places"] | None,
    *,
    every: bool,
    key: Key[Array, ""] | None,
) -> Float[Array, "rows slots outputs"]:
    """Returns the outputs at all positions, or at the last position of each row.

    The last layer runs only for the queries whose outputs are needed.
    """
    stream, sight, last, keys = start(model, weights, tokens, lengths, begins, key)
    *below, top = weights.blocks
    tables = position_tables(weights)
    for block, table in zip(below, tables, strict=False):
        stream = after_layer(model, block, table, stream, stream, sight, keys)
    queries = stream
    if not every:
        hot, sight = last()
        queries = jnp.einsum("rqn,rnd->rqd", hot, stream)
    stream = after_layer(model, top, tables[-1], queries, stream, sight, keys)
    return read_out(weights, stream)


@jax.named_scope("readout")
def read_out(weights: Decoder, stream: Stream) -> Float[Array, "rows slots outputs"]:
    """Returns the outputs at the residual stream after the last layer."""
    readout = weights.embedding if weights.readout is None else weights.readout
    return jnp.einsum(
        "rqd,od->rqo",
        stored(normed(weights.norm, stream)),
        stored(readout),
        preferred_element_type=jnp.float32,
    )


def all_logits(
    model: "Gpt",
    weights: Decoder,
    tokens: Int[Array, "rows places"],
    lengths: Int[Array, " rows"],
    begins: Int[Array, "rows places"] | None,
    key: Key[Array, ""] | None = None,
) -> list[tuple[Logits, Bool[Array, "... queries keys"]]]:
    """Returns the unscaled logits of every layer, and the mask of visible keys."""
    stream, sight, _, keys = start(model, weights, tokens, lengths, begins, key)
    found = []
    for block, table in zip(weights.blocks, position_tables(weights), strict=True):
        query, seen, _ = heads(model, block, stream, stream)
        found.append((attention_logits(model, table, query, seen, sight), sight.seen))
        stream = after_layer(model, block, table, stream, stream, sight, keys)
    return found


@jax.named_scope("embedding")
def start(
    model: "Gpt",
    weights: Decoder,
    tokens: Int[Array, "rows places"],
    lengths: Int[Array, " rows"],
    begins: Int[Array, "rows places"] | None,
    key: Key[Array, ""] | None,
) -> Start:
    """Returns the stream before the first layer, and what each position sees."""
    keys = _keys(key)
    where = layout(tokens, lengths, begins)
    number = model.scheme.numbering(where, keys())
    hot = jax.nn.one_hot(tokens, model.symbols)
    stream = (stored(hot) @ stored(weights.embedding)).astype(jnp.float32)
    added = model.scheme.embed(weights.positions, number, model.width)
    stream = stream if added is None else stream + added
    sight = sight_of_all(model, where, lengths, number)
    return Start(
        stream=dropped(stream, model.dropout, keys()),
        sight=sight,
        last=lambda: sight_of_last(model, where, lengths, sight),
        keys=keys,
    )


def position_tables(weights: Decoder) -> list[object]:
    """Returns the bias table of each layer, a shared one repeated for each."""
    first = weights.blocks[0].positions
    return [
        first if block.positions is None else block.positions
        for block in weights.blocks
    ]


def after_layer(
    model: "Gpt",
    block: Block,
    table: object,
    queries: Stream,
    stream: Stream,
    sight: Sight,
    keys: Keys,
) -> Stream:
    """Returns the residual stream at the queries after a layer."""
    found = attended(model, block, table, queries, stream, sight, keys())
    after = queries + dropped(found, model.dropout, keys())
    return after + dropped(hidden(model, block, after), model.dropout, keys())


@jax.named_scope("attention")
def attended(
    model: "Gpt",
    block: Block,
    table: object,
    queries: Stream,
    stream: Stream,
    sight: Sight,
    drop_key: Key[Array, ""] | None = None,
) -> Stream:
    """Returns the attention output that a layer adds to the stream at the queries."""
    query, key, value = heads(model, block, queries, stream)
    logits = attention_logits(model, table, query, key, sight)
    share = recomputed(lambda one: softmax(one, sight, model.bits), logits)
    share = dropped(share, model.dropout, drop_key)
    mixed = jnp.einsum("rhqk,rkhc->rqhc", stored(share), value)
    return applied(block.attended, mixed.reshape(queries.shape))


def heads(
    model: "Gpt", block: Block, queries: Stream, stream: Stream
) -> tuple[Heads, Heads, Heads]:
    """Returns queries, keys and values, before any rotation."""
    rows, places, d = stream.shape
    shape = (model.heads, model.size)
    if queries is stream:
        wide = applied(block.qkv, normed(block.attention_norm, stream))
        query, key, value = jnp.split(wide, 3, -1)
    else:
        matrix, bias = block.qkv.matrix, block.qkv.bias
        of_queries = Linear(matrix=matrix[:, :d], bias=bias[:d])
        of_stream = Linear(matrix=matrix[:, d:], bias=bias[d:])
        query = applied(of_queries, normed(block.attention_norm, queries))
        wide = applied(of_stream, normed(block.attention_norm, stream))
        key, value = jnp.split(wide, 2, -1)
    return (
        query.reshape(rows, -1, *shape),
        key.reshape(rows, places, *shape),
        value.reshape(rows, places, *shape),
    )


def attention_logits(
    model: "Gpt", table: object, query: Heads, key: Heads, sight: Sight
) -> Logits:
    """Returns the attention logits of a layer, before scaling and masking."""
    scheme = model.scheme
    if sight.query_rotation is not None and sight.key_rotation is not None:
        query = scheme.rotate(query, sight.query_rotation)
        key = scheme.rotate(key, sight.key_rotation)
    query = stored(query / math.sqrt(model.size))
    logits = jnp.einsum("rqhc,rkhc->rhqk", query, stored(key))
    bias = scheme.bias(table, sight.query, sight.key, model.heads)
    return logits if bias is None else logits + bias


@jax.named_scope("mlp")
def hidden(model: "Gpt", block: Block, stream: Stream) -> Stream:
    """Returns the MLP output that a layer adds to the stream."""
    units = applied(block.inner, normed(block.hidden_norm, stream))
    match model.activation:
        case "gelu":
            units = recomputed(jax.nn.gelu, units)
        case "relu":
            units = recomputed(jax.nn.relu, units)
    return applied(block.outer, units)


def applied(linear: Linear, stream: Stream) -> Stream:
    """Returns the stream after an affine map."""
    return stored(stream) @ stored(linear.matrix) + stored(linear.bias)


def normed(norm: Norm | None, stream: Stream) -> Stream:
    """Returns the stream after a layer norm; unchanged if there is none."""
    if norm is None:
        return stream
    centered = stream - jnp.mean(stream, -1, keepdims=True)
    variance = jnp.mean(centered * centered, -1, keepdims=True)
    return centered * jax.lax.rsqrt(variance + EPS) * norm.scale + norm.bias


def _keys(key: Key[Array, ""] | None) -> Keys:
    used = itertools.count()
    return lambda: None if key is None else jax.random.fold_in(key, next(used))


def dropped(
    values: Float[Array, "..."], rate: float, key: Key[Array, ""] | None
) -> Float[Array, "..."]:
    """Returns the values after dropout at this rate; unchanged without a key."""
    if key is None or rate == 0.0:
        return values
    kept = jax.random.bernoulli(key, 1.0 - rate, values.shape)
    return jnp.where(kept, values / (1.0 - rate), 0.0)
