"""The cost of running a program, and limits on it.

The cost of a run is counted in *values*, one for each part of the program at each
symbol of the word. A value takes up to 25 bytes and up to 25 nanoseconds.
"""

from collections.abc import Iterable, Iterator

from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.program import Program, subexpressions
from lengthwise.crasp.running.lag_intervals import intervals
from lengthwise.errors import TooLargeError
from lengthwise.words import Word

MOST_VALUES = 1 << 25
"""Limit on the values of a run."""

MOST_TRACED = 1 << 24
"""Limit on the values of all runs of a command that prints them."""

MOST_TOGETHER = 1 << 29
"""Limit on the values of all runs of a command that keeps only their answers."""

BEGINNING = 100
"""The overhead of a run, in symbols."""


def program_size(program: Program) -> int:
    """Returns the number of values of a program per symbol.

    Examples:
        >>> from lengthwise.crasp.language.parser import parse
        >>> program_size(parse('accept # "a" >= 1'))
        4
        >>> program_size(parse('accept #[i - j in {1, 3}] "a" >= 1'))
        6
    """
    return sum(map(_size, program.expressions))


def _size(expr: s.Expr) -> int:
    total = 0
    for part in subexpressions(expr):
        match part:
            case s.Count(_, lags) | s.Exists(_, lags) | s.Never(_, lags):
                total += 1 + len(intervals(lags or ()))
            case _:
                total += 1
    return total


def require_room(size: int, symbols: int) -> None:
    """Rejects a run that would not fit in memory.

    Args:
        size: Values per symbol.
        symbols: Number of symbols in the word.

    Raises:
        TooLargeError: It has more than `MOST_VALUES` values.

    Examples:
        >>> require_room(100, 1_000_000)
        Traceback (most recent call last):
        lengthwise.errors.TooLargeError: a program with 100 parts on a word of 1000000
        symbols has 100000000 values; at most 33554432 are computed; give a shorter word
    """
    values = size * symbols
    if values > MOST_VALUES:
        raise TooLargeError(
            f"a program with {size} parts on a word of {symbols} symbols has {values} "
            f"values; at most {MOST_VALUES} are computed; give a shorter word",
            size=values,
            limit=MOST_VALUES,
        )


def within(size: int, words: Iterable[Word], most: int) -> Iterator[Word]:
    """Yields the words while the total cost of running the program is within limits.

    Args:
        size: Values of the program per symbol.
        words: The words.
        most: Limit on the total number of values, with `BEGINNING` as overhead per run.

    Raises:
        TooLargeError: The limit is exceeded.

    Examples:
        >>> list(within(10, [("a",), ("b",)], 2000))
        Traceback (most recent call last):
        lengthwise.errors.TooLargeError: word 2: a program with 10 parts has more than
        2000 values on these words; give fewer words at a time
    """
    values = 0
    for number, word in enumerate(words, start=1):
        values += size * (BEGINNING + len(word))
        if values > most:
            raise TooLargeError(
                f"word {number}: a program with {size} parts has more than {most} "
                "values on these words; give fewer words at a time",
                size=values,
                limit=most,
            )
        yield word
