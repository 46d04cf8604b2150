"""The outcome of a trial: compared bit for bit between runs of the same trial."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.spec.canonical import canonical, float_of, number
from lengthwise.experiments.spec.fields import (
    DIGEST,
    Field,
    Loss,
    Rules,
    check,
    fields_of,
    read,
    written,
)
from lengthwise.files import is_digest
from lengthwise.printable import printable
from lengthwise.tasks.outputs import FURTHER, METRICS, RMS
from lengthwise.training.evaluating.score import Score


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outcome:
    """The result of a trial; equality compares every bit, NaN included.

    Attributes:
        losses: Score by test length.
        metric: Name of the metric of the scores.
        steps: Number of updates made.
        converged: Whether the loss that ends training fell below the threshold.
        diverged: The step at which the loss was not finite, if any.
        train_loss: Loss of the last training batch.
        train_loss_recent: Mean loss of the last 100 training batches.
        digest: SHA-256 of the weights.
        further: Scores in the further metrics of the task, by name and test length. The
            mean of such a score is the value of the metric. Lengths at which the metric
            applies to no input are omitted: for the place of the first error, those
            without errors.

    Raises:
        SpecError: It contradicts itself.

    Examples:
        >>> outcome = Outcome(
        ...     losses={64: Score(mean=0.25, standard_error=0.01, words=64)},
        ...     steps=3,
        ...     converged=False,
        ...     diverged=3,
        ...     train_loss=math.nan,
        ...     train_loss_recent=math.nan,
        ...     digest="0" * 64,
        ... )
        >>> read_outcome(outcome.plain()) == outcome
        True
    """

    losses: Annotated[Mapping[int, Score], Rules(column="")]
    steps: Annotated[int, Rules(least=0)]
    converged: bool
    diverged: Annotated[int | None, Rules(least=0)]
    train_loss: Loss
    train_loss_recent: Loss
    digest: Annotated[str, Rules(pattern=DIGEST)]
    metric: Annotated[str, Rules(since=2)] = RMS.name
    further: Annotated[
        Mapping[str, Mapping[int, Score]], Rules(since=None, column="")
    ] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.metric not in METRICS:
            raise UnknownNameError("metric", printable(self.metric), METRICS)
        if not self.losses:
            raise SpecError("the outcome has no losses; it needs one per length")
        check(self)
        self._check_further()
        if self.diverged is not None and (
            self.converged or self.diverged != self.steps
        ):
            raise SpecError(
                f"diverged is {self.diverged} after {self.steps} steps, converged is "
                f"{self.converged}; a diverged net has its last step there"
            )
        if not is_digest(self.digest):
            raise SpecError(
                f"the digest is {printable(self.digest, longest=80)!r}; allowed are 64 "
                "digits of 0-9 and a-f"
            )

    def _check_further(self) -> None:
        """Raises a `SpecError` if a further score contradicts the losses."""
        for name, scores in self.further.items():
            if name not in FURTHER:
                raise UnknownNameError("further metric", printable(name), FURTHER)
            for length, score in scores.items():
                loss = self.losses.get(length)
                if loss is None or score.words > loss.words or not score.mean <= 1:
                    raise SpecError(
                        f"{name} at length {length} is {score.mean} over {score.words} "
                        "inputs; it must be a rate over inputs that have a loss"
                    )

    @property
    def errors(self) -> dict[int, float]:
        """The error in the metric, by test length: less is better."""
        value_of = METRICS[self.metric].value
        return {
            length: value_of(one.mean) if one.mean >= 0 else math.nan
            for length, one in self.losses.items()
        }

    def plain(self) -> dict[str, Any]:
        """Returns the outcome as JSON data."""
        errors = self.errors
        losses = {
            str(length): _plain(one, self.metric, errors[length])
            for length, one in self.losses.items()
        }
        plain = {"losses": losses} | written(self, _rest())
        if self.further:
            plain["further"] = {
                name: {str(length): _plain_score(one) for length, one in scores.items()}
                for name, scores in self.further.items()
            }
        return plain

    def with_losses(
        self,
        losses: Mapping[int, Score],
        further: Mapping[str, Mapping[int, Score]] | None = None,
    ) -> "Outcome":
        """Returns the outcome with its scores replaced by these."""
        return replace(self, losses=losses, further=further or {})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return canonical(self.plain()) == canonical(other.plain())

    def __hash__(self) -> int:
        return hash(canonical(self.plain()))


def _rest() -> tuple[Field, ...]:
    """All fields except the scores."""
    return fields_of(Outcome, but=("losses", "further"))


def _plain(score: Score, metric: str, error: float) -> dict[str, Any]:
    """A loss as JSON data; a root mean square keeps its original format."""
    plain = _plain_score(score)
    if metric == RMS.name:
        mean = {"mean_squared": plain.pop("mean"), "root_mean_square": number(error)}
        return mean | plain
    return plain


def _plain_score(score: Score) -> dict[str, Any]:
    return {
        "mean": number(score.mean),
        "standard_error": number(score.standard_error),
        "words": score.words,
    }


def read_outcome(plain: Mapping[str, Any]) -> Outcome:
    """Returns the outcome of `Outcome.plain` data, also after a JSON round trip."""
    rest = dict(plain)
    mean = "mean_squared" if rest.get("metric", RMS.name) == RMS.name else "mean"
    losses = _scores(rest.pop("losses"), mean)
    further = {
        name: _scores(scores) for name, scores in rest.pop("further", {}).items()
    }
    return Outcome(losses=losses, further=further, **read(rest, _rest()))


def _scores(plain: Mapping[str, Any], mean: str = "mean") -> dict[int, Score]:
    """Scores by length, ascending."""
    by_length = {int(length): one for length, one in plain.items()}
    return {
        length: Score(
            mean=float_of(by_length[length][mean]),
            standard_error=float_of(by_length[length]["standard_error"]),
            words=by_length[length]["words"],
        )
        for length in sorted(by_length)
    }
