r"""A residual stream that is never added up: :math:`\sum_i Z_i M_i`, few columns wide.

The last layer asks one query. With the matrices on the query's side, its logits are
:math:`\sum_i Z_i (M_i q)` and its mean is :math:`\sum_i (w Z_i) M_i`: no product of
full width is taken at the other positions, on the way there or back.
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
"""Values at each place, and the direction in the stream that each of them has."""


def whole(pieces: Pieces) -> Float[Array, "places width"]:
    """Returns the stream itself.

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
    """Returns the logits of the last query of the last layer, and which places it sees.

    Args:
        net: The net.
        pieces: The stream that enters its last layer.
        place: The position of each row, from 1.
        query: The stream at the last position.
        length: The length of the word, which is the last position.
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
    """Returns the weighted sum of the values of each piece."""
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
        pieces: The stream that enters its last layer; rows after `length` are padding.
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
