"""The exact minimax training length, and the exact worst case over all words."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from lengthwise.limit.machine import MLP, Head, Layer, LimitTransformer
from lengthwise.theory.minimax.patterns import attending
from lengthwise.theory.minimax.shortest_path import minimax
from lengthwise.theory.worst_case import worst_case
from lengthwise.words import Alphabet


def rows() -> list[dict[str, Any]]:
    """Measured rows of the table."""
    digits = Alphabet("012")
    two, three = attending(digits, {"0": 1.0, "1": 1.0}), attending(digits, {})
    rng = np.random.default_rng(0)
    wide = _net(rng, digits), _net(rng, digits)
    periodic = _net(rng, Alphabet("01"), 2, 1), _net(rng, Alphabet("01"), 2, 1)
    return [
        _row(
            "minimax training length, 3 symbols, N = 50",
            lambda: minimax(N=50, f=two, g=three),
            10.0,
        ),
        _row(
            "worst case, 3 symbols, length 1,000, 256 units",
            lambda: worst_case(*wide, 1000),
            5.0,
        ),
        _row(
            "worst case, 2 symbols, period 2, lag 1, length 300, 256 units",
            lambda: worst_case(*periodic, 300),
            5.0,
        ),
    ]


def _row(name: str, work: Callable[[], object], target: float) -> dict[str, Any]:
    start = time.perf_counter()
    work()
    value = time.perf_counter() - start
    return {
        "name": name,
        "value": value,
        "against": "seconds",
        "ratio": None,
        "target": target,
        "met": value <= target,
    }


def _net(
    rng: np.random.Generator, alphabet: Alphabet, delta: int = 1, tau: int = 0
) -> LimitTransformer:
    """A net of width 16 with 256 hidden units."""
    width, units = 16, 256
    head = Head(
        bilinear=rng.normal(size=(width, width)) / width,
        value=rng.normal(size=(width, width)) / 4,
        lags=rng.normal(size=tau + 1) * (tau > 0),
    )
    mlp = MLP(
        inner=rng.normal(size=(units, width)) / 4,
        bias=rng.normal(size=units),
        outer=rng.normal(size=(width, units)) / 16,
    )
    return LimitTransformer(
        alphabet=alphabet,
        embedding=rng.normal(size=(len(alphabet), width)),
        positions=rng.normal(size=(delta, width)) * (delta > 1),
        layers=(Layer(heads=(head,), mlp=mlp),),
        readout=rng.normal(size=(1, width)),
    )
