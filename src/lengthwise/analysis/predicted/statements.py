r"""Statements made before training that a measurement can refute.

Worst-case bounds are not such statements: an average net may need less than the lower
bound and is far below the upper one. There are four kinds of statements:

==============  ========================================================================
`LevelsOff`     the verdict is yes, so the error does not rise with the test length
`Rises`         the larger task parameter needs the longer training words
`Within`        an exponent lies in an interval computed from the machines
`FromWeights`   long words have the error computed from the weights
==============  ========================================================================

Each states what its failure would mean. A failed statement about trained nets does not
contradict a theorem: theorems are about an idealized learner, about machines that agree
on all short words, or about the worst case.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, ClassVar, Literal, TypeAlias

from lengthwise.analysis.exponent import Exponent
from lengthwise.analysis.predicted.observed import Norm, Observed, rises
from lengthwise.cannot_say import CannotSay
from lengthwise.names import digits
from lengthwise.tasks.task_format import Format

Outcome: TypeAlias = Literal["held", "failed", "not measured"]

FAR = 4.0
"""A sample more than this many standard errors from its limit is a miss."""

MISSES = 1 / FAR**2
"""The largest allowed share of misses; our choice, since all nets share test words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A statement with its measurement.

    Attributes:
        statement: The prediction.
        measured: The measured value, or why it is unknown.
        outcome: Whether the statement held.
    """

    statement: "Statement"
    measured: str
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelsOff:
    """The error does not rise with the test length, since the verdict is yes.

    For nets whose error has no known limit: with logits scaled by the logarithm of the
    length, or with two layers.

    Attributes:
        nets: The nets that it is about.
        format: The format of the verdict.
        at: The setting, at its longest training length.
    """

    kind: ClassVar[str] = "verdict"
    nets: str
    format: Format
    at: str

    def __str__(self) -> str:
        return (
            f"{self.at}: yes ({self.format}), so trained on the longest words the "
            "error levels off with the test length"
        )

    @property
    def failure(self) -> str:
        """The meaning of a failure."""
        return "these nets did not find a machine that is right at every length"

    def against(self, observed: Observed) -> Checked:
        """Returns the statement with its measurement."""
        if observed.format != self.format:
            measured = (
                f"the nets were asked as {observed.format}, the verdict is for another"
            )
            return Checked(statement=self, measured=measured, outcome="not measured")
        end = observed.ends.get(self.at)
        if end is None:
            return Checked(
                statement=self, measured="no such nets", outcome="not measured"
            )
        rising = rises(end)
        outcome: Outcome = "failed" if rising else "held"
        return Checked(
            statement=self,
            measured=end.reason if isinstance(end, CannotSay) else str(end.course),
            outcome="not measured" if rising is None else outcome,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rises:
    """Of two tasks, the one with the larger parameter needs the longer training words.

    Attributes:
        nets: The nets that it is about.
        number: The parameter.
        eps: The root mean square error at which lengths are compared.
    """

    kind: ClassVar[str] = "order"
    nets: str
    number: str
    eps: float

    def __str__(self) -> str:
        eps = digits(self.eps)
        return f"the larger {self.number}, the larger N for an error of {eps} rms"

    @property
    def failure(self) -> str:
        """The meaning of a failure."""
        return "the order of the bounds is not that of trained nets"

    def against(self, observed: Observed) -> Checked:
        """Returns the statement with its measurement, if intervals are disjoint."""
        lengths = sorted(observed.lengths.get(self.number, {}).items())
        points = ", ".join(
            f"{digits(x)}: {n.length:.1f} {n.interval}" for x, n in lengths
        )
        right, wrong = [], []
        for (low, first), (high, second) in combinations(lengths, 2):
            pair = f"{digits(low)} and {digits(high)}"
            if first.interval.high < second.interval.low:
                right.append(pair)
            elif second.interval.high < first.interval.low:
                wrong.append(pair)
        if not right and not wrong:
            measured = f"no two values told apart ({points or 'none known'})"
            return Checked(statement=self, measured=measured, outcome="not measured")
        measured = (
            f"{len(right)} of {len(right) + len(wrong)} pairs told apart ({points})"
        )
        measured += f"; not {', '.join(wrong)}" if wrong else ""
        return Checked(
            statement=self, measured=measured, outcome="failed" if wrong else "held"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """The exponent of the sufficient length lies in an interval.

    Attributes:
        nets: The nets that it is about.
        of: The variable: a task parameter, or the inverse error.
        at: The fixed parameters.
        norm: The norm of the error.
        low: The lower end; ``None`` if no measurement could lie below it.
        high: The upper end.
        source: The source of the interval.
        failure: The meaning of a failure.
    """

    kind: ClassVar[str] = "exponent"
    nets: str
    of: str
    at: str
    norm: Norm
    low: float | None
    high: float
    source: str
    failure: str

    def __str__(self) -> str:
        ends = (
            f"at most {self.high:.2f}"
            if self.low is None
            else f"from {self.low:.2f} to {self.high:.2f}"
        )
        return (
            f"the exponent of N in {self.of} at {self.at}, {self.norm}, is {ends} "
            f"({self.source})"
        )

    def against(self, observed: Observed) -> Checked:
        """Returns the statement with its measurement, decided by the interval."""
        exponent = observed.exponents.get((self.of, self.at, self.norm))
        if not isinstance(exponent, Exponent):
            measured = "not asked" if exponent is None else str(exponent)
            return Checked(statement=self, measured=measured, outcome="not measured")
        ends = exponent.interval
        above = ends.low > self.high
        below = self.low is not None and ends.high < self.low
        inside = exponent.value <= self.high and (
            self.low is None or exponent.value >= self.low
        )
        outcome: Outcome = "held" if inside else "not measured"
        return Checked(
            statement=self,
            measured=f"{exponent.value:.2f} {ends}",
            outcome="failed" if above or below else outcome,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FromWeights:
    """The error on sampled long words matches the limit computed from the weights.

    Attributes:
        nets: The nets that it is about.
    """

    kind: ClassVar[str] = "limit"
    nets: str

    def __str__(self) -> str:
        return (
            "the mean squared error at the longest test length is the limit T = "
            f"infinity computed from the weights, within {FAR:g} standard errors, for "
            f"all nets but {MISSES:.1%}"
        )

    @property
    def failure(self) -> str:
        """The meaning of a failure."""
        return (
            "the error has not arrived at its limit there, or one of the two is wrong"
        )

    def against(self, observed: Observed) -> Checked:
        """Returns the statement with its measurement, net by net."""
        if not observed.limits:
            return Checked(
                statement=self, measured="no weights at hand", outcome="not measured"
            )
        missed = [one for one in observed.limits if one.off > FAR]
        worst = max(observed.limits, key=lambda one: one.off)
        hits = len(observed.limits) - len(missed)
        tally = f"{hits} hits, {len(missed)} misses; worst {worst.net}: {worst.off:.1f}"
        held = len(missed) <= MISSES * len(observed.limits)
        return Checked(
            statement=self,
            measured=f"{tally} standard errors",
            outcome="held" if held else "failed",
        )


Statement: TypeAlias = LevelsOff | Rises | Within | FromWeights


def plain_statement(statement: Statement) -> dict[str, Any]:
    """Returns a statement as JSON data, which enters the key."""
    fields: Mapping[str, Any] = asdict(statement)
    return {"kind": statement.kind, **fields}
