"""The interpreter against a quadratic evaluation of the same local count.

What was tried for the baseline: a double loop in Python (about 400 times slower than
what stands here, from 2,000 tokens); for every position the guard evaluated on all
positions before it (about 14 times slower, at 10,000 tokens); the guard as a table of
distances read backward, one bitwise and and one count over bytes per position, which is
what stands here.
"""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import batch, evaluate, run

LENGTH = 10**5
LAGS = (1, 4, 5, 6)
TEXT = """
n = #[i - j in {1, 4, 5, 6}] "a"
accept n >= 2
"""


def rows() -> list[dict[str, Any]]:
    """Measured rows of the table; both programs begin with numbers for symbols."""
    random = Random(0)
    word = tuple(random.choices("ab", k=LENGTH))
    program = parse(TEXT)
    codes = np.array([[0 if symbol == "a" else -1 for symbol in word]])
    ours = _seconds(lambda: evaluate(program, codes, ("a",)), 9)
    theirs = _seconds(lambda: quadratic(codes[0] == 0, LAGS), 1)
    found = evaluate(program, codes, ("a",)).lines["n"][0]
    assert (found == quadratic(codes[0] == 0, LAGS)).all()
    whole = _seconds(lambda: run(program, word), 3)
    brackets = tuple(random.choices("()", k=LENGTH))
    dyck = load("dyck1")
    counted = _seconds(lambda: batch(dyck, [brackets]), 5)
    return [
        {
            "name": "interpreter local count 10^5 tokens",
            "value": f"{ours * 1e3:.1f} ms ({whole * 1e3:.0f} ms for a run of symbols)",
            "against": f"quadratic evaluation, {theirs:.2f} s",
            "ratio": theirs / ours,
            "target": "100x",
            "met": theirs / ours >= 100,
        },
        {
            "name": "interpreter Dyck-1 10^5 tokens",
            "value": f"{counted * 1e3:.1f} ms",
            "against": "best seen elsewhere, 0.04 s on another machine",
            "ratio": 0.04 / counted,
            "target": None,
            "met": None,
        },
    ]


def quadratic(holds: np.ndarray, lags: tuple[int, ...]) -> np.ndarray:
    """For every position a look at all positions before it."""
    length = len(holds)
    allowed = np.zeros(length, dtype=bool)
    allowed[list(lags)] = True
    backward = np.ascontiguousarray(allowed[::-1])
    found = np.zeros(length, dtype=np.int64)
    for i in range(length):
        window = backward[length - 1 - i :]
        found[i] = np.count_nonzero(holds[: i + 1] & window)
    return found


def _seconds(work: Callable[[], object], repeats: int) -> float:
    """The shortest time of some repetitions."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)
