"""Tests of a hypothesis on words longer than its training words."""

from random import Random

from lengthwise.automata.dfa import DFA
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.theory.programs.learning_target import Target
from lengthwise.words import Word

TESTS = 10_000
LENGTHS = 40
"""The number of words, and how much longer than the training words they are."""


def wrong_word(target: Target, hypothesis: Program | DFA, length: int) -> Word | None:
    """Returns a shortest random word beyond a length on which a hypothesis is wrong.

    Words are drawn from the target's distribution; half of them have one symbol
    changed.
    """
    assert target.draw is not None
    rng = Random(0)
    words: list[Word] = []
    for number in range(TESTS):
        word = list(target.draw(rng, length + 1 + number % LENGTHS))
        if number % 2:
            word[rng.randrange(len(word))] = rng.choice(target.alphabet.symbols)
        words.append(tuple(word))
    if isinstance(hypothesis, DFA):
        answers = [hypothesis.accepts(word) for word in words]
    else:
        answers = list(accepted(hypothesis, words))
    labels = target.labels(words)
    wrong = [
        word
        for word, one, other in zip(words, answers, labels, strict=True)
        if one != other
    ]
    return min(wrong, key=len, default=None)


def described_tests(length: int) -> str:
    """The number and the lengths of the tested words.

    Examples:
        >>> described_tests(8)
        '10,000 random words of lengths 9 to 48'
    """
    return f"{TESTS:,} random words of lengths {length + 1} to {length + LENGTHS}"
