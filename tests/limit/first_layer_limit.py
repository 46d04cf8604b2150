r"""What the first layer tends to in long words, with infinite precision.

A key at distance :math:`k` weighs :math:`i^{\varphi[k]}`, the rest of the word together
:math:`i`. With :math:`M_h = \max(1, \varphi_h[0], \dots, \varphi_h[\tau])` only what
grows like :math:`i^{M_h}` is left:

==================  ==========================  ========================================
regime              largest :math:`\varphi`     what is left
==================  ==========================  ========================================
token-dominated     below 1                     the histogram of the word
balanced            1                           the histogram and the lags with 1
position-dominated  above 1                     the lags with the largest bias
==================  ==========================  ========================================
"""

import math
from collections.abc import Iterable

import numpy as np
from jaxtyping import Float

from lengthwise.errors import SpecError
from lengthwise.limit.frozen_arrays import Matrix
from lengthwise.limit.machine import Head, LimitTransformer
from lengthwise.limit.running.definition import BORDER, feed


def limit_values(
    machine: LimitTransformer, word: Iterable[str]
) -> Float[np.ndarray, "heads positions width"]:
    r"""The limit form of what each head of layer 1 adds at each position.

    With :math:`\mu` the histogram of the first :math:`i` symbols and
    :math:`a(s, q) = E_s^\top K^\top Q E_q`

    .. math::

        \bar u_i^h = \frac{1[M_h = 1] \sum_s \mu_s e^{a(s, x_i)} V E_s
          + \sum_{k: \varphi_h[k] = M_h} e^{a(x_{i-k}, x_i)} V E_{x_{i-k}}}
          {\text{the same sums without } V E}

    and for all positions :math:`i`, with :math:`g = \min(\gamma, 1)` for the positional
    margin :math:`\gamma` and :math:`v_h, \kappa_h` of
    `lengthwise.limit.complexity.two_layer_constants`,

    .. math::

        \|u_i^h - \bar u_i^h\| \le
        2 v_h \min\{1,\ 4 (\tau + 1) e^{2 \kappa_h} i^{-g}\}.

    Where no lag with the largest bias exists yet (:math:`i \le \tau`), it is the own
    value :math:`V E_{x_i}`.

    Raises:
        SpecError: The machine has position vectors or reads ``$``.
    """
    if machine.delta > 1 or machine.bos:
        raise SpecError(
            f"period {machine.delta}, bos={machine.bos}; the limit form is known for "
            "machines without position vectors (period 1) and without the mark $"
        )
    heads = machine.layers[0].heads if machine.layers else ()
    stream = machine.embed(word)
    found = np.zeros((len(heads), *stream.shape))
    for place, head in enumerate(heads):
        for i in range(len(stream)):
            found[place, i] = _limit(head, stream[: i + 1])
    return found


def limit_stream(machine: LimitTransformer, word: Iterable[str]) -> Matrix:
    """The limit form of the stream after layer 1, its MLP included.

    Raises:
        SpecError: The machine has no layer, position vectors, or reads ``$``.
    """
    if not machine.layers:
        raise SpecError("a machine without layers; at least one is needed")
    symbols = tuple(word)
    stream = machine.embed(symbols) + limit_values(machine, symbols).sum(axis=0)
    return np.asarray(stream + feed(machine.layers[0].mlp, stream))


def _limit(head: Head, past: Matrix) -> np.ndarray:
    """The limit form at the last position of `past`."""
    i = len(past)
    content = past @ head.bilinear @ past[-1]
    top = max(1.0, float(head.lags.max()))
    logs = content - math.log(i) if top <= 1 + BORDER else np.full(i, -np.inf)
    for k in np.flatnonzero(head.lags >= top - BORDER):
        if k < i:
            key = i - 1 - k
            logs[key] = np.logaddexp(logs[key], content[key])
    if np.isneginf(logs.max()):
        logs[-1] = 0.0
    weights = np.exp(logs - logs.max())
    return np.asarray(weights @ past @ head.value.T / weights.sum())
