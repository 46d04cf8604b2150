r"""The sequence form: a net evaluated on the symbols, over all pairs of positions.

This is the definition (`lengthwise.limit.running.definition`) in JAX and the reference
for the other two forms. Symbols are looked up by one-hot products, so that gradients
need no scatter and every run gives the same bits.
"""

from collections.abc import Callable
from functools import partial
from typing import Literal, TypeAlias

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int

from lengthwise.models.limit_net.net import Layer, Net
from lengthwise.models.positions import Positions

Scaling: TypeAlias = Literal["length", "query", "none"]
"""Scaling of the logits, see `lengthwise.models.limit_net.limit_net`."""


def factors(
    scaling: Scaling, place: Int[Array, " places"], length: Int[Array, " #places"]
) -> tuple[Float[Array, " places"], Float[Array, " places"]]:
    r"""Returns the factor of the logits and the factor of the lag biases in them.

    The weight of key ``j`` is :math:`\exp(f_1 (a_{ij} + f_2 \varphi[i-j]))`.

    Args:
        scaling: Scaling of the logits.
        place: Position :math:`i` of the query, from 1.
        length: The length :math:`|x|` of the word, one for all or one per position.
    """
    one = jnp.ones(place.shape)
    match scaling:
        case "length":
            return jnp.log(length.astype(jnp.float32)) * one, one
        case "query":
            return one, jnp.log(place.astype(jnp.float32))
        case "none":
            return one, one


def embed(
    net: Net, tokens: Int[Array, " seq"], first: int = 1
) -> Float[Array, "seq width"]:
    """Returns the residual stream before layer 1; `first` is the first position."""
    stream = jax.nn.one_hot(tokens, net.model.symbols) @ net.embedding
    place = jnp.arange(first, len(tokens) + first)
    added = net.model.input_positions.embed(net.positions, place)
    return stream if added is None else stream + added


def logits(
    layer: Layer,
    stream: Float[Array, "seq width"],
    place: Int[Array, " seq"],
    query: Float[Array, "query width"],
    asked: Int[Array, " query"],
    length: Int[Array, ""],
    *,
    scaling: Scaling,
    positions: Positions,
    nearest: int = 0,
) -> tuple[Float[Array, "heads query seq"], Bool[Array, "query seq"]]:
    """Returns the logits of each query for each key, and the mask of visible keys.

    Args:
        layer: The layer.
        stream: The stream at the keys.
        place: The position of each key, from 1.
        query: The stream at the queries.
        asked: The position of each query.
        length: The length of the word.
        scaling: Factor of the biases; the other factor is applied in `softmax`.
        positions: The position scheme of the layer.
        nearest: The distance of the nearest key that a query sees.
    """
    _, bias_factor = factors(scaling, asked, length[None])
    # Apply the key matrix to the queries, which are often fewer than the keys.
    queries = jnp.einsum("hde,qe->hqd", layer.query, query) / stream.shape[1]
    sought = jnp.einsum("hde,hqd->hqe", layer.key, queries)
    scores = jnp.einsum("hqe,je->hqj", sought, stream)
    bias = positions.bias(layer.lags, asked, place)
    if bias is not None:
        scores = scores + bias_factor[:, None] * bias
    return scores, asked[:, None] - place >= nearest


def softmax(
    factor: Float[Array, "..."],
    logits: Float[Array, "... key"],
    seen: Bool[Array, "... key"],
) -> Float[Array, "... key"]:
    """Returns weights proportional to ``exp(factor * logits)``, 0 where not `seen`."""
    top = jax.lax.stop_gradient(
        jnp.max(logits, -1, keepdims=True, where=seen, initial=-jnp.inf)
    )
    shifted = jnp.exp(factor * jnp.where(seen, logits - top, 0.0)) * seen
    return shifted / shifted.sum(-1, keepdims=True)


def run_layer(
    layer: Layer,
    stream: Float[Array, "seq width"],
    query: Float[Array, "query width"],
    asked: Int[Array, " query"],
    length: Int[Array, ""],
    *,
    scaling: Scaling,
    positions: Positions,
    nearest: int = 0,
) -> Float[Array, "query width"]:
    """Returns the stream at the queries after `layer`; arguments as for `logits`."""
    place = jnp.arange(1, len(stream) + 1)
    scores, visible = logits(
        layer,
        stream,
        place,
        query,
        asked,
        length,
        scaling=scaling,
        positions=positions,
        nearest=nearest,
    )
    factor, _ = factors(scaling, asked, length[None])
    weights = softmax(factor[:, None], scores, visible)
    return after_attention(layer, query, jnp.einsum("hqj,je->hqe", weights, stream))


def after_attention(
    layer: Layer,
    query: Float[Array, "query width"],
    mixed: Float[Array, "heads query width"],
) -> Float[Array, "query width"]:
    """Returns the stream at the queries after a layer.

    Args:
        layer: The layer.
        query: The stream before it.
        mixed: The attention-weighted average of the stream, by head.
    """
    after = query + jnp.einsum("hde,hqe->qd", layer.value, mixed)
    hidden = jax.nn.relu(after @ layer.inner.T + layer.bias)
    return after + hidden @ layer.outer.T


def upper(
    net: Net,
    stream: Float[Array, "seq width"],
    length: Int[Array, ""],
    *,
    first: int = 0,
) -> Float[Array, " outputs"]:
    """Returns the output at the last position of a word.

    The last layer runs for one query only.

    Args:
        net: The net.
        stream: The stream before layer `first`.
        length: The length of the word.
        first: The index of that layer, from 0.
    """
    place = jnp.arange(1, len(stream) + 1)
    *below, last_layer = layers_of(net)[first:]
    for run in below:
        stream = run(stream, stream, place, length)
    last = (place == length).astype(stream.dtype)[None] @ stream
    return net.readout @ last_layer(stream, last, length[None], length)[0]


def layers_of(net: Net) -> list[Callable[..., Float[Array, "query width"]]]:
    """The layers of a net as functions, see `run_layer`."""
    schemes = zip(net.layers, net.model.layer_positions, strict=True)
    return [
        partial(run_layer, layer, scaling=net.model.scaling, positions=positions)
        for layer, positions in schemes
    ]


def sequence_output(
    net: Net, tokens: Int[Array, " seq"], length: Int[Array, ""]
) -> Float[Array, " outputs"]:
    """Returns the output of `net` at the last position of one word.

    Args:
        net: The net.
        tokens: The symbol ids, then any padding.
        length: The length of the word; at least 1.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> from lengthwise.models.limit_net.net import blank
        >>> net = blank(LimitNet(symbols=2))
        >>> word, length = jnp.array([0, 1, 1, 0]), jnp.array(3)
        >>> jax.eval_shape(sequence_output, net, word, length).shape
        (1,)
    """
    return upper(net, embed(net, tokens), length)


def sequence_outputs(
    net: Net, tokens: Int[Array, " seq"], length: Int[Array, ""] | None = None
) -> Float[Array, "seq outputs"]:
    """Returns the outputs at every position of one word.

    ``|x|`` is the length of the whole word for every position.

    Args:
        net: The net.
        tokens: The symbol ids, then any padding.
        length: The length of the word, at least 1. Default: all of `tokens`. Outputs at
            the padding are arbitrary.
    """
    if length is None:
        length = jnp.asarray(len(tokens))
    place = jnp.arange(1, len(tokens) + 1)
    stream = embed(net, tokens)
    for run in layers_of(net):
        stream = run(stream, stream, place, length)
    return stream @ net.readout.T
