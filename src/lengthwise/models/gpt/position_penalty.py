r"""The regularizer of Huang et al. on a table of absolute positions.

.. math::

    \sum_l \sum_h \frac 1P \sum_{j=1}^{P} \sum_{i \ge j}
    \bigl( (p_i W_Q^{l,h}) \cdot (p_j W_K^{l,h}) \bigr)^2

It keeps the products of position vectors small at distances that never occur in
training :cite:p:`huang2025formal`. As in their code, every layer uses the raw table: no
biases, no layer norm, no :math:`1/\sqrt{d_h}`. The trainer multiplies it by a
coefficient (theirs is 1e-4) and adds it to the loss.
"""

from typing import TYPE_CHECKING

import jax.numpy as jnp
from jaxtyping import Array, Float

from lengthwise.models.gpt.decoder import Decoder
from lengthwise.models.positions import Absolute

if TYPE_CHECKING:
    from lengthwise.models.gpt.gpt import Gpt


def position_penalty(model: "Gpt", weights: Decoder) -> Float[Array, ""]:
    """Returns the regularizer; 0 for all but absolute positions."""
    if not isinstance(model.scheme, Absolute):
        return jnp.float32(0.0)
    table = weights.positions
    shape = (len(table), model.heads, model.size)
    lower = jnp.tril(jnp.ones((len(table), len(table))))
    total = jnp.float32(0.0)
    for block in weights.blocks:
        query, key, _ = jnp.split(table @ block.qkv.matrix, 3, -1)
        products = jnp.einsum("ihc,jhc->hij", query.reshape(shape), key.reshape(shape))
        total = total + jnp.sum(products * products * lower)
    return total / len(table)
