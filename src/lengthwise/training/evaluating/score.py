"""How wrong a net is on words of one length."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from lengthwise.errors import SpecError


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The mean over words of what the metric of a task counts against each.

    That is a squared error, or 1 for a word that is not right everywhere.

    Attributes:
        mean: The mean.
        standard_error: Its standard error.
        words: How many words were drawn.

    Raises:
        SpecError: A number is impossible.
    """

    mean: float
    standard_error: float
    words: int

    def __post_init__(self) -> None:
        for name in ("mean", "standard_error"):
            if getattr(self, name) < 0:
                raise SpecError(f"{name} is {getattr(self, name)}; it is never below 0")
        if self.words < 1:
            raise SpecError(f"words is {self.words}; allowed are 1 and more")


def score_of(penalties: Sequence[float]) -> Score:
    """Returns the score of two words or more; each number is rounded once.

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
