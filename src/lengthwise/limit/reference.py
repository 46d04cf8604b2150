r"""What a limit transformer computes: the definition as the shortest program.

Quadratic in the length, one query at a time. Everything else that runs machines is
tested against this page.

.. math::

    a_{ij} &= y_j^\top K^\top Q\, y_i + \varphi[i - j] \\
    Y_i &= y_i + \sum_h \sum_{j \le i} w_{ij} V y_j \\
    y_i' &= Y_i + B\,\psi(A Y_i + b)
"""

import math
from collections.abc import Iterable

import numpy as np

from lengthwise.limit.arrays import Matrix, Vector
from lengthwise.limit.machine import MLP, Attention, Head, LimitTransformer

BORDER = 1e-9
"""Slack in exponents at the rounding border; relative slack between equal logits."""


def weights(
    content: Vector, lags: Vector, *, attention: Attention, length: int
) -> Vector:
    r"""How much the last position attends to each position up to it.

    Args:
        content: :math:`y_j^\top K^\top Q y_i` for ``j = 1 … i``.
        lags: :math:`\varphi[i - j]` for the same ``j``.
        attention: How logits become weights.
        length: :math:`|x|`, the length of everything that is read.
    """
    if attention.kind == "infinite":
        logits = content + math.log(len(content)) * lags
        shifted = np.exp(logits - logits.max())
    else:
        logits = content + lags
        below = logits.max() - logits
        if attention.kind == "hardmax":
            shifted = below <= BORDER * max(1.0, np.abs(logits).max())
        else:
            shifted = np.exp(-math.log(length) * below)
        if attention.bits is not None:
            shifted = shifted * (math.log2(length) * below < attention.bits - BORDER)
    return np.asarray(shifted / shifted.sum())


def attend(head: Head, stream: Matrix, *, attention: Attention) -> Matrix:
    """What `head` adds to each row of `stream`."""
    added = np.zeros_like(stream)
    for i in range(len(stream)):
        past = stream[: i + 1]
        distance = np.arange(i, -1, -1)
        lags = np.array([head.lags[k] if k < len(head.lags) else 0.0 for k in distance])
        w = weights(
            past @ head.bilinear @ stream[i],
            lags,
            attention=attention,
            length=len(stream),
        )
        added[i] = w @ past @ head.value.T
    return added


def feed(mlp: MLP, stream: Matrix) -> Matrix:
    """What `mlp` adds to each row of `stream`."""
    before = stream @ mlp.inner.T + mlp.bias
    after = np.where(mlp.heaviside, before >= 0, np.maximum(before, 0))
    return np.asarray(after @ mlp.outer.T)


def streams(
    machine: LimitTransformer,
    word: Iterable[str],
    *,
    attention: Attention | None = None,
) -> tuple[Matrix, ...]:
    """The residual stream before the first layer and after each layer.

    A row belongs to a symbol that is read, so the first one to ``$`` where the machine
    has `bos`.
    """
    kind = machine.attention if attention is None else attention
    y = machine.embed(word)
    found = [y]
    for layer in machine.layers:
        y = y + sum(attend(head, y, attention=kind) for head in layer.heads)
        y = y + feed(layer.mlp, y)
        found.append(y)
    return tuple(found)


def outputs(
    machine: LimitTransformer,
    word: Iterable[str],
    *,
    attention: Attention | None = None,
) -> Matrix:
    """The outputs at every symbol that is read, one row each; the last row is f(x)."""
    return np.asarray(
        streams(machine, word, attention=attention)[-1] @ machine.readout.T
    )
