"""Outputs of tasks: each determines the type of a label, the loss and the metrics."""

import math
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from lengthwise.errors import WordError
from lengthwise.words import Word

BEGIN = "<bos>"
"""First symbol of an instance."""
SEPARATOR = "<sep>"
"""Between the question and the answer of an instance."""
END = "<eos>"
"""Last symbol of an answer; in a set of next symbols: the word may end here."""

Loss: TypeAlias = Literal["squared", "binary", "categorical"]
"""Squared error; cross-entropy of single bits; cross-entropy of a choice of one."""

Penalty: TypeAlias = Literal["squared", "words", "slots"]
"""The penalty of a word: its squared error; 1 unless every scored slot is right; the
share of its scored slots that are wrong."""

Better: TypeAlias = Literal["less", "more"]
"""Which of two values is the better one."""


@dataclass(frozen=True)
class Metric:
    """What is shown of the penalties of words.

    Attributes:
        name: What it is called.
        unit: What its numbers count.
        penalty: What the penalty of a word is.
        better: Whether less or more of it is better.
        least: The smallest value that it can have.

    Examples:
        >>> RMS.value(0.25), EXACT_MATCH_ERROR.value(0.25), TOKEN_ACCURACY.value(0.25)
        (0.5, 0.25, 0.75)
    """

    name: str
    unit: str
    penalty: Penalty
    better: Better = "less"
    least: float = 0.0

    @property
    def in_words(self) -> str:
        """The name in words."""
        return "root mean square error" if self.penalty == "squared" else self.name

    @property
    def is_rate(self) -> bool:
        """Whether it is a share, of words or of slots."""
        return self.penalty != "squared"

    @property
    def power(self) -> int:
        """The penalty is the metric to this power, where less of it is better."""
        return 1 if self.is_rate else 2

    @property
    def noun(self) -> str:
        """What is measured; ``suffix`` follows the number."""
        return self.name if self.is_rate else "error"

    @property
    def suffix(self) -> str:
        """What follows the number, where `noun` precedes it.

        Examples:
            >>> for metric in (RMS, ERROR_RATE):
            ...     print(f"an {metric.noun} of 0.1{metric.suffix}")
            an error of 0.1 rms
            an error rate of 0.1
        """
        return "" if self.is_rate else f" {self.name}"

    @property
    def axis(self) -> str:
        """The label of an axis, with the unit."""
        inside = self.unit if self.is_rate else self.name
        return f"{self.noun} ({inside})"

    @property
    def accuracy(self) -> str:
        """What one minus it is called, where it is a rate.

        Examples:
            >>> ERROR_RATE.accuracy, EXACT_MATCH_ERROR.accuracy
            ('accuracy', 'exact-match accuracy')
        """
        return self.name.removesuffix(" rate").replace("error", "accuracy")

    @property
    def over_seeds(self) -> str:
        """What its mean over seeds is."""
        return f"mean of the {self.name}s" if self.is_rate else "root of the mean loss"

    def value(self, mean: float) -> float:
        """Returns the value of the metric where words have this mean penalty."""
        if self.penalty == "squared":
            return math.sqrt(mean)
        return mean if self.better == "less" else 1.0 - mean


RMS = Metric("rms", "units of the label", "squared")
"""Root of the mean over words of the squared error, summed over the outputs."""
ERROR_RATE = Metric("error rate", "share of words", "words")
"""Share of words that are answered wrong."""
ACCURACY = Metric("accuracy", "share of words", "words", "more")
"""Share of words that are answered right."""
EXACT_MATCH_ERROR = Metric("exact-match error", "share of words", "words")
"""Share of words that are wrong at one scored slot or more."""
STATE_ACCURACY = Metric("state accuracy", "share of prefixes", "slots", "more")
"""Share of the prefixes of a word whose state is right, on average over words."""
SET_ACCURACY = Metric("set accuracy", "share of prefixes", "slots", "more")
"""Share of the prefixes of a word whose whole set is right, on average over words."""
TOKEN_ACCURACY = Metric("token accuracy", "share of symbols", "slots", "more")
"""Share of the symbols of an answer that are right, on average over words."""

Label: TypeAlias = float | tuple[float, ...] | bool | int | Word
"""The right answer to a word; its type depends on the output of the task."""


@dataclass(frozen=True)
class Real:
    """One real number, a ``float``."""

    loss: ClassVar[Loss] = "squared"
    metrics: ClassVar[tuple[Metric, ...]] = (RMS,)
    metric: ClassVar[str] = RMS.name


@dataclass(frozen=True)
class Vector:
    """`size` real numbers, a tuple of ``float``."""

    size: int
    loss: ClassVar[Loss] = "squared"
    metrics: ClassVar[tuple[Metric, ...]] = (RMS,)
    metric: ClassVar[str] = RMS.name


@dataclass(frozen=True)
class Accept:
    """Whether the word is in the language, a ``bool``."""

    loss: ClassVar[Loss] = "binary"
    metrics: ClassVar[tuple[Metric, ...]] = (ERROR_RATE, ACCURACY)
    metric: ClassVar[str] = ERROR_RATE.name


@dataclass(frozen=True)
class State:
    """The state of the automaton, an ``int``, after every prefix."""

    states: int
    loss: ClassVar[Loss] = "categorical"
    metrics: ClassVar[tuple[Metric, ...]] = (EXACT_MATCH_ERROR, STATE_ACCURACY)
    metric: ClassVar[str] = EXACT_MATCH_ERROR.name


@dataclass(frozen=True)
class NextSet:
    """The symbols that may come next, a tuple in alphabet order, after every prefix.

    A symbol may come next if the word with it is a prefix of a member of the language;
    ``<eos>`` stands last in the tuple if the word itself is a member.
    """

    loss: ClassVar[Loss] = "binary"
    metrics: ClassVar[tuple[Metric, ...]] = (EXACT_MATCH_ERROR, SET_ACCURACY)
    metric: ClassVar[str] = EXACT_MATCH_ERROR.name


@dataclass(frozen=True)
class NextToken:
    """The rest of the answer, a word that ends in ``<eos>``; its first symbol is next.

    A word of such a task is the beginning of an instance: ``<bos>``, the question,
    `mark`, `query` symbols that belong to the question, and then the answer.

    Attributes:
        mark: The symbol that ends the question.
        query: How many symbols after `mark` still belong to the question.
    """

    mark: str = SEPARATOR
    query: int = 0
    loss: ClassVar[Loss] = "categorical"
    metrics: ClassVar[tuple[Metric, ...]] = (EXACT_MATCH_ERROR, TOKEN_ACCURACY)
    metric: ClassVar[str] = EXACT_MATCH_ERROR.name

    def prompt(self, question: Word) -> Word:
        """Returns the instance up to where the answer begins.

        Args:
            question: The part before `mark`, followed by the query.

        Examples:
            >>> " ".join(NextToken().prompt(("a", "b")))
            '<bos> a b <sep>'
            >>> " ".join(NextToken(query=1).prompt(("a", "b", "a")))
            '<bos> a b <sep> a'
        """
        cut = len(question) - self.query
        return (BEGIN, *question[:cut], self.mark, *question[cut:])

    def split(self, word: Word) -> tuple[Word, Word]:
        """Returns the question (with the query) and the part of the answer given.

        Raises:
            WordError: `word` does not begin an instance, or ends inside the question.

        Examples:
            >>> NextToken().split(("<bos>", "a", "b", "<sep>", "a"))
            (('a', 'b'), ('a',))
        """
        if word[:1] != (BEGIN,) or self.mark not in word:
            raise WordError(
                f"{' '.join(word)!r} is no instance; write {BEGIN}, the question, "
                f"{self.mark!r} and the answer"
            )
        place = word.index(self.mark)
        start = place + 1 + self.query
        if len(word) < start:
            raise WordError(
                f"{' '.join(word)!r} ends inside the question; {self.query} more "
                f"symbol must follow {self.mark!r}"
            )
        return word[1:place] + word[place + 1 : start], word[start:]


Output: TypeAlias = Real | Vector | Accept | State | NextSet | NextToken
"""What a task may ask for."""

METRICS = {
    kind.metrics[0].name: kind.metrics[0]
    for kind in (Real, Vector, Accept, State, NextSet, NextToken)
}
"""The metrics that records are in, by name."""
