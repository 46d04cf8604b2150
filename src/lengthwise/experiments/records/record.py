"""Records: a trial, an evaluation, their outcome, and the circumstances."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from typing import Annotated, Any

from lengthwise.errors import SpecError
from lengthwise.experiments.records.outcome import Outcome, read_outcome
from lengthwise.experiments.spec.canonical import FORMAT, SHOWN, canonical
from lengthwise.experiments.spec.evaluation import Evaluation, read_evaluation
from lengthwise.experiments.spec.fields import (
    DIGEST,
    Rules,
    check,
    fields_of,
    read,
    written,
)
from lengthwise.experiments.spec.trial import Trial, read_trial
from lengthwise.files import is_digest
from lengthwise.printable import printable
from lengthwise.tables import MOST_ROWS, Table
from lengthwise.tasks.outputs import METRICS
from lengthwise.views import html_line, short

MOMENT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\+00:00$"
"""The pattern of a time in UTC, in whole seconds."""

TOGETHER = 1 << 26
"""Bytes of weights after which records are passed on without waiting for more."""

FEW = 5
"""Number of lengths that an error lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """When, where and with what a record was produced; never compared.

    Attributes:
        started: When its bundle started, UTC, ISO 8601 in whole seconds.
        seconds: How long the bundle had run when the record was made.
        host: Name of the computer.
        attempt: How often the bundle was started, from 1.
        device: Kind of device.
        fingerprint: Everything that determines the bits: versions, flags, width.
        prediction: SHA-256 of the predictions made before the sweep, if any.

    Raises:
        SpecError: It contradicts itself.
    """

    started: Annotated[str, Rules(pattern=MOMENT)]
    seconds: Annotated[float, Rules(least=0)]
    host: str
    attempt: Annotated[int, Rules(least=1, always=True)] = 1
    device: str
    fingerprint: Mapping[str, str]
    prediction: Annotated[str | None, Rules(pattern=DIGEST)] = None

    def __post_init__(self) -> None:
        mark = self.fingerprint
        for name, value in mark.items():
            if not (isinstance(name, str) and isinstance(value, str)):
                raise SpecError(
                    f"the fingerprint has {printable(name, longest=80)} = "
                    f"{printable(value, longest=80)}; every value must be text"
                )
        if not mark:
            raise SpecError(
                "the fingerprint is empty; it must list what determines the bits"
            )
        if mark.get("device", self.device) != self.device:
            raise SpecError(
                f"the device is {printable(self.device, longest=80)!r}, but in the "
                f"fingerprint {printable(mark['device'], longest=80)!r}"
            )
        check(self)
        if not _is_moment(self.started):
            raise SpecError(
                f"started is {printable(self.started, longest=80)!r}; allowed is a "
                "time in UTC, as in 2026-01-02T03:04:05+00:00"
            )
        if self.prediction is not None and not is_digest(self.prediction):
            raise SpecError(
                f"the prediction is {printable(self.prediction, longest=80)!r}; "
                "allowed are 64 digits of 0-9 and a-f"
            )

    def plain(self) -> dict[str, Any]:
        """Returns the circumstances as JSON data."""
        return written(self, fields_of(Circumstances))


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The outcome of a trial at the lengths of an evaluation.

    Two records are equal if trial, evaluation and outcome are.

    Attributes:
        trial: The trial.
        evaluation: The evaluation.
        outcome: The outcome.
        circumstances: When, where and with what.
        weights: The trained weights as bytes of a safetensors file, if loaded; a record
            read from a store has none.

    Raises:
        SpecError: Its parts contradict each other: losses at lengths that are not in
            the evaluation, on more words, or after more steps than the trial allows.
    """

    trial: Trial
    evaluation: Evaluation
    outcome: Outcome
    circumstances: Circumstances = field(compare=False)
    weights: bytes | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        evaluation, outcome = self.evaluation, self.outcome
        evaluation.check(self.trial, METRICS[outcome.metric])
        if tuple(outcome.losses) != evaluation.lengths:
            raise SpecError(
                f"losses are at the lengths {_few(outcome.losses)}, but requested were "
                f"{_few(evaluation.lengths)}"
            )
        most = evaluation.most_words
        for length, loss in outcome.losses.items():
            if loss.words > most:
                raise SpecError(
                    f"the loss at length {length} is over {loss.words} words, and at "
                    f"most {most} were requested"
                )
        last = self.trial.recipe.max_steps
        if outcome.steps > last:
            raise SpecError(f"{outcome.steps} steps were made, but the limit is {last}")

    @property
    def key(self) -> tuple[str, str]:
        """The keys of the trial and of the evaluation, which identify the record."""
        return self.trial.key, self.evaluation.key

    def plain(self) -> dict[str, Any]:
        """Returns the record as JSON data, without the weights."""
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
        """Returns the record with the key of the prediction made before it."""
        if prediction is None:
            return self
        circumstances = replace(self.circumstances, prediction=prediction)
        return replace(self, circumstances=circumstances)

    def line(self) -> str:
        """Returns the record as one line of canonical JSON."""
        return canonical(self.plain())

    def __repr__(self) -> str:
        return short(self, str(self))

    def _repr_html_(self) -> str:
        metric = METRICS[self.outcome.metric]
        table = Table(
            header=("test length", metric.axis),
            rows=tuple((n, f"{e:.3g}") for n, e in self.outcome.errors.items()),
            align="rr",
        )
        return html_line(str(self)) + table.html(most=MOST_ROWS)

    def __str__(self) -> str:
        outcome = self.outcome
        end = "converged" if outcome.converged else "reached the step limit"
        if outcome.diverged is not None:
            end = f"diverged at step {outcome.diverged}"
        longest = max(outcome.losses)
        error = outcome.errors[longest]
        return (
            f"{self.trial} (evaluation {self.evaluation.key[:SHOWN]}): {end} after "
            f"{outcome.steps} steps, {METRICS[outcome.metric].in_words} {error:.3g} at "
            f"length {longest}"
        )


def light_parts(
    records: Iterable[Record], most: int, *, multiple: int = 1
) -> Iterator[tuple[Record, ...]]:
    """Yields records in groups small enough to hold and send together.

    A group ends once its weights reach `TOGETHER` bytes.

    Args:
        records: The records, consumed group by group.
        most: The largest number in a group, a multiple of `multiple`.
        multiple: The size of every group except the last is a multiple of this.
    """
    part: list[Record] = []
    size = 0
    for record in records:
        part.append(record)
        size += len(record.weights or b"")
        full = len(part) == most or size >= TOGETHER
        if full and len(part) % multiple == 0:
            yield tuple(part)
            part, size = [], 0
    if part:
        yield tuple(part)


def _is_moment(text: str) -> bool:
    """Whether a text is a time as in records: UTC, ISO 8601, whole seconds."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return False
    return moment.tzinfo == UTC and moment.isoformat(timespec="seconds") == text


def _few(lengths: Iterable[int]) -> str:
    """The first lengths."""
    first = list(islice(lengths, FEW + 1))
    more = ", …" if len(first) > FEW else ""
    return ", ".join(map(str, first[:FEW])) + more or "none"


def read_record(plain: Mapping[str, Any]) -> Record:
    """Returns the record of `Record.plain` data, also after a JSON round trip."""
    return Record(
        trial=read_trial(plain["trial"]),
        evaluation=read_evaluation(plain["evaluation"]),
        outcome=read_outcome(plain["outcome"]),
        circumstances=Circumstances(
            **read(plain["circumstances"], fields_of(Circumstances))
        ),
    )
