r"""Unnormalized attention weights of many queries at once.

`lengthwise.limit.running.definition.terms` is the same for one query. Both fast
evaluators, on words and on statistics, use these weights and divide only after summing
values: an average of 0/1 values with equal weights is then a quotient of two integers,
rounded once.
"""

import numpy as np
from jaxtyping import Bool, Float

from lengthwise.limit.machine import Attention
from lengthwise.limit.running.definition import BORDER


def terms(
    content: Float[np.ndarray, "*#queries keys"],
    lags: Float[np.ndarray, "*#queries keys"],
    present: Bool[np.ndarray, "*queries keys"],
    *,
    attention: Attention,
    length: Float[np.ndarray, "*#queries 1"],
    index: Float[np.ndarray, "*#queries 1"],
) -> Float[np.ndarray, "*queries keys"]:
    r"""Returns the weight of each key, scaled per query so that the largest is 1.

    Args:
        content: :math:`y_j^\top K^\top Q y_i`.
        lags: :math:`\varphi[i - j]`.
        present: Mask of keys that the query sees, at least one; the others get 0.
        attention: The kind of attention.
        length: :math:`|x|`, the length of the input, with ``$``.
        index: The position :math:`i` of the query.

    Examples:
        >>> one = np.ones((1, 1))
        >>> terms(
        ...     np.array([[0.0, 1.0, 5.0]]),
        ...     np.zeros((1, 3)),
        ...     np.array([[True, True, False]]),
        ...     attention=Attention("softmax"),
        ...     length=4 * one,
        ...     index=2 * one,
        ... )
        array([[0.25, 1.  , 0.  ]])
    """
    if attention.kind == "infinite":
        lags = np.log(index) * lags
    logits = content + lags
    top = np.where(present, logits, -np.inf).max(axis=-1, keepdims=True)
    below = np.where(present, top - logits, 0.0)
    if attention.kind == "hardmax":
        # The tolerance is relative to the largest visible logit.
        scale = np.where(present, np.abs(logits), 1.0).max(axis=-1, keepdims=True)
        tied = below <= BORDER * np.maximum(scale, 1.0)
        return np.where(present & tied, 1.0, 0.0)
    if attention.kind == "infinite":
        return np.asarray(np.exp(-below) * present)
    mask = present
    if attention.bits is not None:
        mask = mask & (np.log2(length) * below < attention.bits - BORDER)
    return np.asarray(np.exp(-np.log(length) * below) * mask)
