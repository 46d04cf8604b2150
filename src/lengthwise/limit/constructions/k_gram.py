"""The two-layer machine that predicts the next symbol from the last k in context."""

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.constructions._named_construction import Construction
from lengthwise.limit.constructions.one_layer_machines import (
    require_number,
    require_size,
)
from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.words import Alphabet

LARGEST_LOGIT = 1e6


def k_gram(*, k: int, S: int, b: float = 8.0, c: float = 3.0) -> LimitTransformer:
    r"""The two-layer machine for the in-context k-gram over ``S`` symbols.

    The target is the frequency of each symbol among those that followed an earlier
    occurrence of the last :math:`k` symbols. Layer 1 has heads :math:`h = 0, \dots, k`
    with :math:`\varphi_h[h] = c` and no content: after it, position :math:`i` contains
    :math:`(x_i, x_{i-1}, \dots, x_{i-k})` up to a leakage of :math:`O(i^{1 - c})`.
    Layer 2 has the logit :math:`b \sum_{h=1}^{k} 1[x_{T-h+1} = x_{j-h}]` and the value
    :math:`x_j`. With a share :math:`\pi` of matching positions, the error is at most
    about :math:`(1 - \pi) e^{-b} / \pi`, plus the leakage of early positions (the first
    :math:`k` do not have all lags yet and may match wrongly). Attention is
    ``infinite``, :math:`\tau = k`, and the positional margin is :math:`c - 1` for
    :math:`1 < c`, which is 2 in the paper; at 2 the leakage dominates the error, so the
    default is 3.

    With a fixed `b`, no error bound holds for every word: for rare contexts,
    :math:`\pi` tends to 0 and the error to 1.
    `lengthwise.limit.constructions.exact_k_gram` is exact on every word, but outside
    the class of Theorem 5.2, which this one belongs to.

    Args:
        k: Number of symbols to match.
        S: The number of symbols, ``0`` to ``S - 1``.
        b: The logit of one matching symbol.
        c: The lag bias of the heads in layer 1.

    Raises:
        SpecError: A number is out of range.
        TooLargeError: The machine would not fit in memory.

    Examples:
        In ``0102 0102 … 0``, the symbol ``0`` is followed alternately by ``1`` and
        ``2``.

        >>> from lengthwise.limit.running.definition import outputs
        >>> outputs(k_gram(k=1, S=3), "0102" * 50 + "0")[-1].round(1)
        array([0. , 0.5, 0.5])
    """
    require_number("k", k, 1)
    require_number("S", S, 1)
    if not (0 <= b <= LARGEST_LOGIT and 1 < c <= LARGEST_LOGIT):
        raise SpecError(
            f"b={b}, c={c}; allowed are b from 0, c above 1, both up to "
            f"{LARGEST_LOGIT:g}"
        )
    width = (k + 3) * S
    require_size(2 * (k + 2) * width**2)

    def block(row: int, column: int) -> np.ndarray:
        grid = np.zeros((k + 3, k + 3))
        grid[row, column] = 1.0
        return np.kron(grid, np.eye(S))

    back = [
        Head(
            bilinear=np.zeros((width, width)),
            value=block(1 + h, 0),
            lags=np.eye(1, k + 1, k=h)[0] * c,
        )
        for h in range(k + 1)
    ]
    match = Head(
        bilinear=b * np.sum([block(1 + h, h) for h in range(1, k + 1)], axis=0),
        value=block(k + 2, 1),
    )
    names = ["is", *(f"back_{h}_is" for h in range(k + 1)), "next_is"]
    return LimitTransformer(
        alphabet=Alphabet(str(s) for s in range(S)),
        embedding=np.eye(S, width),
        layers=(
            Layer(heads=tuple(back), mlp=MLP.none(width)),
            Layer(heads=(match,), mlp=MLP.none(width)),
        ),
        readout=np.eye(S, width, k=width - S),
        attention=Attention("infinite"),
        outputs=tuple(f"next_is_{s}" for s in range(S)),
        dimensions=tuple(f"{name}_{s}" for name in names for s in range(S)),
    )


CONSTRUCTIONS = (
    Construction(
        name="kgram",
        make=k_gram,
        task="kgram",
        numbers={"k": int, "S": int},
        settings={"b": float, "c": float},
        remark="kgram is a construction inside the class of Theorem 5.2, exact in the "
        "limit of long words whose last symbols occurred often before; kgram_exact is "
        "exact on every word",
    ),
)
"""The construction of this file."""
