"""Random programs; tested themselves in test_strategies.

A program is a function of a seed and of how many lines it has, so that thousands are
made in a second; what hypothesis shrinks is the number of lines.
"""

from random import Random

from hypothesis import strategies as st

from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.program import Line, Program
from lengthwise.words import Alphabet

ALPHABETS = [None, Alphabet("ab"), Alphabet("ab"), Alphabet("abc")]
NAMES = ["x", "y", "z", "i", "j", "in", "mod", "accept", "next", "alphabet", "never"]
COMPARISONS = ["==", "!=", "<", "<=", ">", ">="]
NUMBERS = [0, 1, 1, 1, 2, 2, 3]


def programs(*, emits=False):
    """Programs of one to six lines; with `emits`, next-token programs."""
    seeds = st.integers(0, 2**32 - 1)
    return st.builds(random_program, seeds, st.integers(1, 6), emits=st.just(emits))


def runs(*, emits=False):
    """Pairs of a program and a word of one to eight of its letters."""
    return st.builds(
        _run, programs(emits=emits), st.integers(1, 8), st.integers(0, 2**32)
    )


def _run(program, length, seed):
    return program, random_word(program, length, seed)


def random_word(program, length, seed):
    return tuple(Random(seed).choices(program.letters.symbols, k=length))


def random_program(seed, size, *, emits=False):
    random = Random(f"{seed} {size} {emits}")
    alphabet = random.choice(ALPHABETS)
    maker = Maker(random, "ab" if alphabet is None else alphabet.symbols)
    lines = []
    for number, name in enumerate(random.sample(NAMES, size)):
        value = (maker.count if number % 2 == 0 else maker.boolean)(3)
        lines.append(Line(name, value))
        sort = "Boolean" if isinstance(value, s.BoolExpr) else "count"
        maker.names[sort].append(name)
    if not emits:
        return Program(tuple(lines), accept=maker.condition(), alphabet=alphabet)
    following = tuple((symbol, maker.condition()) for symbol in maker.symbols)
    return Program(tuple(lines), next=following, alphabet=alphabet)


class Maker:
    """Makes expressions over the lines so far, about three levels deep."""

    def __init__(self, random, symbols):
        self.random = random
        self.symbols = symbols
        self.names = {"Boolean": [], "count": []}

    def pick(self, *choices):
        return self.random.choice(choices)

    def condition(self):
        """A Boolean that has a chance to be true here and false there."""
        nested = s.Count(self.compare(3), self.lags())
        left = self.pick(nested, nested, self.count(3))
        right = self.pick(self.count, self.number)(2)
        compared = s.Compare(left, self.pick(*COMPARISONS), right)
        return self.pick(
            compared,
            s.Not(compared),
            s.And((compared, self.boolean(2))),
            s.Or((compared, self.boolean(2))),
        )

    def boolean(self, depth):
        if self.names["Boolean"] and self.pick(0, 1):
            return s.BoolName(self.pick(*self.names["Boolean"]))
        leaves = [self.symbol, self.symbol, self.symbol, self.modulus]
        if depth <= 1:
            return self.pick(*leaves)()
        if self.pick(0, 0, 0, 1):
            return self.pick(*leaves)()
        inner = [self.compare] * 4 + [self.negation, self.junction, self.ever]
        return self.pick(*inner)(depth)

    def count(self, depth):
        if self.names["count"] and self.pick(0, 1):
            return s.CountName(self.pick(*self.names["count"]))
        if depth <= 1:
            return self.pick(self.number, self.tally, self.tally, self.tally)(2)
        inner = (
            [self.tally] * 5 + [self.sum] * 2 + [self.times, self.choice, self.least]
        )
        return self.pick(*inner)(depth)

    def symbol(self):
        return s.Symbol(self.pick(*self.symbols))

    def modulus(self):
        period = self.pick(1, 2, 2, 3, 3, 4)
        return s.Modulus(period, self.random.randrange(period))

    def negation(self, depth):
        return s.Not(self.boolean(depth - 1))

    def junction(self, depth):
        parts = [self.boolean(depth - 1) for _ in range(self.pick(2, 2, 3))]
        return self.pick(s.And, s.Or, s.Or)(tuple(parts))

    def compare(self, depth):
        right = self.pick(self.count, self.count, self.number)(depth - 1)
        return s.Compare(self.count(depth - 1), self.pick(*COMPARISONS), right)

    def ever(self, depth):
        where = self.boolean(depth - 1)
        return self.pick(s.Exists, s.Never)(where, self.lags())

    def number(self, _depth):
        return s.Number(self.pick(*NUMBERS))

    def tally(self, depth):
        return s.Count(self.boolean(depth - 1), self.lags())

    def lags(self):
        kind = self.pick(*["all"] * 6, "one", "one", "window", "set")
        if kind == "one":
            return (self.pick(0, 1, 1, 1, 2, 3),)
        if kind == "window":
            return tuple(range(self.pick(2, 3, 4)))
        if kind == "set":
            return tuple(sorted(self.random.sample(range(6), self.pick(2, 3))))
        return None

    def sum(self, depth):
        first, second = self.count(depth - 1), self.count(depth - 1)
        if self.pick(0, 0, 0, 0, 1):
            return s.Sum(((-1, first),))
        return s.Sum(((self.pick(1, 1, -1), first), (self.pick(1, -1), second)))

    def times(self, depth):
        return s.Times(self.pick(0, 1, 2, 2, 3), self.count(depth - 1))

    def choice(self, depth):
        then, otherwise = self.count(depth - 1), self.count(depth - 1)
        return s.Conditional(then, self.boolean(depth - 1), otherwise)

    def least(self, depth):
        return self.pick(s.Min, s.Max)(self.count(depth - 1), self.count(depth - 1))
