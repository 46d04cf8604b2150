r"""Exports a trained decoder as a limit transformer, where it has that form.

The decoder must have no layer norms, ReLU activations, and a position scheme that limit
transformers support. Its biases go into one extra coordinate of the stream that is
always
1, since limit transformers have no other biases.

==========  ==========================  ============================================
scaling     positions                   attention of the limit transformer
==========  ==========================  ============================================
``none``    none, periodic              ``infinite``; with ``bits`` there is none
``length``  none, periodic, lag biases  ``softmax``, with ``bits`` ``finite``
``query``   as for ``length``           the same for one layer, at the last position
==========  ==========================  ============================================
"""

import math
from typing import TYPE_CHECKING

import jax
import numpy as np
from jaxtyping import Array

from lengthwise.cannot_say import CannotSay
from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.models.gpt.decoder import Block, Decoder, Linear
from lengthwise.models.positions import LagBias, NoPositions, Periodic
from lengthwise.words import Alphabet

if TYPE_CHECKING:
    from lengthwise.models.gpt.gpt import Gpt


def decoder_limit(
    model: "Gpt", weights: Decoder, alphabet: Alphabet
) -> LimitTransformer | CannotSay:
    """Returns the limit transformer that computes what a decoder computes.

    Raises:
        SpecError: The alphabet has a different number of symbols.
    """
    reason = _obstacle(model, weights)
    if reason is not None:
        return CannotSay(reason)
    attention = Attention("infinite")
    if model.scaling != "none":
        kind = Attention() if model.bits is None else Attention("finite", model.bits)
        attention = kind
    readout = weights.embedding if weights.readout is None else weights.readout
    return LimitTransformer(
        alphabet=alphabet,
        embedding=_with_column(weights.embedding, 1.0),
        positions=np.zeros((0, 0))
        if weights.positions is None
        else _with_column(weights.positions, 0.0),
        layers=tuple(_layer(model, block) for block in weights.blocks),
        readout=_with_column(readout, 0.0),
        attention=attention,
    )


def _obstacle(model: "Gpt", weights: Decoder) -> str | None:
    """Why there is no limit transformer, and what to train instead."""
    wants = {
        "it has layer norms; train with norm=False": model.norm,
        "its hidden units are GELU; train with activation 'relu'": (
            model.activation != "relu"
        ),
        f"its positions are {model.positions}; limit transformers have none, periodic "
        "or lag": not isinstance(model.scheme, NoPositions | Periodic | LagBias),
        "scaling 'none' with lag biases has no limit transformer; train with scaling "
        "'length'": model.scaling == "none" and isinstance(model.scheme, LagBias),
        "attention is rounded but not scaled; train with scaling 'length'": (
            model.scaling == "none" and model.bits is not None
        ),
        "scaling 'query' with several layers has no limit transformer; train with "
        "scaling 'length' or 'none'": model.scaling == "query" and model.layers > 1,
        "a weight is not finite": not all(
            np.isfinite(leaf).all() for leaf in jax.tree.leaves(weights)
        ),
    }
    return next((reason for reason, holds in wants.items() if holds), None)


def _layer(model: "Gpt", block: Block) -> Layer:
    query, key, value = np.split(_affine(block.qkv), 3, axis=1)
    attended = _exact(block.attended.matrix)
    lags = np.zeros((model.heads, 1))
    if block.positions is not None:
        lags = _exact(block.positions)
    heads = []
    for number in range(model.heads):
        mine = slice(number * model.size, (number + 1) * model.size)
        added = _with_column(value[:, mine] @ attended[mine], 0.0)
        if number == 0:
            added[-1, :-1] += _exact(block.attended.bias)
        bilinear = key[:, mine] @ query[:, mine].T / math.sqrt(model.size)
        heads.append(Head(bilinear=bilinear, value=added.T, lags=lags[number]))
    return Layer(heads=tuple(heads), mlp=_mlp(block))


def _mlp(block: Block) -> MLP:
    """The MLP with one extra unit that is always 1 and carries the outer bias."""
    width, units = block.inner.matrix.shape
    inner = np.zeros((units + 1, width + 1))
    inner[:-1, :-1] = _exact(block.inner.matrix).T
    inner[-1, -1] = 1.0
    outer = _with_column(_affine(block.outer), 0.0).T
    return MLP(inner=inner, bias=np.append(_exact(block.inner.bias), 0.0), outer=outer)


def _affine(linear: Linear) -> np.ndarray:
    """The matrix with its bias as the last row."""
    return np.vstack([_exact(linear.matrix), _exact(linear.bias)])


def _with_column(matrix: Array | np.ndarray, value: float) -> np.ndarray:
    """The matrix with a column appended for the coordinate that is always 1."""
    exact = _exact(matrix)
    return np.hstack([exact, np.full((len(exact), 1), value)])


def _exact(array: Array | np.ndarray) -> np.ndarray:
    """The array in float64, which represents every float32 exactly."""
    return np.asarray(array, dtype=np.float64)
