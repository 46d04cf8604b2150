"""Falsifiable predictions made before training.

A study makes its prediction before its sweep and puts its SHA-256 into every record
that the sweep adds. So the records show that the prediction was not made after the
fact: a different prediction has a different key.
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
"""The meaning of exponents outside their interval, on average and in the worst case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """The prediction for a task or a figure.

    Attributes:
        subject: The task or the figure.
        answers: The verdict (yes, no or unknown) by positions, acceptance and format.
        statements: The falsifiable statements.
    """

    subject: str
    answers: Mapping[str, str]
    statements: tuple[Statement, ...]

    def plain(self) -> dict[str, Any]:
        """Returns the prediction as JSON data."""
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
        """Returns every statement with its measurement.

        Args:
            observed: The measurements, by the name of the nets.
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
    """Returns the prediction for a task or a figure, made before training.

    Args:
        subject: The task or figure.
        verdict: The verdict on the task, or on all tasks of the figure.
        growths: The growth of the bounds, computed from the machines, for the norms in
            which exponents are fitted.
        settings: The trained settings, such as ``omega = 4``.
        nets: The names of the nets.
        eps: The root mean square error at which lengths are compared, if any.
        limits: The nets whose errors have a limit computable from the weights. For
            these, the limit is predicted instead of leveling off, which is certain: a
            measured slope would only show sampling noise.
    """
    row = verdict.headline()
    statements: list[Statement] = []
    for name in nets:
        # An error with a limit levels off whatever the verdict, so there is nothing to
        # predict.
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
    """The numbers of statements that held, failed and were not measured, as text.

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
    """Whether a prediction was made before the records it is compared with.

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
    """A text for each failed statement, with its meaning."""
    return [
        f"Failed, for nets with {one.statement.nets}: {one.statement}. Measured: "
        f"{one.measured}. It means: {one.statement.failure}."
        for one in checked
        if one.outcome == "failed"
    ]


def _grows(growth: Growth) -> bool:
    return isinstance(growth.upper, BoundExponent) and growth.upper.flattest > 0


def _within(growth: Growth, nets: str, norm: Norm) -> list[Statement]:
    """The predicted interval of an exponent, if the machines give one."""
    upper, lower = growth.upper, growth.lower
    if isinstance(upper, CannotSay):
        return []
    sharp = upper if isinstance(lower, CannotSay) else lower
    source = f"{sharp.theorem}, {sharp.norm}"
    # N never decreases as the error decreases, by construction: no sign to predict.
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
            # Two digits, so that platform-dependent rounding does not change the key.
            low=None if low is None else round(low, 2),
            high=round(sharp.steepest, 2),
            source=source,
            failure=WORST if norm == "sup" else AVERAGE,
        )
    ]
