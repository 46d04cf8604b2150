"""What is asked of trained weights: at which lengths, on how many words."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from lengthwise.errors import SpecError
from lengthwise.experiments.spec.canonical import FORMAT, key_of
from lengthwise.experiments.spec.fields import Rules, check, fields_of, read, written
from lengthwise.experiments.spec.trial import Trial
from lengthwise.training.evaluating.test_losses import STATISTICS_BATCH, check_lengths

LEAST_WORDS = 64
"""Fewer words a length say nothing about their own standard error."""


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """Test lengths, and how many words of each.

    It has a key of its own, so that other lengths never train again.

    Attributes:
        lengths: Test lengths, kept in increasing order.
        words: How many words of each length; with `standard_error` at most so many.
        standard_error: Words of a length are drawn until the standard error of the
            mean squared error is at most this; without it all are drawn.
        seed: Drives the words that are drawn.

    Raises:
        SpecError: A length is not positive or stands twice, or a number is impossible.

    Examples:
        >>> Evaluation(lengths=(128, 64)).lengths
        (64, 128)
        >>> Evaluation(lengths=(64,)).plain()
        {'format': 1, 'lengths': [64]}
    """

    lengths: Annotated[tuple[int, ...], Rules(least=1, column="")]
    words: Annotated[int, Rules(least=LEAST_WORDS, column="evaluation_words")] = 4096
    standard_error: Annotated[
        float | None, Rules(column="evaluation_standard_error")
    ] = None
    seed: Annotated[int, Rules(least=0, column="evaluation_seed")] = 0

    def __post_init__(self) -> None:
        lengths = tuple(sorted(int(length) for length in self.lengths))
        object.__setattr__(self, "lengths", lengths)
        if not lengths or lengths[0] < 1 or len(set(lengths)) < len(lengths):
            raise SpecError(
                f"test lengths {list(lengths)}; allowed are different lengths from 1 up"
            )
        error = self.standard_error
        if error is not None:
            object.__setattr__(self, "standard_error", float(error))
        if error is not None and not (math.isfinite(error) and error > 0):
            raise SpecError(f"standard_error is {error}; it must be finite, above 0")
        check(self)
        if not 0 <= self.seed < 2**32:
            raise SpecError(f"seed is {self.seed}; allowed are 0 to 2^32 - 1")

    @cached_property
    def key(self) -> str:
        """64 hexadecimal digits that name this evaluation on every computer."""
        return key_of(self.plain())

    @property
    def most_words(self) -> int:
        """The most words of a length: `words` in whole batches.

        Examples:
            >>> Evaluation(lengths=(64,), words=1000).most_words
            1024
        """
        return -(-self.words // STATISTICS_BATCH) * STATISTICS_BATCH

    def plain(self) -> dict[str, Any]:
        """Returns the evaluation as data for JSON, without what is at its default."""
        return {"format": FORMAT} | written(self, fields_of(Evaluation))

    def check(self, trial: Trial) -> None:
        """Raises a `SpecError` where `trial` cannot be evaluated like this.

        A test length must not be shorter than the training length.

        Examples:
            >>> from lengthwise.experiments.spec.trial import trial
            >>> one = trial("simple", {"omega": 4}, train_length=8, seed=0)
            >>> Evaluation(lengths=(4, 16)).check(one)
            Traceback (most recent call last):
            lengthwise.errors.SpecError: test lengths [4] are shorter than
            train_length=8; allowed are 8 and more
        """
        if self.lengths[0] < trial.train_length:
            short = [n for n in self.lengths if n < trial.train_length]
            raise SpecError(
                f"test lengths {short} are shorter than train_length="
                f"{trial.train_length}; allowed are {trial.train_length} and more"
            )
        check_lengths(trial.recipe, self.lengths)


def read_evaluation(plain: Mapping[str, Any]) -> Evaluation:
    """Returns the evaluation of `Evaluation.plain` data, also from JSON.

    Examples:
        >>> evaluation = Evaluation(lengths=(64, 128), words=100)
        >>> read_evaluation(evaluation.plain()) == evaluation
        True
    """
    rest = {name: value for name, value in plain.items() if name != "format"}
    return Evaluation(**read(rest, fields_of(Evaluation)))
