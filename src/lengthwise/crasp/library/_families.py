"""Programs for languages with a number in their name, as texts."""

from lengthwise.errors import SpecError
from lengthwise.tasks.languages.brackets import BRACKETS
from lengthwise.tasks.languages.prefix_notation import OPERATORS


def powers(k: int) -> str:
    """The text for words of k, 2k, 3k, … times a."""
    return f"""\
// (a^k)* for k = {k}: nothing but a, and a length that {k} divides.
alphabet "a"
accept never !"a" && i mod {k} == 0
"""


def bounded_dyck(n: int) -> str:
    """The text for D_n."""
    return f"""\
// D_n for n = {n}: balanced, a opens and b closes, never deeper than {n}.
alphabet "a" "b"
depth = # "a" - # "b"
outside = depth < 0 || depth > {n}
accept never outside && depth == 0
"""


def shuffle(k: int) -> str:
    """The text for the shuffle of k Dyck-1 languages."""
    pairs = [(pair[0], pair[1]) for pair in BRACKETS[:k]]
    rows = [
        f"// Shuffle-{k}: {k} kinds of brackets, each kind balanced.",
        "alphabet " + " ".join(f'"{bracket}"' for pair in pairs for bracket in pair),
    ]
    rows += [f'below{m} = # "{a}" < # "{b}"' for m, (a, b) in enumerate(pairs, 1)]
    balanced = [
        f'never below{m} && # "{a}" == # "{b}"' for m, (a, b) in enumerate(pairs, 1)
    ]
    return "\n".join([*rows, "accept " + " && ".join(balanced)]) + "\n"


def boolean(n: int) -> str:
    """The text for Boolean-n."""
    operators = list(enumerate(OPERATORS[:n], start=1))
    symbols = " ".join(f'"{symbol}"' for symbol in "01" + OPERATORS[:n])
    terms = " + ".join(f'{m - 1} * # "{symbol}"' for m, symbol in operators[1:])
    return f"""\
// Boolean-{n}: expressions in prefix notation over 0 and 1, with one operator of each
// arity from 1 to {n}. Every symbol fills one place and opens as many as its arity, so
// the sum is -1 at the end of the expression, for the first time.
alphabet {symbols}
sum = {terms} - # "0" - # "1"
accept sum == -1 && #(sum <= -1) == 1
"""


def blocks(k: int) -> str:
    """The text for L_k."""
    letters = "ab" * (k // 2 + 1)
    chain = ['block1 = "a"'] + [
        f'block{m} = "{letters[m - 1]}" && exists block{m - 1}' for m in range(2, k + 2)
    ]
    return "\n".join(
        [
            f"// L_k for k = {k}: exactly {k} blocks of a and b in turn, a first. A",
            "// position is in block m or a later one of its letter.",
            'alphabet "a" "b"',
            'early = "b" && never "a"',
            *chain,
            f"accept never early && exists block{k} && never block{k + 1}",
            "",
        ]
    )


def subsequence(word: str) -> str:
    """The text for words over a, b, c in which `word` stands with anything between."""
    if not word or set(word) - set("abc"):
        raise SpecError(
            f"subsequence has word={word}; word must be one or more of the letters abc"
        )
    rows = [f'found1 = "{word[0]}"']
    for m, letter in enumerate(word[1:], start=2):
        before = f"found{m - 1}"
        if letter == word[m - 2]:
            earlier = f"# {before} - (1 if {before} else 0) >= 1"
        else:
            earlier = f"exists {before}"
        rows.append(f'found{m} = "{letter}" && {earlier}')
    return "\n".join(
        [
            f"// {word} stands in the word as a subsequence: its letters in this",
            "// order, with anything between.",
            'alphabet "a" "b" "c"',
            *rows,
            f"accept exists found{len(word)}",
            "",
        ]
    )


def few_and_even(k: int) -> str:
    """The text for PARITY_k."""
    cases = " || ".join(f"ones == {number}" for number in range(0, k + 1, 2))
    return f"""\
// PARITY_k for k = {k}: an even number of 1, at most {k}. The size grows with k.
alphabet "0" "1"
ones = # "1"
accept {cases}
"""


def at_least(k: int) -> str:
    """The text for COUNT_k."""
    return f"""\
// COUNT_k for k = {k}: at least {k} times 1.
alphabet "0" "1"
accept # "1" >= {k}
"""


def lead(k: int) -> str:
    """The text for MAJ_k."""
    return f"""\
// MAJ_k for k = {k}: at least {k} more 1 than 0.
alphabet "0" "1"
accept # "1" >= # "0" + {k}
"""
