"""All small programs, by the definition: sets of lines as syntax, run one by one.

Nothing here is shared with the learner: lines are expressions, two of them are one only
if their texts are, and their values come from the reference interpreter.
"""

from collections.abc import Iterator
from itertools import combinations, permutations

from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.running.meaning import values
from lengthwise.words import Alphabet

Function = tuple[bool, ...]


def smallest_sizes(
    alphabet: Alphabet,
    length: int,
    *,
    size: int,
    constants: int = 1,
    lags: tuple[int, ...] = (),
    moduli: tuple[tuple[int, int], ...] = (),
) -> dict[Function, int]:
    """For each function of the words up to a length, the lines that it needs.

    Only functions of programs with at most `size` lines are there. A function is what
    is said about all words, the shorter ones first.
    """
    return {
        functions[0]: lines
        for functions, lines in smallest_sets(
            alphabet,
            length,
            1,
            size=size,
            constants=constants,
            lags=lags,
            moduli=moduli,
        ).items()
    }


def smallest_sets(
    alphabet: Alphabet,
    length: int,
    together: int,
    *,
    size: int,
    constants: int = 1,
    lags: tuple[int, ...] = (),
    moduli: tuple[tuple[int, int], ...] = (),
) -> dict[tuple[Function, ...], int]:
    """For each choice of so many functions, the lines of a program that has all."""
    words = [word for n in range(1, length + 1) for word in alphabet.words(n)]
    first: list[s.Expr] = [s.Symbol(symbol) for symbol in alphabet]
    first += [s.Truth(value=True), s.Truth(value=False)]
    first += [s.Modulus(m, r) for m, r in moduli]
    known: dict[s.Expr, Function] = {}
    sizes: dict[tuple[Function, ...], int] = {}
    layer: set[frozenset[s.Expr]] = {frozenset()}
    for lines in range(1, size + 1):
        grown = set()
        for program in layer:
            for line in {*first, *_following(program, constants, lags)} - program:
                grown.add(program | {line})
                if isinstance(line, s.BoolExpr):
                    if line not in known:
                        known[line] = tuple(
                            bool(values(line, word, {})[-1]) for word in words
                        )
                    others = {known[one] for one in program if one in known}
                    for some in combinations(sorted(others), together - 1):
                        key = tuple(sorted((*some, known[line])))
                        sizes.setdefault(key, lines)
        layer = grown
    return sizes


def _following(
    program: frozenset[s.Expr], constants: int, lags: tuple[int, ...]
) -> Iterator[s.Expr]:
    booleans = sorted((x for x in program if isinstance(x, s.BoolExpr)), key=str)
    counts = sorted((x for x in program if isinstance(x, s.Count)), key=str)
    for line in booleans:
        yield s.Count(line)
        for lag in lags:
            yield s.Count(line, (lag,))
        if isinstance(line, s.Symbol | s.Modulus | s.And):
            yield s.Not(line)
    for number in range(2, len(booleans) + 1):
        for parts in combinations(booleans, number):
            yield s.And(parts)
    differences: list[s.CountExpr] = [*counts]
    differences += [s.Sum(((1, c), (-1, d))) for c, d in permutations(counts, 2)]
    for difference in differences:
        for k in range(-constants, constants + 1):
            bound: s.CountExpr = s.Number(abs(k))
            if k < 0:
                bound = s.Sum(((-1, bound),))
            yield s.Compare(difference, "<=", bound)
            yield s.Compare(difference, ">", bound)
