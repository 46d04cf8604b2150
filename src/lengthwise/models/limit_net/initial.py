r"""Initial weights and learning rates in the maximal update parametrization (muP).

With muP :cite:p:`yang2022tensor`, the best learning rate does not depend on the width:

==============================  ======================  =================
arrays                          initial distribution    learning rate
==============================  ======================  =================
embedding, positions            :math:`N(0, 1)`         ``rate``
key, value, inner, outer        :math:`N(0, 1/fan_in)`  ``hidden_rate / d``
query                           0                       ``hidden_rate / d``
readout                         :math:`N(0, 1/d^2)`     ``hidden_rate / d``
bias, lags                      0                       ``rate``
==============================  ======================  =================

and logits are divided by :math:`d`, not by :math:`\sqrt d`.
"""

from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp
from jaxtyping import Array, Key

from lengthwise.models.limit_net.net import Net, blank
from lengthwise.models.named_arrays import names

if TYPE_CHECKING:
    from lengthwise.models.limit_net.limit_net import LimitNet

VECTORS = frozenset({"embedding", "positions", "bias", "lags"})
"""Arrays whose fan-in does not grow with the width; all others are hidden matrices."""


def initial(model: "LimitNet", *, key: Key[Array, ""]) -> Net:
    """Returns a net with random weights; the same key gives the same weights.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> make = lambda: initial(LimitNet(symbols=3), key=jax.random.key(0))
        >>> jax.eval_shape(make).embedding.shape
        (3, 16)
    """
    empty = blank(model)
    leaves, structure = jax.tree.flatten(empty)
    spread = [_spread(name, model) for name in names(empty)]
    keys = jax.random.split(key, len(leaves))
    drawn = [
        deviation * jax.random.normal(k, leaf.shape) if deviation else leaf
        for k, leaf, deviation in zip(keys, leaves, spread, strict=True)
    ]
    return jax.tree.unflatten(structure, drawn)


def _spread(name: str, model: "LimitNet") -> float:
    match name.rpartition(".")[2]:
        case "embedding" | "positions":
            return 1.0
        case "key" | "value" | "inner":
            return float(model.width**-0.5)
        case "outer":
            return float(model.units**-0.5)
        case "readout":
            return 1.0 / model.width
        case _:
            return 0.0


def rates(net: Net, *, rate: Array | float, hidden_rate: Array | float) -> Net:
    """Returns the learning rate of each array of `net`, in the same tree.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> net = blank(LimitNet(symbols=3, width=16))
        >>> by_array = rates(net, rate=0.25, hidden_rate=0.5)
        >>> float(by_array.embedding), float(by_array.readout)
        (0.25, 0.03125)
    """
    hidden = jnp.asarray(hidden_rate) / net.model.width
    leaves = [
        jnp.asarray(rate) if name.rpartition(".")[2] in VECTORS else hidden
        for name in names(net)
    ]
    return jax.tree.unflatten(jax.tree.structure(net), leaves)
