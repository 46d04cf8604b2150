r"""Exports a trained net as a limit transformer, so that the theory applies to it."""

from typing import get_args

import jax
import numpy as np

from lengthwise.cannot_say import CannotSay
from lengthwise.limit.machine import MLP, Attention, Head, Kind, LimitTransformer
from lengthwise.limit.machine import Layer as LimitLayer
from lengthwise.models.limit_net.net import Layer, Net
from lengthwise.models.limit_net.sequence_form import Scaling
from lengthwise.words import Alphabet

KINDS: dict[Scaling, Kind] = {
    "length": "softmax",
    "query": "infinite",
    "none": "infinite",
}
"""The equivalent attention kind for each scaling of the logits."""


def to_limit(
    net: Net, alphabet: Alphabet | None = None
) -> LimitTransformer | CannotSay:
    """Returns the limit transformer that computes what `net` computes.

    There is none if a weight is not finite, or if lag biases are not scaled.

    Args:
        net: The net.
        alphabet: The symbols in order. Default: ``"0"``, ``"1"``, …

    Raises:
        SpecError: The alphabet has a different size.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> from lengthwise.models.limit_net.net import blank
        >>> machine = to_limit(blank(LimitNet(symbols=2, scaling="none")))
        >>> machine.attention.kind, machine.width
        ('infinite', 16)
    """
    assert set(KINDS) == set(get_args(Scaling))
    a = net.model
    symbols = Alphabet(map(str, range(a.symbols))) if alphabet is None else alphabet
    if a.scaling == "none" and any(lag is not None for lag in a.lags):
        return CannotSay(
            "scaling 'none' with lag biases has no limit transformer; train with "
            "scaling 'query' or 'length'"
        )
    if not all(np.isfinite(leaf).all() for leaf in jax.tree.leaves(net)):
        return CannotSay("a weight of the net is not finite, so it has no limit")
    return LimitTransformer(
        alphabet=symbols,
        embedding=_exact(net.embedding),
        positions=np.zeros((0, 0)) if net.positions is None else _exact(net.positions),
        layers=tuple(_layer(layer) for layer in net.layers),
        readout=_exact(net.readout),
        attention=Attention(KINDS[a.scaling]),
    )


def _layer(layer: Layer) -> LimitLayer:
    width = layer.inner.shape[1]
    query, key, value = map(_exact, (layer.query, layer.key, layer.value))
    heads, _, _ = value.shape
    lags = np.zeros((heads, 1)) if layer.lags is None else _exact(layer.lags)
    return LimitLayer(
        heads=tuple(
            Head(bilinear=key[h].T @ query[h] / width, value=value[h], lags=lags[h])
            for h in range(heads)
        ),
        mlp=MLP(
            inner=_exact(layer.inner),
            bias=_exact(layer.bias),
            outer=_exact(layer.outer),
        ),
    )


def _exact(array: object) -> np.ndarray:
    """The array in float64, which represents every float32 exactly."""
    return np.asarray(array, dtype=np.float64)
