"""Transition tables of regular languages, each of the minimal complete automaton."""

from itertools import product

from lengthwise.automata.dfa import DFA


def cycle(symbols: str, word: str) -> DFA:
    """Returns the automaton of the repetitions of `word`.

    Examples:
        >>> cycle("01", "10").accepts("1010"), cycle("01", "10").accepts("101")
        (True, False)
    """
    states = range(len(word))
    table = {s: {word[s]: (s + 1) % len(word)} for s in states}
    return DFA.from_table(symbols, table, [0])


def depth(n: int) -> DFA:
    """Returns the automaton of D_n: balanced words of a and b of depth at most n.

    Examples:
        >>> depth(2).accepts("aabbab"), depth(2).accepts("aaabbb")
        (True, False)
    """
    up = {level: {"a": level + 1} for level in range(n)}
    down = {level: {"b": level - 1} for level in range(1, n + 1)}
    table = {
        level: {**up.get(level, {}), **down.get(level, {})} for level in range(n + 1)
    }
    return DFA.from_table("ab", table, [0])


def blocks(k: int) -> DFA:
    """Returns the automaton of L_k: exactly k blocks, a and b alternating, a first.

    Examples:
        >>> blocks(3).accepts("aabaa"), blocks(3).accepts("aab")
        (True, False)
    """
    table: dict[int, dict[str, int]] = {0: {"a": 1}}
    for block in range(1, k + 1):
        own, other = ("a", "b") if block % 2 else ("b", "a")
        table[block] = {own: block, **({other: block + 1} if block < k else {})}
    return DFA.from_table("ab", table, [k])


def few_and_even(k: int) -> DFA:
    """Returns the automaton of PARITY_k: an even number of 1s, at most k.

    Examples:
        >>> [few_and_even(4).accepts("1" * n) for n in range(7)]
        [True, False, True, False, True, False, False]
    """
    largest = k - k % 2
    table = {
        ones: {"0": ones, **({"1": ones + 1} if ones < largest else {})}
        for ones in range(largest + 1)
    }
    return DFA.from_table("01", table, range(0, largest + 1, 2))


def at_least(k: int) -> DFA:
    """Returns the automaton of COUNT_k: at least k 1s.

    Examples:
        >>> at_least(2).accepts("0101"), at_least(2).accepts("0100")
        (True, False)
    """
    table = {ones: {"0": ones, "1": min(ones + 1, k)} for ones in range(k + 1)}
    return DFA.from_table("01", table, [k])


EVEN_ONES = DFA.from_table("01", {0: {"0": 0, "1": 1}, 1: {"0": 1, "1": 0}}, [0])
"""An even number of 1s."""

TOMITA_1 = DFA.from_table("01", {0: {"1": 0}}, [0])
"""1*"""

TOMITA_3 = DFA.from_table(
    "01",
    {
        "even 1s": {"0": "even 1s", "1": "odd 1s"},
        "odd 1s": {"0": "odd 0s", "1": "even 1s"},
        "even 0s": {"0": "odd 0s", "1": "odd 1s"},
        "odd 0s": {"0": "even 0s"},
    },
    ["even 1s", "odd 1s", "even 0s"],
)
"""No odd run of 1s directly followed by an odd run of 0s; runs are maximal."""

TOMITA_4 = DFA.from_table(
    "01",
    {0: {"0": 1, "1": 0}, 1: {"0": 2, "1": 0}, 2: {"1": 0}},
    [0, 1, 2],
)
"""No factor 000."""

TOMITA_5 = DFA.from_table(
    "01",
    {(x, y): {"0": (1 - x, y), "1": (x, 1 - y)} for x, y in product((0, 1), repeat=2)},
    [(0, 0)],
)
"""An even number of 0s and an even number of 1s."""

TOMITA_6 = DFA.from_table(
    "01", {r: {"0": (r + 1) % 3, "1": (r - 1) % 3} for r in range(3)}, [0]
)
"""The number of 0s minus the number of 1s is a multiple of 3."""

TOMITA_7 = DFA.from_table(
    "01",
    {0: {"0": 0, "1": 1}, 1: {"1": 1, "0": 2}, 2: {"0": 2, "1": 3}, 3: {"1": 3}},
    range(4),
)
"""0*1*0*1*"""

ABCDE = DFA.from_table(
    "abcde",
    {
        k: {
            **({"abcde"[k - 1]: k} if k else {}),
            **({"abcde"[k]: k + 1} if k < 5 else {}),
        }
        for k in range(6)
    },
    [5],
)
"""aa*bb*cc*dd*ee*"""

AB_D_BC = DFA.from_table(
    "abcd", {0: {"a": 0, "b": 0, "d": 1}, 1: {"b": 1, "c": 1}}, [1]
)
"""{a,b}*d{b,c}*"""

LAST_NON_2_IS_0 = DFA.from_table(
    "012", {0: {"0": 1, "1": 0, "2": 0}, 1: {"0": 1, "1": 0, "2": 1}}, [1]
)
"""{0,1,2}*02*, the flip-flop language."""

CONTAINS_AB = DFA.from_table(
    "abc",
    {
        0: {"a": 1, "b": 0, "c": 0},
        1: {"a": 1, "b": 2, "c": 0},
        2: {"a": 2, "b": 2, "c": 2},
    },
    [2],
)
"""Words with a factor ab."""

ENDS_IN_B = DFA.from_table("ab", {0: {"a": 0, "b": 1}, 1: {"a": 0, "b": 1}}, [1])
"""The last symbol is b."""
