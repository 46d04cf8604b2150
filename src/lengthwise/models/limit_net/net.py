r"""The trainable module: a limit transformer with float32 arrays.

Query and key matrices are separate and the logit is divided by the width (muP), so that
:math:`K^\top Q` of the exported machine is ``key.T @ query / width``. The forward
passes are in `lengthwise.models.limit_net.sequence_form`,
`lengthwise.models.limit_net.statistics_form`,
`lengthwise.models.limit_net.prefix_form`.
"""

from typing import TYPE_CHECKING

import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array, Float

if TYPE_CHECKING:
    from lengthwise.models.limit_net.limit_net import LimitNet


class Layer(eqx.Module):
    """One layer: attention heads, then an MLP, both added to the residual stream."""

    query: Float[Array, "heads width width"]
    key: Float[Array, "heads width width"]
    value: Float[Array, "heads width width"]
    lags: Float[Array, "heads lags"] | None
    inner: Float[Array, "units width"]
    bias: Float[Array, " units"]
    outer: Float[Array, "width units"]


class Net(eqx.Module):
    """The weights of a limit net.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> net = blank(LimitNet(symbols=3, width=2, units=5))
        >>> net.embedding.shape, net.positions is None, net.layers[0].inner.shape
        ((3, 2), True, (5, 2))
    """

    embedding: Float[Array, "symbols width"]
    positions: Float[Array, "delta width"] | None
    layers: tuple[Layer, ...]
    readout: Float[Array, "outputs width"]
    model: "LimitNet" = eqx.field(static=True)  # not an array, never traced


def blank(model: "LimitNet") -> Net:
    """Returns a net of these sizes with all weights zero."""
    a = model
    d = a.width
    layers = tuple(
        Layer(
            query=jnp.zeros((heads, d, d)),
            key=jnp.zeros((heads, d, d)),
            value=jnp.zeros((heads, d, d)),
            lags=scheme.bias_table(heads),
            inner=jnp.zeros((a.units, d)),
            bias=jnp.zeros(a.units),
            outer=jnp.zeros((d, a.units)),
        )
        for heads, scheme in zip(a.heads, a.layer_positions, strict=True)
    )
    return Net(
        embedding=jnp.zeros((a.symbols, d)),
        positions=a.input_positions.embedding_table(d),
        layers=layers,
        readout=jnp.zeros((a.outputs, d)),
        model=a,
    )
