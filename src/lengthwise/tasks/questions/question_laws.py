"""Distributions of questions, one function each.

A function takes a `random.Random`, the length and, by name, the parameters of the task,
and returns the question, with its query as the last symbol if there is one.
"""

from itertools import pairwise
from random import Random

from lengthwise.tasks.laws import shuffled
from lengthwise.words import Word


def bits(rng: Random, length: int) -> Word:
    """Returns bits: the number of 1s uniform on 0 … length, every order equally likely.

    Examples:
        >>> len(bits(Random(0), 5))
        5
    """
    ones = rng.randint(0, length)
    return shuffled(rng, (length - ones, ones), "01")


def untied_bits(rng: Random, length: int) -> Word:
    """Returns `bits`, drawn again until 0 and 1 are not equally many.

    Examples:
        >>> untied_bits(Random(0), 2) in {("0", "0"), ("1", "1")}
        True
    """
    while True:
        word = bits(rng, length)
        if 2 * word.count("0") != length:
            return word


def interleaved_bits(rng: Random, length: int, *, period: int) -> Word:
    """Returns `period` independent columns of `untied_bits`, interleaved.

    Examples:
        >>> len(interleaved_bits(Random(0), 6, period=3))
        6
    """
    columns = [untied_bits(rng, length // period) for _ in range(period)]
    return tuple(bit for row in zip(*columns, strict=True) for bit in row)


def letters(rng: Random, length: int, *, symbols: int) -> Word:
    """Returns independent uniform letters among the first `symbols`.

    Examples:
        >>> set(letters(Random(0), 9, symbols=2)) <= {"a", "b"}
        True
    """
    return tuple(chr(ord("a") + rng.randrange(symbols)) for _ in range(length))


def letters_with_a_mode(rng: Random, length: int, *, symbols: int) -> Word:
    """Returns `letters`, drawn again until one of them is the most frequent.

    Examples:
        >>> letters_with_a_mode(Random(0), 2, symbols=2) in {("a", "a"), ("b", "b")}
        True
    """
    while True:
        word = letters(rng, length, symbols=symbols)
        counts = sorted(word.count(letter) for letter in set(word))
        if len(counts) == 1 or counts[-1] > counts[-2]:
            return word


def distinct(rng: Random, length: int, *, symbols: int) -> Word:
    """Returns `length` of the numbers below `symbols`, drawn without replacement.

    Examples:
        >>> sorted(distinct(Random(0), 3, symbols=3))
        ['0', '1', '2']
    """
    return tuple(str(number) for number in rng.sample(range(symbols), length))


def stepped(rng: Random, length: int, *, k: int, symbols: int) -> Word:
    """Returns ``k - 1`` times ``#``, then `distinct` numbers.

    Examples:
        >>> stepped(Random(0), 5, k=3, symbols=9)[:2]
        ('#', '#')
    """
    return ("#",) * (k - 1) + distinct(rng, length - k + 1, symbols=symbols)


def distinct_pairs(rng: Random, length: int, *, symbols: int) -> Word:
    """Returns numbers below `symbols` whose ordered pairs of neighbors are distinct.

    The first ``min(length, symbols)`` are independent, redrawn until this holds. Then
    each next one is uniform among those that make a new pair and have the most new
    pairs left; if there is none, the process restarts.

    Examples:
        >>> word = distinct_pairs(Random(0), 12, symbols=4)
        >>> len(set(zip(word, word[1:])))
        11
    """
    while True:
        word = [rng.randrange(symbols) for _ in range(min(length, symbols))]
        used = set(pairwise(word))
        while len(word) < length:
            free = [n for n in range(symbols) if (word[-1], n) not in used]
            if not free:
                break
            left = {n: sum((n, m) not in used for m in range(symbols)) for n in free}
            most = max(left.values())
            word.append(rng.choice([n for n in free if left[n] == most]))
            used.add((word[-2], word[-1]))
        if len(used) == length - 1:
            return tuple(map(str, word))


def operands(rng: Random, length: int) -> Word:
    """Returns two binary numbers with + between; with = after them `length` symbols.

    The length of the first is uniform on 1 … length - 3. A number of more than one bit
    starts with 1; the other bits are fair.

    Examples:
        >>> operands(Random(0), 6).count("+"), len(operands(Random(0), 6))
        (1, 5)
    """
    size = rng.randint(1, length - 3)
    return (*_number(rng, size), "+", *_number(rng, length - 2 - size))


def _number(rng: Random, size: int) -> Word:
    fair = tuple(rng.choice("01") for _ in range(size))
    return fair if size == 1 else ("1", *fair[1:])


def interval(rng: Random, length: int, *, symbols: int) -> Word:
    """Returns the ends of an interval of `length` numbers below `symbols`, uniformly.

    Examples:
        >>> interval(Random(0), 5, symbols=5)
        ('0', '4')
    """
    first = rng.randint(0, symbols - length)
    return (str(first), str(first + length - 1))


def once_with_right(rng: Random, length: int, *, symbols: int) -> Word:
    """Returns a context and a query that occurs in it once, not as the last symbol.

    The query is uniform, the others are independent and uniform among the rest, and the
    position of the query is uniform.

    Examples:
        >>> *context, query = once_with_right(Random(0), 6, symbols=4)
        >>> context[:-1].count(query), len(context)
        (1, 6)
    """
    return _once(rng, length, symbols, rng.randint(0, length - 2))


def once_with_left(rng: Random, length: int, *, symbols: int) -> Word:
    """Returns a context and a query that occurs in it once, not as the first symbol.

    Examples:
        >>> *context, query = once_with_left(Random(0), 6, symbols=4)
        >>> context[1:].count(query), len(context)
        (1, 6)
    """
    return _once(rng, length, symbols, rng.randint(1, length - 1))


def _once(rng: Random, length: int, symbols: int, place: int) -> Word:
    query = rng.randrange(symbols)
    others = [n for n in range(symbols) if n != query]
    context = rng.choices(others, k=length - 1)
    context.insert(place, query)
    return tuple(map(str, (*context, query)))


def repeated(rng: Random, length: int, *, symbols: int) -> Word:
    """Returns a context and a query that occurs in it at least twice.

    The context is independent and uniform, the query the symbol at a uniform position;
    both are redrawn until the query occurs at least twice.

    Examples:
        >>> *context, query = repeated(Random(0), 6, symbols=3)
        >>> context.count(query) >= 2
        True
    """
    while True:
        context = rng.choices(range(symbols), k=length)
        query = rng.choice(context)
        if context.count(query) > 1:
            return tuple(map(str, (*context, query)))


def repeated_after_first(rng: Random, length: int, *, symbols: int) -> Word:
    """Returns `repeated`, drawn again until the query is not the first symbol.

    Examples:
        >>> *context, query = repeated_after_first(Random(0), 6, symbols=3)
        >>> context[0] == query
        False
    """
    while True:
        question = repeated(rng, length, symbols=symbols)
        if question[0] != question[-1]:
            return question


def repeated_before_last(rng: Random, length: int, *, symbols: int) -> Word:
    """Returns `repeated`, drawn again until the query is not the last symbol.

    Examples:
        >>> *context, query = repeated_before_last(Random(0), 6, symbols=3)
        >>> context[-1] == query
        False
    """
    while True:
        question = repeated(rng, length, symbols=symbols)
        if question[-2] != question[-1]:
            return question
