r"""The residual stream as an unevaluated low-rank sum :math:`\sum_i Z_i M_i`.

The last layer has a single query :math:`q`. Its logits are computed as
:math:`\sum_i Z_i (M_i q)` and its attention output as :math:`\sum_i (w Z_i) M_i`, so
neither the forward nor the backward pass needs a full-width product at the other
positions.
"""

from functools import reduce
from operator import add
from typing import TypeAlias

import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int

from lengthwise.models.limit_net.net import Layer, Net
from lengthwise.models.limit_net.sequence_form import (
    after_attention,
    factors,
    softmax,
)

Pieces: TypeAlias = tuple[
    tuple[Float[Array, "places parts"], Float[Array, "parts width"]], ...
]
"""Pairs ``(Z, M)``: coefficients at each position, and their directions in the stream.
"""


def whole(pieces: Pieces) -> Float[Array, "places width"]:
    """Returns the stream, summed up.

    Examples:
        >>> import numpy as np
        >>> whole(((np.eye(2), np.ones((2, 1))),)).tolist()
        [[1.0], [1.0]]
    """
    return reduce(add, (values @ matrix for values, matrix in pieces))


def logits(
    net: Net,
    pieces: Pieces,
    place: Int[Array, " places"],
    query: Float[Array, "one width"],
    length: Int[Array, ""],
) -> tuple[Float[Array, "heads places"], Bool[Array, " places"]]:
    """Returns the logits of the last layer's only query, and the mask of visible keys.

    Args:
        net: The net.
        pieces: The stream before its last layer.
        place: The position of each row, from 1.
        query: The stream at the last position.
        length: The length of the word, that is, its last position.
    """
    layer = net.layers[-1]
    queries = jnp.einsum("hde,qe->hd", layer.query, query) / query.shape[1]
    sought = jnp.einsum("hde,hd->he", layer.key, queries)
    scores = reduce(add, ((sought @ matrix.T) @ values.T for values, matrix in pieces))
    bias = net.model.layer_positions[-1].bias(layer.lags, length[None], place)
    if bias is not None:
        _, (factor,) = factors(net.model.scaling, length[None], length[None])
        scores = scores + factor * bias[:, 0]
    return scores, length - place >= 0


def means(
    pieces: Pieces, weights: Float[Array, "heads places"]
) -> tuple[Float[Array, "heads parts"], ...]:
    """Returns the attention-weighted sum of the coefficients of each piece."""
    return tuple(weights @ values for values, _ in pieces)


def finish(
    layer: Layer,
    query: Float[Array, "one width"],
    mixed: tuple[Float[Array, "heads parts"], ...],
    matrices: tuple[Float[Array, "parts width"], ...],
) -> Float[Array, " width"]:
    """Returns the stream at the last position after `layer`."""
    mean = whole(tuple(zip(mixed, matrices, strict=True)))
    return after_attention(layer, query, mean[:, None])[0]


def last_layer(
    net: Net, pieces: Pieces, length: Int[Array, ""]
) -> Float[Array, " outputs"]:
    """Returns the output at the last position of a word.

    Args:
        net: The net.
        pieces: The stream before its last layer; rows after `length` are padding.
        length: The length of the word.
    """
    rows = len(pieces[0][0])
    place = jnp.arange(1, rows + 1)
    here = (place == length).astype(jnp.float32)[None]
    query = whole(tuple((here @ values, matrix) for values, matrix in pieces))
    scores, visible = logits(net, pieces, place, query, length)
    factor, _ = factors(net.model.scaling, length[None], length[None])
    mixed = means(pieces, softmax(factor, scores, visible))
    matrices = tuple(matrix for _, matrix in pieces)
    return net.readout @ finish(net.layers[-1], query, mixed, matrices)
