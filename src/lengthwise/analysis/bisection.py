"""The sufficient length by bisection with new trials, without a grid.

Training lengths double until the error (geometric mean over seeds) is small enough.
Then the gap is narrowed to the ratio `RATIO`, the finest that isotonic interpolation
can use.

The search chooses lengths based on the errors it sees, so these errors must not be used
for the interval: it would be too narrow. The answer comes from models with fresh seeds
at lengths near the crossing, which are fixed beforehand, as in a grid.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from lengthwise.analysis.final_errors import heights
from lengthwise.analysis.runs import Run
from lengthwise.analysis.sufficient import SufficientLength, sufficient_length
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError

RATIO = 1.19
NEAR = 2.0
"""Models with fresh seeds are trained at lengths within this factor of the crossing."""


def bisected_length(
    measure: Callable[[int], Sequence[Run]],
    fresh: Callable[[int], Sequence[Run]],
    eps: float,
    *,
    shortest: int = 2,
    longest: int = 4096,
) -> SufficientLength | CannotSay:
    """The sufficient length for `eps`, with as few training lengths as possible.

    Args:
        measure: Trains and evaluates models at a training length, for the search.
        fresh: The same with other seeds, for the answer.
        eps: The error, in the metric of the runs.
        shortest: The first training length.
        longest: The largest training length.

    Raises:
        SpecError: The bounds are not ``1 <= shortest < longest``.
    """
    if not 1 <= shortest < longest:
        raise SpecError(f"{shortest} to {longest} is not a range of training lengths")
    measured: dict[int, Sequence[Run]] = {}

    def enough(length: int) -> bool:
        if length not in measured:
            measured[length] = measure(length)
        used = [run for run in measured[length] if run.learned(eps)]
        return bool(used) and float(np.exp(heights(used).mean())) <= eps

    high = shortest
    while not enough(high) and high < longest:
        high = min(2 * high, longest)
    low = max((n for n in measured if n < high), default=high)
    while enough(high) and high > max(low + 1, RATIO * low):
        middle = round((low * high) ** 0.5)
        low, high = (low, middle) if enough(middle) else (middle, high)
    for neighbor in {round(low / RATIO), round(high * RATIO)}:
        if enough(high) and shortest <= neighbor <= longest:
            enough(neighbor)
    if not enough(high) or low == high:
        return sufficient_length(_all(measured.values()), eps)
    return _confirmed(fresh, sorted(measured), (low * high) ** 0.5, eps)


def _confirmed(
    fresh: Callable[[int], Sequence[Run]],
    lengths: Sequence[int],
    crossing: float,
    eps: float,
) -> SufficientLength | CannotSay:
    """The answer of fresh models, adding lengths if the first do not cross `eps`."""
    near = [n for n in lengths if crossing / NEAR <= n <= crossing * NEAR]
    groups = [fresh(n) for n in near]
    answer = sufficient_length(_all(groups), eps)
    if isinstance(answer, SufficientLength) or len(near) == len(lengths):
        return answer
    groups += [fresh(n) for n in lengths if n not in near]
    return sufficient_length(_all(groups), eps)


def _all(groups: Iterable[Sequence[Run]]) -> list[Run]:
    return [run for runs in groups for run in runs]
