"""Predictions that are made before training and can be refuted.

A study makes its prediction before its sweep and puts the SHA-256 of it into every
record that the sweep adds. Whoever has records can so see that the prediction was not
made after the fact: another prediction has another key.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lengthwise.analysis.predicted.bound_exponents import INVERSE, BoundExponent, Growth
from lengthwise.analysis.predicted.observed import Norm, Observed
from lengthwise.analysis.predicted.statements import (
    Checked,
    FromWeights,
    LevelsOff,
    Rises,
    Statement,
    Within,
    plain_statement,
)
from lengthwise.cannot_say import CannotSay
from lengthwise.experiments.spec.canonical import key_of
from lengthwise.theory.verdict.verdict import Verdict

AVERAGE = (
    "the average over words grows otherwise than the worst case: no theorem is "
    "contradicted, but the bounds do not tell how typical nets scale"
)
WORST = (
    "above: the nets do not agree with the machine on all short words, as the upper "
    "bound asks; below: they are far from the worst pair of machines"
)
"""What exponents outside their interval mean, on average and for the worst word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What is predicted of a task or a figure.

    Attributes:
        subject: The task or the figure.
        answers: Yes, no or unknown by positions, acceptance and format.
        statements: What can be wrong.
    """

    subject: str
    answers: Mapping[str, str]
    statements: tuple[Statement, ...]

    def plain(self) -> dict[str, Any]:
        """Returns it as data for JSON."""
        return {
            "subject": self.subject,
            "answers": dict(self.answers),
            "statements": [plain_statement(one) for one in self.statements],
        }

    @property
    def key(self) -> str:
        """SHA-256 of its canonical JSON."""
        return key_of(self.plain())

    def against(self, observed: Mapping[str, Observed]) -> tuple[Checked, ...]:
        """Every statement beside what was measured.

        Args:
            observed: By what nets are called.
        """
        return tuple(
            one.against(observed[one.nets])
            if one.nets in observed
            else Checked(statement=one, measured="no such nets", outcome="not measured")
            for one in self.statements
        )


def predict(
    subject: str,
    verdict: Verdict,
    growths: Mapping[Norm, Sequence[Growth]],
    *,
    settings: Sequence[str],
    nets: Sequence[str],
    eps: float | None,
    limits: Sequence[str] = (),
) -> Prediction:
    """The prediction for a task or a figure, made before training.

    Args:
        subject: What it is about.
        verdict: About the task, or one for all tasks of the figure.
        growths: How the bounds grow, by the machines, for the norms in which exponents
            are fitted.
        settings: The settings that are trained, as ``omega = 4``.
        nets: What the nets are called.
        eps: The root mean square error for which lengths are compared, if any.
        limits: The nets whose errors have a limit that the weights give. Theirs is
            predicted from the weights, and not that they level off: that is certain,
            and a measured slope would only show how test words were sampled.
    """
    row = verdict.headline()
    statements: list[Statement] = []
    for name in nets:
        # An error that has a limit levels off whatever the verdict: nothing to predict.
        if row.answer == "yes" and name not in limits:
            statements += [
                LevelsOff(nets=name, format=row.format, at=at) for at in settings
            ]
        if eps is not None:
            statements += [
                Rises(nets=name, number=growth.of, eps=eps)
                for growth in growths["rms"]
                if growth.of != INVERSE and _grows(growth)
            ]
        for norm, of_norm in growths.items():
            for growth in of_norm:
                statements += _within(growth, name, norm)
        if name in limits:
            statements.append(FromWeights(nets=name))
    return Prediction(
        subject=subject,
        answers={
            f"{one.positions} {one.acceptance} {one.format}": one.answer
            for one in verdict.answers
        },
        statements=tuple(statements),
    )


def counts(checked: Sequence[Checked]) -> str:
    """How many statements held, failed and were not measured, as text.

    Examples:
        >>> counts(())
        '0 held, 0 failed, 0 not measured'
    """
    outcomes = Counter(one.outcome for one in checked)
    return (
        f"{outcomes['held']} held, {outcomes['failed']} failed, "
        f"{outcomes['not measured']} not measured"
    )


def when(predicted: int, records: int) -> str:
    """Whether a prediction was made before the records that it is held against.

    Examples:
        >>> when(8, 8), when(3, 8)
        ('before the sweep', 'before 3 of 8 records, after the others')
        >>> when(0, 8)
        'after the sweep'
    """
    if predicted == 0:
        return "after the sweep"
    if predicted < records:
        return f"before {predicted} of {records} records, after the others"
    return "before the sweep"


def failures(checked: Sequence[Checked]) -> list[str]:
    """A text for each statement that failed, with what it means."""
    return [
        f"Failed, for nets with {one.statement.nets}: {one.statement}. Measured: "
        f"{one.measured}. It means: {one.statement.failure}."
        for one in checked
        if one.outcome == "failed"
    ]


def _grows(growth: Growth) -> bool:
    return isinstance(growth.upper, BoundExponent) and growth.upper.flattest > 0


def _within(growth: Growth, nets: str, norm: Norm) -> list[Statement]:
    """The interval of an exponent, where the machines give one."""
    upper, lower = growth.upper, growth.lower
    if isinstance(upper, CannotSay):
        return []
    sharp = upper if isinstance(lower, CannotSay) else lower
    source = f"{sharp.theorem}, {sharp.norm}"
    # N for a smaller error is never smaller, by how it is found: no sign to predict.
    low = None if growth.of == INVERSE else 0.0
    if norm == "sup":
        sharp, source, low = upper, f"{upper.theorem}, {upper.norm}", None
        if not isinstance(lower, CannotSay):
            low = lower.flattest
            source = f"{lower.theorem}, {lower.norm}, to {source}"
    return [
        Within(
            nets=nets,
            of=growth.of,
            at=growth.at,
            norm=norm,
            # Two digits, so that the last bits of a computer do not change the key.
            low=None if low is None else round(low, 2),
            high=round(sharp.steepest, 2),
            source=source,
            failure=WORST if norm == "sup" else AVERAGE,
        )
    ]
