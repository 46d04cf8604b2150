"""Evaluations: the test lengths, and the number of test inputs."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, get_args

from lengthwise.errors import SpecError
from lengthwise.experiments.spec.canonical import FORMAT, key_of
from lengthwise.experiments.spec.fields import Rules, check, fields_of, read, written
from lengthwise.experiments.spec.trial import Trial
from lengthwise.printable import printable
from lengthwise.tasks.outputs import Metric
from lengthwise.training.evaluating.test_losses import (
    STATISTICS_BATCH,
    TestInputs,
    check_lengths,
)

LEAST_WORDS = 64
"""With fewer words per length, their standard error cannot be estimated."""


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """Test lengths, and the number of inputs per length.

    It has its own key, so testing at other lengths never trains again.

    Attributes:
        lengths: Test lengths, in increasing order.
        words: Number of inputs of each length; with `standard_error`, the largest
            number.
        standard_error: Inputs of a length are drawn until the standard error of the
            mean squared error is at most this. Without it all are drawn.
        seed: Random seed of the test inputs.
        inputs: Test inputs ``drawn`` from the distribution of the task, or misleading
            ``adversarial`` ones, all different and often fewer than `words`.

    Raises:
        SpecError: A length is not positive or occurs twice, or a number is impossible.

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
    inputs: Annotated[TestInputs, Rules(since=None, column="evaluation_inputs")] = (
        "drawn"
    )

    def __post_init__(self) -> None:
        lengths = tuple(sorted(int(length) for length in self.lengths))
        object.__setattr__(self, "lengths", lengths)
        if not lengths or lengths[0] < 1 or len(set(lengths)) < len(lengths):
            raise SpecError(
                f"test lengths {list(lengths)}; they must be distinct and at least 1"
            )
        error = self.standard_error
        if error is not None:
            object.__setattr__(self, "standard_error", float(error))
        if error is not None and not (math.isfinite(error) and error > 0):
            raise SpecError(f"standard_error is {error}; it must be finite, above 0")
        check(self)
        if self.inputs not in get_args(TestInputs):
            raise SpecError(
                f"inputs is {printable(self.inputs)!r}; allowed are "
                f"{', '.join(get_args(TestInputs))}"
            )
        if not 0 <= self.seed < 2**32:
            raise SpecError(f"seed is {self.seed}; it must be from 0 to 2^32 - 1")

    @cached_property
    def key(self) -> str:
        """64 hexadecimal digits that identify this evaluation on every computer."""
        return key_of(self.plain())

    @property
    def most_words(self) -> int:
        """The largest number of words per length: `words` in whole batches.

        Examples:
            >>> Evaluation(lengths=(64,), words=1000).most_words
            1024
        """
        return -(-self.words // STATISTICS_BATCH) * STATISTICS_BATCH

    def plain(self) -> dict[str, Any]:
        """Returns the evaluation as JSON data, without fields at their defaults."""
        return {"format": FORMAT} | written(self, fields_of(Evaluation))

    def check(self, trial: Trial, metric: Metric | None = None) -> None:
        """Raises a `SpecError` if `trial` cannot be evaluated like this.

        At least one test length must reach the training length. Shorter ones are
        allowed for tasks scored by a rate, where they show how well the training
        lengths were learned.

        Args:
            trial: The trial.
            metric: The headline metric of its task, if the task itself is not
                available.

        Examples:
            >>> from lengthwise.experiments.spec.trial import trial
            >>> one = trial("simple", {"omega": 4}, train_length=8, seed=0)
            >>> Evaluation(lengths=(4, 16)).check(one)
            Traceback (most recent call last):
            lengthwise.errors.SpecError: test lengths [4] are shorter than
            train_length=8; use 8 or more
            >>> sort = trial("sort", {}, train_length=8, seed=0)
            >>> Evaluation(lengths=(4, 16)).check(sort)
        """
        task = trial.task.task_if_loaded
        metric = metric if task is None else task.output.metrics[0]
        least = trial.train_length
        short = [n for n in self.lengths if n < least]
        rate = metric is not None and metric.is_rate
        if len(short) == len(self.lengths) or (short and not rate):
            more = "; at least one must not be" if rate else ""
            raise SpecError(
                f"test lengths {short} are shorter than train_length={least}"
                + (more or f"; use {least} or more")
            )
        check_lengths(trial.recipe, self.lengths, self.inputs, seed=self.seed)


def read_evaluation(plain: Mapping[str, Any]) -> Evaluation:
    """Returns the evaluation of `Evaluation.plain` data, also from JSON.

    Examples:
        >>> evaluation = Evaluation(lengths=(64, 128), words=100)
        >>> read_evaluation(evaluation.plain()) == evaluation
        True
    """
    rest = {name: value for name, value in plain.items() if name != "format"}
    return Evaluation(**read(rest, fields_of(Evaluation)))
