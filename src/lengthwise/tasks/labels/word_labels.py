"""Labels of words: the averages of Izzo et al., and labels for languages.

A label function of a language takes the word and the language; any other takes the word
and, by name, the parameters of the task.
"""

import math
from collections.abc import Sequence

from lengthwise.automata.dfa import DFA
from lengthwise.errors import WordError
from lengthwise.tasks.languages.counter_machines import AbstractCounterLanguage, Lead
from lengthwise.tasks.outputs import END
from lengthwise.words import Word


def simple(word: Sequence[str], *, omega: float) -> float:
    r"""Returns :math:`\sin(\omega (c_0 - c_1) / (c_0 + c_1))`, counts of 0 and 1.

    A word without 0 and 1 has label 0: the fraction of such words is not small at short
    lengths, and rejecting them would change the distribution.

    Examples:
        >>> simple("0002", omega=math.pi / 2)
        1.0
        >>> simple("01222", omega=4.0), simple("222", omega=4.0)
        (0.0, 0.0)
    """
    zeros, ones = word.count("0"), word.count("1")
    if zeros + ones == 0:
        return 0.0
    angle = omega * (zeros - ones) / (zeros + ones)
    if math.isinf(angle):  # the product, not the angle, was too large
        angle = omega * ((zeros - ones) / (zeros + ones))
    return math.sin(angle)


def modp(word: Sequence[str], *, p: int, k: int) -> float:
    """Returns the fraction of 1s among the positions t with t mod p = k, t from 1.

    Raises:
        WordError: The word has no such position.

    Examples:
        >>> modp("10100", p=2, k=1), modp("10100", p=2, k=0)
        (0.6666666666666666, 0.0)
    """
    bits = [bit for t, bit in enumerate(word, start=1) if t % p == k]
    if not bits:
        raise WordError(
            f"a word of length {len(word)} has no position t with t mod {p} = {k}; "
            f"give at least {k or p} symbols"
        )
    return bits.count("1") / len(bits)


def kgram(word: Sequence[str], *, k: int, S: int) -> tuple[float, ...]:
    """Returns frequencies of symbols after earlier occurrences of the last k symbols.

    If the last k symbols never occurred before, every symbol has the frequency 1/S.

    Raises:
        WordError: The word has at most k symbols.

    Examples:
        >>> kgram("01020", k=1, S=3)
        (0.0, 0.5, 0.5)
        >>> kgram("0012", k=1, S=4)
        (0.25, 0.25, 0.25, 0.25)
    """
    if len(word) <= k:
        raise WordError(
            f"a word of length {len(word)} has no {k} symbols before its last one; "
            f"give at least {k + 1}"
        )
    key = tuple(word[len(word) - k :])
    after = [word[t] for t in range(k, len(word)) if tuple(word[t - k : t]) == key]
    if not after:
        return (1 / S,) * S
    return tuple(after.count(str(s)) / len(after) for s in range(S))


def accepts(word: Word, language: DFA | AbstractCounterLanguage | Lead) -> bool:
    """Whether `word` is in `language`.

    Examples:
        >>> accepts(("a", "a"), DFA.from_table("ab", {0: {"a": 0}}, [0]))
        True
    """
    return language.accepts(word)


def state(word: Word, language: DFA) -> int:
    """Returns the state of the automaton after `word`.

    Examples:
        >>> state(("a", "b"), DFA.from_table("ab", {0: {"a": 0}}, [0]))
        1
    """
    return language.run(word)


def next_set(word: Word, language: DFA | AbstractCounterLanguage) -> Word:
    """Returns the next set in alphabet order; last, whether the word may end.

    A symbol may come next if appending it gives a prefix of a member of the language;
    ``<eos>`` may come next if the word is a member.

    Examples:
        >>> next_set(("a",), DFA.from_table("ab", {0: {"a": 0}}, [0]))
        ('a', '<eos>')
        >>> next_set(("b",), DFA.from_table("ab", {0: {"a": 0}}, [0]))
        ()
    """
    # For both kinds of language, `legal` takes the result of the language's own `run`.
    if isinstance(language, DFA):
        legal = language.legal(language.run(word))
    else:
        legal = language.legal(language.run(word))
    symbols = tuple(symbol for symbol in language.alphabet if symbol in legal)
    return (*symbols, END) if language.accepts(word) else symbols
