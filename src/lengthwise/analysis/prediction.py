r"""What theory says before anything is trained, written down so that it can be held.

A study makes its prediction before its sweep and puts the SHA-256 of it into every
record that the sweep adds. Whoever has records can so see that the prediction was not
made after the fact: another prediction has another key.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lengthwise.analysis.answer import CannotSay
from lengthwise.analysis.exact import ExactPart
from lengthwise.analysis.guarantee import guarantee
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.experiments.canonical import canonical
from lengthwise.theory.bounds.table import Entry
from lengthwise.theory.verdict.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What theory says of the training length at an error, from exact agreement.

    Attributes:
        eps: Sup error.
        at_least: For some pair of machines no shorter length suffices.
        at_most: For every word this length suffices; infinite where it is over 1e308.
    """

    eps: float
    at_least: float | None
    at_most: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What theory says of a task.

    Attributes:
        task: The task.
        answers: Yes, no or unknown, by positions and acceptance.
        claims: For each error that is asked.
    """

    task: str
    answers: Mapping[str, str]
    claims: tuple[Claim, ...]

    def plain(self) -> dict[str, Any]:
        """Returns it as data for JSON."""
        return {
            "task": self.task,
            "answers": dict(self.answers),
            "claims": [
                {
                    "eps": claim.eps,
                    "at_least": _number(claim.at_least),
                    "at_most": _number(claim.at_most),
                }
                for claim in self.claims
            ],
        }

    @property
    def key(self) -> str:
        """SHA-256 of its canonical JSON."""
        return hashlib.sha256(canonical(self.plain()).encode()).hexdigest()


def predict(
    task: str, verdict: Verdict, exact: ExactPart | None, eps: Sequence[float]
) -> Prediction:
    """What theory says of a task before anything is trained.

    Args:
        task: Its name with its numbers.
        verdict: About it.
        exact: Its exact construction, where there is one.
        eps: Errors.
    """
    claims = []
    for one in sorted(eps, reverse=True) if exact is not None else ():
        assert exact is not None
        found = guarantee(exact, one)
        claims.append(
            Claim(eps=one, at_least=_size(found.at_least), at_most=_size(found.at_most))
        )
    return Prediction(
        task=task,
        answers={
            f"{row.positions} {row.acceptance}": row.answer for row in verdict.answers
        },
        claims=tuple(claims),
    )


def compared(
    claim: Claim, measured: SufficientLength | CannotSay
) -> tuple[bool | None, str]:
    """Whether a measured length stands against a claim, and what that means.

    A typical net may need less than the worst case: only a measured length above the
    upper bound would contradict it.

    Examples:
        >>> compared(Claim(eps=0.1, at_least=3, at_most=1e6), CannotSay("noise"))
        (None, 'not measured')
    """
    if isinstance(measured, CannotSay):
        return None, "not measured"
    if claim.at_most is None and claim.at_least is None:
        return None, "theory gives no length with known constants to hold against it"
    if claim.at_most is not None and measured.interval.low > claim.at_most:
        return False, "the measured length is above the one that suffices in theory"
    if claim.at_least is not None and measured.length < claim.at_least:
        return True, (
            "the measured length is below what the worst pair of machines needs, which "
            "an average may be"
        )
    return True, "the measured length lies between the bounds"


def _size(entry: Entry | None) -> float | None:
    if entry is None or entry.size is None:
        return None
    return math.inf if entry.value is None else float(entry.value)


def _number(value: float | None) -> float | str | None:
    return "inf" if value == math.inf else value
