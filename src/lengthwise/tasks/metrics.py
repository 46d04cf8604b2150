"""Metrics of model errors, each with its name and its unit.

An output (`lengthwise.tasks.outputs`) has several of them, the headline first.
Training, analysis and reports use a metric and know no task by its name.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

Penalty: TypeAlias = Literal[
    "squared",
    "words",
    "slots",
    "early_stop",
    "late_stop",
    "given_length",
    "from_first_error",
]
"""The penalty of an input.

====================  ==============================================================
``squared``           its squared error
``words``             1 unless every scored slot is right
``slots``             the share of its scored slots that are wrong
``early_stop``        1 if the first wrong symbol is an ``<eos>`` that comes too early
``late_stop``         1 if the first wrong symbol is where ``<eos>`` should be
``given_length``      1 unless every symbol of the answer is right when ``<eos>`` is
                      neither allowed nor asked for
``from_first_error``  the share of its scored slots from the first wrong one on
====================  ==============================================================
"""

Better: TypeAlias = Literal["less", "more"]
"""The better of two values."""

Inputs: TypeAlias = Literal["all", "wrong", "members", "others"]
"""The inputs that a metric covers: all of them, those with an error, members of the
language, or non-members."""


@dataclass(frozen=True)
class Metric:
    """A statistic of the penalties of inputs.

    Attributes:
        name: The name.
        unit: The unit.
        penalty: The penalty of an input.
        better: Whether smaller or larger values are better.
        least: The smallest possible value.
        over: The inputs that it covers.
        meaning: Its definition, in a sentence.

    Examples:
        >>> RMS.value(0.25), EXACT_MATCH_ERROR.value(0.25), TOKEN_ACCURACY.value(0.25)
        (0.5, 0.25, 0.75)
    """

    name: str
    unit: str
    penalty: Penalty
    better: Better = "less"
    least: float = 0.0
    over: Inputs = "all"
    meaning: str = ""

    @property
    def column(self) -> str:
        """Its column in tables of records.

        Examples:
            >>> TOKEN_ACCURACY.column, NON_MEMBER_ACCURACY.column
            ('token_accuracy', 'non_member_accuracy')
        """
        return self.name.replace(" ", "_").replace("-", "_")

    @property
    def in_words(self) -> str:
        """The name in words."""
        return "root mean square error" if self.penalty == "squared" else self.name

    @property
    def is_rate(self) -> bool:
        """Whether it is a rate, of inputs or of slots."""
        return self.penalty != "squared"

    @property
    def counts(self) -> bool:
        """Whether the penalty of an input is 0 or 1."""
        return self.penalty not in ("squared", "slots", "from_first_error")

    @property
    def power(self) -> int:
        """The penalty is the metric to this power, if smaller is better."""
        return 1 if self.is_rate else 2

    @property
    def noun(self) -> str:
        """The noun before a value, as in an "error of 0.1"; `suffix` follows."""
        return self.name if self.is_rate else "error"

    @property
    def suffix(self) -> str:
        """The text after a number that is preceded by `noun`.

        Examples:
            >>> for metric in (RMS, ERROR_RATE):
            ...     print(f"an {metric.noun} of 0.1{metric.suffix}")
            an error of 0.1 rms
            an error rate of 0.1
        """
        return "" if self.is_rate else f" {self.name}"

    @property
    def axis(self) -> str:
        """Its axis label, with the unit."""
        inside = self.unit if self.is_rate else self.name
        return f"{self.noun} ({inside})"

    @property
    def accuracy(self) -> str:
        """The name of one minus it, if it is a rate.

        Examples:
            >>> ERROR_RATE.accuracy, EXACT_MATCH_ERROR.accuracy
            ('accuracy', 'exact-match accuracy')
        """
        return self.name.removesuffix(" rate").replace("error", "accuracy")

    @property
    def over_seeds(self) -> str:
        """The name of its mean over seeds."""
        return f"mean of the {self.name}s" if self.is_rate else "root of the mean loss"

    def value(self, mean: float) -> float:
        """Returns the value of the metric for words with this mean penalty."""
        if self.penalty == "squared":
            return math.sqrt(mean)
        return mean if self.better == "less" else 1.0 - mean


RMS = Metric("rms", "units of the label", "squared")
"""Root of the mean over inputs of the squared error, summed over the outputs."""
ERROR_RATE = Metric("error rate", "share of words", "words")
"""Fraction of inputs with a wrong answer."""
ACCURACY = Metric("accuracy", "share of words", "words", "more")
"""Fraction of inputs with the right answer."""
EXACT_MATCH_ERROR = Metric("exact-match error", "share of words", "words")
"""Fraction of inputs that are wrong at some scored slot."""
MEMBER_ACCURACY = Metric(
    "member accuracy",
    "share of members",
    "words",
    "more",
    over="members",
    meaning="Share of the members of the language that are accepted.",
)
NON_MEMBER_ACCURACY = Metric(
    "non-member accuracy",
    "share of non-members",
    "words",
    "more",
    over="others",
    meaning="Share of the inputs outside the language that are rejected.",
)
STATE_ACCURACY = Metric(
    "state accuracy",
    "share of prefixes",
    "slots",
    "more",
    meaning="Share of the prefixes of an input whose state is right, on average over "
    "inputs.",
)
SET_ACCURACY = Metric(
    "set accuracy",
    "share of prefixes",
    "slots",
    "more",
    meaning="Share of the prefixes of an input whose whole set is right, on average "
    "over inputs.",
)
TOKEN_ACCURACY = Metric(
    "token accuracy",
    "share of symbols",
    "slots",
    "more",
    meaning="Share of the symbols of an answer that are right when all symbols before "
    "are given, on average over inputs.",
)
EARLY_STOP = Metric(
    "early stop",
    "share of inputs",
    "early_stop",
    meaning="Share of inputs whose first wrong symbol is an ``<eos>`` that comes too "
    "early.",
)
LATE_STOP = Metric(
    "late stop",
    "share of inputs",
    "late_stop",
    meaning="Share of inputs whose first wrong symbol stands where ``<eos>`` should "
    "stand: the answer is complete and goes on.",
)
GIVEN_LENGTH_ACCURACY = Metric(
    "given-length accuracy",
    "share of inputs",
    "given_length",
    "more",
    meaning="Share of inputs whose answer is right when its length is given: ``<eos>`` "
    "is neither allowed nor asked for. It tells a failure to stop from a failure to "
    "compute.",
)
FIRST_ERROR = Metric(
    "first error",
    "share of the answer",
    "from_first_error",
    "more",
    over="wrong",
    meaning="Where the first error stands, on average over the inputs that have one: "
    "the share of the answer before it. 0 is the first place.",
)
