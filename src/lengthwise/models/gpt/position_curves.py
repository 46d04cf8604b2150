r"""The positional part of a decoder's logits: local, periodic, or neither?

For each layer and head :math:`G_{ij}` is the part of the logit of query ``i`` and key
``j`` that depends on positions only:

==========================  ==========================================================
scheme                      :math:`G_{ij}`
==========================  ==========================================================
absolute, periodic, Abacus  :math:`(p_i W_Q) \cdot (p_j W_K) / \sqrt{d_h}`, the raw
and randomized vectors      vectors in every layer
ALiBi, T5, FIRE, lag bias   the bias
RoPE                        the logit of the mean embedding with itself, rotated
none                        0
==========================  ==========================================================

A decoder normalizes its stream before attention, so the raw vectors are a proxy, as
they are in the regularizer. With ``from_stream``, queries and keys come from the mean
embedding plus :math:`p_i`, with layer norm and biases.
"""

import math

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

from lengthwise.errors import SpecError
from lengthwise.limit.standard.learned_positions import (
    PositionReading,
    read_position_logits,
)
from lengthwise.models.gpt.decoder import Block, Decoder
from lengthwise.models.gpt.forward import normed, position_tables
from lengthwise.models.gpt.gpt import Gpt
from lengthwise.models.positions import Rope, layout


def position_logits(
    model: Gpt, weights: Decoder, places: int, *, from_stream: bool = False
) -> Float[np.ndarray, "layers heads places places"]:
    """Returns the positional part of the logits at the first positions.

    Args:
        model: The model.
        weights: Its weights.
        places: Number of positions.
        from_stream: Whether to compute queries and keys from the mean embedding plus
            the position vector, after the layer norm, instead of from the raw vectors.

    Raises:
        SpecError: The position scheme does not reach that far.
    """
    if model.longest is not None and places > model.longest:
        raise SpecError(
            f"{places} places, but positions {model.positions} reach only "
            f"{model.longest}; use fewer places"
        )
    tokens = jnp.zeros((1, places), int)
    number = model.scheme.numbering(layout(tokens, jnp.array([places])), None)
    number = jnp.broadcast_to(number, (1, places))[0]
    vectors = model.scheme.embed(weights.positions, number, model.width)
    is_raw = not (from_stream or isinstance(model.scheme, Rope))
    if vectors is None:
        vectors = jnp.zeros((places, model.width))
    if not is_raw:
        vectors = vectors + jnp.mean(weights.embedding, 0)
    return np.stack(
        [
            _logits(model, block, table, vectors, number, is_raw=is_raw)
            for block, table in zip(
                weights.blocks, position_tables(weights), strict=True
            )
        ]
    )


def _logits(
    model: Gpt,
    block: Block,
    table: object,
    vectors: Float[Array, "places width"],
    number: Array,
    *,
    is_raw: bool,
) -> np.ndarray:
    scheme, shape = model.scheme, (1, len(vectors), model.heads, model.size)
    if is_raw:
        wide = vectors @ block.qkv.matrix
    else:
        wide = normed(block.attention_norm, vectors) @ block.qkv.matrix + block.qkv.bias
    query, key, _ = (part.reshape(shape) for part in jnp.split(wide, 3, -1))
    rotation = scheme.rotation(len(vectors), model.size)
    if rotation is not None:
        query, key = scheme.rotate(query, rotation), scheme.rotate(key, rotation)
    logits = jnp.einsum("rqhc,rkhc->hqk", query, key) / math.sqrt(model.size)
    bias = scheme.bias(table, number, number, model.heads)
    return np.asarray(logits if bias is None else logits + bias, dtype=np.float64)


def position_curves(
    model: Gpt,
    weights: Decoder,
    places: int,
    *,
    tau: int = 0,
    from_stream: bool = False,
) -> tuple[tuple[PositionReading, ...], ...]:
    """Returns how local and how periodic the positional logits are, by layer and head.

    Args:
        model: The model.
        weights: Its weights.
        places: Size of the window, in positions; it shows periods and lags up to half
            its size.
        tau: Distances up to this one are excluded from the spectrum.
        from_stream: As in `position_logits`.

    Returns:
        One reading for each head of each layer: invariance, locality by lag, spectrum.

    Raises:
        SpecError: The window is too small, or longer than the position scheme allows.
    """
    return tuple(
        tuple(read_position_logits(head, tau=tau) for head in layer)
        for layer in position_logits(model, weights, places, from_stream=from_stream)
    )
