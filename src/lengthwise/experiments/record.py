"""A record: a trial, what was asked, what came out, and under which circumstances."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from lengthwise.experiments.canonical import FORMAT, SHOWN, canonical
from lengthwise.experiments.evaluation import Evaluation, read_evaluation
from lengthwise.experiments.outcome import Outcome, read_outcome
from lengthwise.experiments.trial import Trial, read_trial


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """When, where and with what a record was made; never compared.

    Attributes:
        started: When the work that made it began, UTC, ISO 8601.
        seconds: How long that work had run when the record was made.
        host: Name of the machine.
        attempt: How often its bundle was begun, from 1.
        device: Kind of device.
        fingerprint: Everything that decides the bits: versions, flags, width.
        prediction: SHA-256 of what was predicted before the sweep, if anything was.
    """

    started: str
    seconds: float
    host: str
    attempt: int = 1
    device: str
    fingerprint: Mapping[str, Any]
    prediction: str | None = None

    def plain(self) -> dict[str, Any]:
        """Returns the circumstances as data for JSON."""
        found = {f.name: getattr(self, f.name) for f in fields(self)}
        if self.prediction is None:
            del found["prediction"]
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What is known of a trial at the lengths of an evaluation.

    Two records are equal if trial, evaluation and outcome are.

    Attributes:
        trial: What was trained.
        evaluation: What was asked.
        outcome: What came out.
        circumstances: When, where and with what.
        weights: The trained weights as bytes of a safetensors file, where they are at
            hand: a record that is read from a store comes without.
    """

    trial: Trial
    evaluation: Evaluation
    outcome: Outcome
    circumstances: Circumstances = field(compare=False)
    weights: bytes | None = field(default=None, compare=False, repr=False)

    @property
    def key(self) -> tuple[str, str]:
        """The keys of the trial and of the evaluation, which name the record."""
        return self.trial.key, self.evaluation.key

    def plain(self) -> dict[str, Any]:
        """Returns the record as data for JSON, without the weights."""
        return {
            "format": FORMAT,
            "trial": self.trial.plain(),
            "evaluation": self.evaluation.plain(),
            "outcome": self.outcome.plain(),
            "circumstances": self.circumstances.plain(),
        }

    def with_weights(self, weights: bytes | None) -> "Record":
        """Returns the record with these weights."""
        return replace(self, weights=weights)

    def predicted(self, prediction: str | None) -> "Record":
        """Returns the record with the key of what was predicted before it was made."""
        if prediction is None:
            return self
        made = replace(self.circumstances, prediction=prediction)
        return replace(self, circumstances=made)

    def line(self) -> str:
        """Returns the record as one line of canonical JSON."""
        return canonical(self.plain())

    def __str__(self) -> str:
        outcome = self.outcome
        end = "converged" if outcome.converged else "reached its last step"
        if outcome.diverged is not None:
            end = f"diverged at step {outcome.diverged}"
        longest = max(outcome.losses)
        return (
            f"{self.trial} (evaluation {self.evaluation.key[:SHOWN]}): {end} after "
            f"{outcome.steps} steps, root mean square error "
            f"{outcome.losses[longest].root_mean_square:.3g} at length {longest}"
        )


def read_record(plain: Mapping[str, Any]) -> Record:
    """Returns the record of `Record.plain` data, also after a trip through JSON."""
    return Record(
        trial=read_trial(plain["trial"]),
        evaluation=read_evaluation(plain["evaluation"]),
        outcome=read_outcome(plain["outcome"]),
        circumstances=Circumstances(**plain["circumstances"]),
    )
