"""Words longer than the training words, on which small programs often fail.

Some are random, some are designed to be hard: long runs, repetitions, words in which
two symbols are almost equally frequent, words with a rare symbol, and each of these
with one symbol changed.
"""

from collections.abc import Callable
from random import Random

from lengthwise.words import Alphabet, Word

LONGEST = 80
"""The largest excess over the length of the training words."""

RUNS = 4
BLOCK = 5
RARE = 2
"""Limits: number of runs, length of a repeated block, count of the rare symbol."""


def adversarial_word(
    rng: Random,
    alphabet: Alphabet,
    length: int,
    draw: Callable[[Random, int], Word] | None = None,
) -> Word:
    """Returns a random word of one of the kinds above.

    Args:
        rng: The random number generator.
        alphabet: The symbols.
        length: The length.
        draw: Samples words of the language, if available.

    Examples:
        >>> "".join(adversarial_word(Random(3), Alphabet("ab"), 12))
        'bbbbaaaaaaaa'
    """
    kind = rng.randrange(6 if draw is not None else 5)
    if kind == 5:
        assert draw is not None
        word = list(draw(rng, length))
    else:
        word = KINDS[kind](rng, alphabet.symbols, length)
    if word and rng.random() < 0.5:
        word[rng.randrange(len(word))] = rng.choice(alphabet.symbols)
    return tuple(word)


def _uniform(rng: Random, symbols: Word, length: int) -> list[str]:
    return rng.choices(symbols, k=length)


def _runs(rng: Random, symbols: Word, length: int) -> list[str]:
    ends = sorted(rng.choices(range(length + 1), k=rng.randrange(RUNS)))
    sizes = [b - a for a, b in zip([0, *ends], [*ends, length], strict=True)]
    return [symbol for size in sizes for symbol in [rng.choice(symbols)] * size]


def _repeated(rng: Random, symbols: Word, length: int) -> list[str]:
    block = rng.choices(symbols, k=rng.randint(1, BLOCK))
    start = rng.choices(symbols, k=rng.randrange(BLOCK))
    times = length // len(block) + 1
    return [*start, *(block * times)][:length]


def _balanced(rng: Random, symbols: Word, length: int) -> list[str]:
    two = [rng.choice(symbols), rng.choice(symbols)]
    word = (two * (length // 2 + 1))[:length]
    rng.shuffle(word)
    return word


def _rare(rng: Random, symbols: Word, length: int) -> list[str]:
    word = [rng.choice(symbols)] * length
    for _ in range(rng.randrange(RARE + 1)):
        word[rng.randrange(length)] = rng.choice(symbols)
    return word


KINDS = (_uniform, _runs, _repeated, _balanced, _rare)
