"""The right answers to questions.

An answer function takes the question (with its query, if there is one) and, by name,
the parameters of the task; the task appends ``<eos>`` to the answer.
"""

from lengthwise.errors import WordError
from lengthwise.tasks.outputs import SEPARATOR
from lengthwise.words import Word


def majority(question: Word, **_numbers: int) -> Word:
    """Returns the most frequent symbol, which must be unique.

    Raises:
        WordError: The question is empty, or there are several.

    Examples:
        >>> majority(("a", "b", "a"))
        ('a',)
    """
    best = max((question.count(symbol) for symbol in question), default=0)
    modes = sorted({s for s in question if question.count(s) == best})
    if len(modes) != 1:
        raise WordError(
            f"{' '.join(question)!r} has {len(modes)} most frequent symbols; the "
            "majority is defined where there is exactly one"
        )
    return (modes[0],)


def interleaved_majority(question: Word, *, period: int) -> Word:
    """Returns the majority bit of each of `period` interleaved columns, in order.

    Examples:
        >>> interleaved_majority(tuple("011011"), period=3)
        ('0', '1', '1')
    """
    return tuple(
        bit for column in range(period) for bit in majority(question[column::period])
    )


def copy(question: Word, **_numbers: int) -> Word:
    """Returns the question itself.

    Examples:
        >>> copy(("a", "b"))
        ('a', 'b')
    """
    return question


def reverse(question: Word, **_numbers: int) -> Word:
    """Returns the question reversed.

    Examples:
        >>> reverse(("a", "b"))
        ('b', 'a')
    """
    return question[::-1]


def step_copy(question: Word, *, k: int, symbols: int) -> Word:
    """Returns the symbols at the positions k, 2k, 3k, … of the question, from 1.

    Examples:
        >>> step_copy(("#", "4", "0", "3", "1"), k=2, symbols=5)
        ('4', '3')
    """
    del symbols
    return question[k - 1 :: k]


def sort(question: Word, **_numbers: int) -> Word:
    """Returns the numbers of the question in ascending order.

    Examples:
        >>> sort(("12", "3", "101"))
        ('3', '12', '101')
    """
    return tuple(sorted(question, key=int))


def parity(question: Word) -> Word:
    """Returns e if the number of 1s is even, o if it is odd.

    Examples:
        >>> parity(tuple("0110")), parity(tuple("0111"))
        (('e',), ('o',))
    """
    return ("eo"[question.count("1") % 2],)


def parity_steps(question: Word) -> Word:
    """Returns the parity after zero, one, two, … 1s, and the last one again.

    Examples:
        >>> " ".join(parity_steps(tuple("0110")))
        'e o e <sep> e'
    """
    states = ["eo"[ones % 2] for ones in range(question.count("1") + 1)]
    return (*states, SEPARATOR, states[-1])


def addition(question: Word) -> Word:
    """Returns the sum of two binary numbers, most significant bit first.

    Examples:
        >>> addition(tuple("11+1"))
        ('1', '0', '0')
    """
    plus = question.index("+")
    first, second = "".join(question[:plus]), "".join(question[plus + 1 :])
    return tuple(f"{int(first, 2) + int(second, 2):b}")


def count(question: Word, *, symbols: int) -> Word:
    """Returns all numbers from the first to the second number of the question.

    Examples:
        >>> count(("8", "10"), symbols=20)
        ('8', '9', '10')
    """
    del symbols
    first, last = map(int, question)
    return tuple(str(number) for number in range(first, last + 1))


def right_of_first(question: Word, **_numbers: int) -> Word:
    """Returns the right neighbor of the first occurrence of the query.

    The query is the last symbol of the question.

    Examples:
        >>> right_of_first(("3", "7", "3", "5", "3"))
        ('7',)
    """
    *context, query = question
    return _at(context, context.index(query) + 1)


def left_of_first(question: Word, **_numbers: int) -> Word:
    """Returns the left neighbor of the first occurrence of the query.

    Examples:
        >>> left_of_first(("3", "7", "2", "7", "7"))
        ('3',)
    """
    *context, query = question
    return _at(context, context.index(query) - 1)


def right_of_last(question: Word, **_numbers: int) -> Word:
    """Returns the right neighbor of the last occurrence of the query.

    Examples:
        >>> right_of_last(("3", "7", "3", "5", "3"))
        ('5',)
    """
    *context, query = question
    return _at(context, len(context) - context[::-1].index(query))


def left_of_last(question: Word, **_numbers: int) -> Word:
    """Returns the left neighbor of the last occurrence of the query.

    Examples:
        >>> left_of_last(("3", "7", "2", "7", "7"))
        ('2',)
    """
    *context, query = question
    return _at(context, len(context) - context[::-1].index(query) - 2)


def _at(context: list[str], place: int) -> Word:
    if not 0 <= place < len(context):
        raise WordError(
            f"{' '.join(context)!r} has nothing beside the query; it must have a "
            "neighbor on the side that is asked for"
        )
    return (context[place],)
