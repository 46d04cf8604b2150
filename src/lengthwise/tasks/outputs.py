"""Outputs of tasks: each determines the type of a label, the loss and the metrics."""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from lengthwise.errors import WordError
from lengthwise.tasks.metrics import (
    ACCURACY,
    EARLY_STOP,
    ERROR_RATE,
    EXACT_MATCH_ERROR,
    FIRST_ERROR,
    GIVEN_LENGTH_ACCURACY,
    LATE_STOP,
    MEMBER_ACCURACY,
    NON_MEMBER_ACCURACY,
    SET_ACCURACY,
    STATE_ACCURACY,
    TOKEN_ACCURACY,
)
from lengthwise.tasks.metrics import RMS as RMS
from lengthwise.tasks.metrics import Metric as Metric
from lengthwise.words import Word

BEGIN = "<bos>"
"""First symbol of an instance."""
SEPARATOR = "<sep>"
"""Separates the question and the answer of an instance."""
END = "<eos>"
"""Last symbol of an answer; in a next set: the word may end here."""

Loss: TypeAlias = Literal["squared", "binary", "categorical"]
"""Squared error; binary cross-entropy; categorical cross-entropy."""

Label: TypeAlias = float | tuple[float, ...] | bool | int | Word
"""The label of a word; its type depends on the output of the task."""


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
    metrics: ClassVar[tuple[Metric, ...]] = (
        ERROR_RATE,
        ACCURACY,
        MEMBER_ACCURACY,
        NON_MEMBER_ACCURACY,
    )
    metric: ClassVar[str] = ERROR_RATE.name


@dataclass(frozen=True)
class State:
    """The state of the automaton, an ``int``, after every prefix."""

    states: int
    loss: ClassVar[Loss] = "categorical"
    metrics: ClassVar[tuple[Metric, ...]] = (
        EXACT_MATCH_ERROR,
        STATE_ACCURACY,
        FIRST_ERROR,
    )
    metric: ClassVar[str] = EXACT_MATCH_ERROR.name


@dataclass(frozen=True)
class NextSet:
    """The next set, a tuple in alphabet order, after every prefix.

    A symbol may come next if appending it gives a prefix of a member of the language;
    ``<eos>`` is last in the tuple if the word itself is a member.
    """

    loss: ClassVar[Loss] = "binary"
    metrics: ClassVar[tuple[Metric, ...]] = (
        EXACT_MATCH_ERROR,
        SET_ACCURACY,
        FIRST_ERROR,
    )
    metric: ClassVar[str] = EXACT_MATCH_ERROR.name


@dataclass(frozen=True)
class NextToken:
    """The rest of the answer, a word that ends in ``<eos>``; its first symbol is next.

    A word of such a task is a prefix of an instance: ``<bos>``, the question, `mark`,
    `query` symbols that belong to the question, and then the answer.

    Attributes:
        mark: The symbol that ends the question.
        query: The number of symbols after `mark` that belong to the question.
    """

    mark: str = SEPARATOR
    query: int = 0
    loss: ClassVar[Loss] = "categorical"
    metrics: ClassVar[tuple[Metric, ...]] = (
        EXACT_MATCH_ERROR,
        TOKEN_ACCURACY,
        EARLY_STOP,
        LATE_STOP,
        GIVEN_LENGTH_ACCURACY,
        FIRST_ERROR,
    )
    metric: ClassVar[str] = EXACT_MATCH_ERROR.name

    def prompt(self, question: Word) -> Word:
        """Returns the prefix of the instance before the answer.

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
            WordError: `word` is not a prefix of an instance, or ends inside the
                question.

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
"""The possible outputs of a task."""

KINDS = (Real, Vector, Accept, State, NextSet, NextToken)

METRICS = {kind.metrics[0].name: kind.metrics[0] for kind in KINDS}
"""The headline metrics, by name: those of the losses in a record."""


def further_metrics(output: Output | type[Output]) -> tuple[Metric, ...]:
    """Returns the metrics of an output that its headline does not determine.

    Examples:
        >>> [metric.name for metric in further_metrics(Accept())]
        ['member accuracy', 'non-member accuracy']
        >>> further_metrics(Real())
        ()
    """
    headline, *others = output.metrics
    told = (headline.penalty, headline.over)
    return tuple(one for one in others if (one.penalty, one.over) != told)


FURTHER = {one.name: one for kind in KINDS for one in further_metrics(kind)}
"""The metrics that a record may contain besides its losses, by name."""
