r"""What a limit transformer computes: the definition, as short as possible.

It takes quadratic time, one query at a time. All other evaluators are tested against
it.

.. math::

    a_{ij} &= y_j^\top K^\top Q\, y_i + \varphi[i - j] \\
    Y_i &= y_i + \sum_h \sum_{j \le i} w_{ij} V y_j \\
    y_i' &= Y_i + B\,\psi(A Y_i + b)
"""

import math
from collections.abc import Iterable

import numpy as np

from lengthwise.limit.frozen_arrays import Matrix, Vector
from lengthwise.limit.machine import MLP, Attention, Head, LimitTransformer

BORDER = 1e-9
"""Tolerance of exponents at the rounding threshold, and relative one of equal logits.
"""


def terms(
    content: Vector, lags: Vector, *, attention: Attention, length: int
) -> Vector:
    r"""Returns the weights of the keys of one query, scaled so that the largest is 1.

    Args:
        content: :math:`y_j^\top K^\top Q y_i` for ``j = 1 … i``.
        lags: :math:`\varphi[i - j]` for the same ``j``.
        attention: The kind of attention.
        length: :math:`|x|`, the length of the input, with ``$``.

    Examples:
        >>> soft = Attention("softmax")
        >>> terms(np.array([1.0, 0.0]), np.array([0.0, 3.0]), attention=soft, length=4)
        array([0.0625, 1.    ])
    """
    if attention.kind == "infinite":
        logits = content + math.log(len(content)) * lags
        return np.asarray(np.exp(logits - logits.max()))
    logits = content + lags
    below = logits.max() - logits
    if attention.kind == "hardmax":
        tied = below <= BORDER * max(1.0, np.abs(logits).max())
        return np.where(tied, 1.0, 0.0)
    weights = np.exp(-math.log(length) * below)
    if attention.bits is not None:
        weights[math.log2(length) * below >= attention.bits - BORDER] = 0.0
    return np.asarray(weights)


def attend(head: Head, stream: Matrix, *, attention: Attention) -> Matrix:
    """Returns the output of `head` for each row of `stream`.

    Examples:
        >>> mean = Head(bilinear=np.zeros((1, 1)), value=np.eye(1))
        >>> attend(mean, np.array([[1.0], [0.0]]), attention=Attention())
        array([[1. ],
               [0.5]])
    """
    added = np.zeros_like(stream)
    for i in range(len(stream)):
        past = stream[: i + 1]
        lags = np.zeros(i + 1)
        for k in range(min(i + 1, len(head.lags))):
            lags[i - k] = head.lags[k]
        content = past @ (head.bilinear @ stream[i])
        w = terms(content, lags, attention=attention, length=len(stream))
        # Divide last: an average of 0/1 values is then a quotient of two integers.
        added[i] = (w @ past / w.sum()) @ head.value.T
    return added


def feed(mlp: MLP, stream: Matrix) -> Matrix:
    """Returns the output of `mlp` for each row of `stream`.

    Examples:
        >>> step = MLP(
        ...     inner=np.eye(1), bias=-np.ones(1), outer=np.eye(1), heaviside=(True,)
        ... )
        >>> feed(step, np.array([[0.5], [1.0]]))
        array([[0.],
               [1.]])
    """
    before = stream @ mlp.inner.T + mlp.bias
    after = np.where(mlp.heaviside, before >= 0, np.maximum(before, 0))
    return np.asarray(after @ mlp.outer.T)


def streams(
    machine: LimitTransformer,
    word: Iterable[str],
    *,
    attention: Attention | None = None,
) -> tuple[Matrix, ...]:
    """Returns the residual stream before the first layer and after each layer.

    There is a row per symbol read, so the first one is for ``$`` if the machine has
    `bos`.

    Examples:
        The second coordinate becomes the share of ``a`` so far.

        >>> from lengthwise.limit.machine import Layer
        >>> from lengthwise.words import Alphabet
        >>> head = Head(bilinear=np.zeros((2, 2)), value=np.eye(2, k=-1))
        >>> share = LimitTransformer(
        ...     alphabet=Alphabet("ab"),
        ...     embedding=np.diag([1.0, 0.0]),
        ...     layers=(Layer(heads=(head,), mlp=MLP.none(2)),),
        ...     readout=np.array([[0.0, 1.0]]),
        ... )
        >>> streams(share, "ab")[1]
        array([[1. , 1. ],
               [0. , 0.5]])
    """
    kind = machine.attention if attention is None else attention
    y = machine.embed(word)
    stages = [y]
    for layer in machine.layers:
        y = y + sum(attend(head, y, attention=kind) for head in layer.heads)
        y = y + feed(layer.mlp, y)
        stages.append(y)
    return tuple(stages)


def outputs(
    machine: LimitTransformer,
    word: Iterable[str],
    *,
    attention: Attention | None = None,
) -> Matrix:
    """Returns the outputs at every symbol read, one row each; the last row is f(x).

    Examples:
        The share of ``a`` among all symbols so far.

        >>> from lengthwise.limit.machine import Layer
        >>> from lengthwise.words import Alphabet
        >>> head = Head(bilinear=np.zeros((2, 2)), value=np.eye(2, k=-1))
        >>> share = LimitTransformer(
        ...     alphabet=Alphabet("ab"),
        ...     embedding=np.diag([1.0, 0.0]),
        ...     layers=(Layer(heads=(head,), mlp=MLP.none(2)),),
        ...     readout=np.array([[0.0, 1.0]]),
        ... )
        >>> outputs(share, "abab").T.round(3)
        array([[1.   , 0.5  , 0.667, 0.5  ]])
    """
    return np.asarray(
        streams(machine, word, attention=attention)[-1] @ machine.readout.T
    )
