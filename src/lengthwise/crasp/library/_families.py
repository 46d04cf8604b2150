"""Programs for families of languages with a parameter."""

from itertools import pairwise

from lengthwise.crasp.language.builder import (
    Builder,
    Commented,
    all_of,
    any_of,
    compare,
    total,
)
from lengthwise.crasp.language.syntax import (
    BoolExpr,
    Conditional,
    Count,
    Exists,
    Modulus,
    Never,
    Not,
    Number,
    Sum,
    Symbol,
)
from lengthwise.crasp.library.program_family import ProgramFamily, Words
from lengthwise.errors import SpecError
from lengthwise.tasks.family import Parameter
from lengthwise.tasks.languages.brackets import BRACKETS
from lengthwise.tasks.languages.prefix_notation import OPERATORS


def powers(k: int) -> Commented:
    """The program for words of k, 2k, 3k, … letters a."""
    accept = all_of(Never(Not(Symbol("a"))), Modulus(k, 0))
    return Commented(
        f"(a^k)* for k = {k}: only a, and a length divisible by {k}.",
        Builder("a").program(accept),
    )


def bounded_dyck(n: int) -> Commented:
    """The program for D_n."""
    build = Builder("ab")
    depth = build.line(
        "depth", total((1, Count(Symbol("a"))), (-1, Count(Symbol("b"))))
    )
    outside = build.line(
        "outside", any_of(compare(depth, "<", 0), compare(depth, ">", n))
    )
    return Commented(
        f"D_n for n = {n}: balanced, a opens and b closes, never deeper than {n}.",
        build.program(all_of(Never(outside), compare(depth, "==", 0))),
    )


def shuffle(k: int) -> Commented:
    """The program for the shuffle of k Dyck-1 languages."""
    build = Builder("".join(BRACKETS[:k]))
    pairs = [(Count(Symbol(pair[0])), Count(Symbol(pair[1]))) for pair in BRACKETS[:k]]
    below = [
        build.line(f"below{m}", compare(opened, "<", closed))
        for m, (opened, closed) in enumerate(pairs, start=1)
    ]
    balanced = [
        all_of(Never(line), compare(opened, "==", closed))
        for line, (opened, closed) in zip(below, pairs, strict=True)
    ]
    return Commented(
        f"Shuffle-{k}: {k} kinds of brackets, each kind balanced.",
        build.program(all_of(*balanced)),
    )


def boolean(n: int) -> Commented:
    """The program for Boolean-n."""
    build = Builder("01" + OPERATORS[:n])
    opened = [(m, Count(Symbol(a))) for m, a in enumerate(OPERATORS[:n]) if m]
    left = build.line(
        "sum", total(*opened, (-1, Count(Symbol("0"))), (-1, Count(Symbol("1"))))
    )
    complete = Count(compare(left, "<=", -1))
    return Commented(
        f"Boolean-{n}: expressions in prefix notation over 0 and 1, with one operator "
        f"of each arity from 1 to {n}. Every symbol fills one place and opens as many "
        "as its arity, so the sum is -1 for the first time at the end of the "
        "expression.",
        build.program(all_of(compare(left, "==", -1), compare(complete, "==", 1))),
    )


def blocks(k: int) -> Commented:
    """The program for L_k."""
    build = Builder("ab")
    early = build.line("early", all_of(Symbol("b"), Never(Symbol("a"))))
    block = [build.line("block1", Symbol("a"))]
    for m in range(2, k + 2):
        letter = Symbol("ba"[m % 2])
        block.append(build.line(f"block{m}", all_of(letter, Exists(block[-1]))))
    return Commented(
        f"L_k for k = {k}: exactly {k} alternating blocks of a and b, a first. A "
        "position is in block m or a later block of its letter.",
        build.program(all_of(Never(early), Exists(block[-2]), Never(block[-1]))),
    )


def subsequence(word: str) -> Commented:
    """The program for words over a, b, c that contain `word` as a subsequence."""
    if not word or set(word) - set("abc"):
        raise SpecError(
            f"subsequence has word={word}; use one or more of the letters abc"
        )
    build = Builder("abc")
    last = build.line("found1", Symbol(word[0]))
    for m, (before, letter) in enumerate(pairwise(word), start=2):
        earlier: BoolExpr = Exists(last)
        if before == letter:
            here = Conditional(Number(1), last, Number(0))
            earlier = compare(total((1, Count(last)), (-1, here)), ">=", 1)
        last = build.line(f"found{m}", all_of(Symbol(letter), earlier))
    return Commented(
        f"{word} is a subsequence of the word: its letters in this order, with "
        "anything between.",
        build.program(Exists(last)),
    )


def few_and_even(k: int) -> Commented:
    """The program for PARITY_k."""
    build = Builder("01")
    ones = build.line("ones", Count(Symbol("1")))
    cases = (compare(ones, "==", even) for even in range(0, k + 1, 2))
    return Commented(
        f"PARITY_k for k = {k}: an even number of 1s, at most {k}. The size grows "
        "with k.",
        build.program(any_of(*cases)),
    )


def at_least(k: int) -> Commented:
    """The program for COUNT_k."""
    return Commented(
        f"COUNT_k for k = {k}: at least {k} 1s.",
        Builder("01").program(compare(Count(Symbol("1")), ">=", k)),
    )


def lead(k: int) -> Commented:
    """The program for MAJ_k."""
    ahead = Sum(((1, Count(Symbol("0"))), (1, Number(k))))
    return Commented(
        f"MAJ_k for k = {k}: at least {k} more 1s than 0s.",
        Builder("01").program(compare(Count(Symbol("1")), ">=", ahead)),
    )


def _one(
    name: str, default: int, least: int, most: int, meaning: str
) -> tuple[Parameter]:
    return (Parameter(name, default, least, most, meaning),)


FAMILIES = (
    ProgramFamily(
        name="a_k_star",
        build=powers,
        parameters=_one("k", 2, 1, 10**6, "the divisor of the length"),
        aliases={"aa_star": "k=2", "aaaa_star": "k=4"},
    ),
    ProgramFamily(
        name="d_n",
        build=bounded_dyck,
        parameters=_one("n", 2, 1, 10**9, "largest depth"),
        aliases={f"d{n}": f"n={n}" for n in (2, 3, 4, 12)},
    ),
    ProgramFamily(
        name="shuffle",
        build=shuffle,
        parameters=_one("k", 2, 1, len(BRACKETS), "kinds of brackets"),
        aliases={f"shuffle{k}": f"k={k}" for k in (2, 4, 6)},
    ),
    ProgramFamily(
        name="boolean",
        build=boolean,
        parameters=_one("n", 3, 2, len(OPERATORS), "largest arity"),
        aliases={f"boolean{n}": f"n={n}" for n in (3, 5)},
    ),
    ProgramFamily(
        name="l_k",
        build=blocks,
        parameters=_one("k", 3, 1, 1000, "number of blocks"),
    ),
    ProgramFamily(
        name="subsequence",
        build=subsequence,
        parameters=(Words("word", "aba", "letters among a, b, c"),),
    ),
    ProgramFamily(
        name="parity_k",
        build=few_and_even,
        parameters=_one("k", 8, 1, 10_000, "largest number of 1s"),
    ),
    ProgramFamily(
        name="count_k",
        build=at_least,
        parameters=_one("k", 8, 1, 10**9, "sufficient number of 1s"),
    ),
    ProgramFamily(
        name="maj_k", build=lead, parameters=_one("k", 8, 0, 10**9, "lead of the 1s")
    ),
)
"""The programs of this file."""
