"""The score of a net on words of one length."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from jaxtyping import Float

from lengthwise.errors import SpecError


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The mean of a metric over words.

    In the losses of a record, the values are squared errors, or 1 for each word that is
    not right everywhere. In its further scores, they are the values of the metric.

    Attributes:
        mean: The mean.
        standard_error: Its standard error.
        words: Number of inputs drawn.

    Raises:
        SpecError: A value is impossible.
    """

    mean: float
    standard_error: float
    words: int

    def __post_init__(self) -> None:
        for name in ("mean", "standard_error"):
            if getattr(self, name) < 0:
                raise SpecError(
                    f"{name} is {getattr(self, name)}; it must be at least 0"
                )
        if self.words < 1:
            raise SpecError(f"words is {self.words}; it must be at least 1")


def score_of(penalties: Sequence[float]) -> Score:
    """Returns the score of at least two words; each result is rounded once.

    Examples:
        >>> score_of([1.0, 3.0])
        Score(mean=2.0, standard_error=1.0, words=2)
    """
    number = len(penalties)
    if not all(map(math.isfinite, penalties)):
        return Score(mean=math.nan, standard_error=math.nan, words=number)
    mean = math.fsum(penalties) / number
    spread = math.fsum((one - mean) ** 2 for one in penalties) / (number - 1)
    error = math.sqrt(spread / number)
    return Score(mean=mean, standard_error=error, words=number)


@lru_cache(maxsize=2**16)
def rate_score(ones: int, number: int) -> Score:
    """Returns the score of `number` words, of which `ones` have value 1 and the rest 0.

    Equal to `score_of` of such a list, bit for bit. The standard error of a single word
    is NaN.

    Examples:
        >>> rate_score(1, 4) == score_of([0.0, 1.0, 0.0, 0.0])
        True
    """
    mean = ones / number
    if number == 1:
        return Score(mean=mean, standard_error=math.nan, words=1)
    off, on = (Fraction((one - mean) ** 2) for one in (0.0, 1.0))
    spread = float((number - ones) * off + ones * on) / (number - 1)
    return Score(mean=mean, standard_error=math.sqrt(spread / number), words=number)


def share_score(shares: Float[np.ndarray, " words"]) -> Score:
    """Returns the score of words with values between 0 and 1, in float64.

    Examples:
        >>> share_score(np.array([0.25, 0.75])).mean
        0.5
    """
    number = len(shares)
    mean = float(shares.mean())
    if number == 1:
        return Score(mean=mean, standard_error=math.nan, words=1)
    error = math.sqrt(float(np.square(shares - mean).sum()) / (number - 1) / number)
    return Score(mean=mean, standard_error=error, words=number)
