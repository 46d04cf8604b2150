"""Mistakes planted into the library: separated by the shortest word of all."""

from dataclasses import replace
from itertools import product

import pytest

from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.program import Program, subexpressions
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import batch, run
from lengthwise.theory.programs.equivalence import equivalent

NAMES = [
    "majority_language",
    "dyck1",
    "shuffle:k=2",
    "anbn",
    "anbncn",
    "anbn_deep",
    "a_k_star:k=3",
    "abab_star",
    "contains_ab",
    "d_n:n=3",
    "tomita1",
    "tomita2",
    "tomita4",
    "tomita7",
    "tomita7_strict",
    "subsequence:word=aba",
    "ab_d_bc",
    "boolean:n=2",
    "l_k:k=3",
    "parity_k:k=4",
    "count_k:k=5",
    "maj_k:k=5",
    "bin_majority",
    "parity_cot",
]
MOST_WORDS = 3_000
"""Words that are run one by one."""

SWAPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": ">=", "!=": "<"}


def mistaken(part):
    """One wrong constant, distance, remainder or comparison, or off by one."""
    match part:
        case s.Compare(left, op, right):
            yield replace(part, op=SWAPPED[op])
            yield s.Compare(right, op, left)
        case s.Number(number):
            yield s.Number(number + 1)
        case s.Exists(where, None):
            yield s.Compare(s.Count(where), ">=", s.Number(2))
        case s.Never(where, None):
            yield s.Compare(s.Count(where), "<=", s.Number(1))
        case s.Modulus(period, remainder):
            yield s.Modulus(period, (remainder + 1) % period)
        case s.Count(_, lags) | s.Exists(_, lags) | s.Never(_, lags) if lags:
            yield replace(part, lags=tuple(lag + 1 for lag in lags))


def changed(expression, old, new):
    """The expression with one part, the very object, in another form."""
    if expression is old:
        return new
    fields = getattr(expression, "__dataclass_fields__", None)
    if fields is None:
        if isinstance(expression, tuple):
            return tuple(changed(one, old, new) for one in expression)
        return expression
    values = {name: getattr(expression, name) for name in fields}
    after = {name: changed(value, old, new) for name, value in values.items()}
    if all(after[name] is values[name] for name in fields):
        return expression
    return type(expression)(**after)


def mistakes(program: Program):
    """Every program with one mistake in one line or in what it accepts."""
    for expression in program.expressions:
        for part in subexpressions(expression):
            for wrong in mistaken(part):
                yield replace(
                    program,
                    lines=changed(program.lines, part, wrong),
                    accept=changed(program.accept, part, wrong),
                    next=changed(program.next, part, wrong),
                )


def first_by_running(first, second):
    """The first word of all short ones on which the programs differ."""
    letters = first.letters.symbols
    length, size = 0, len(letters)
    while size <= MOST_WORDS and length < 12:
        length += 1
        words = list(product(letters, repeat=length))
        says = [batch(one, words) for one in (first, second)]
        for row, word in enumerate(words):
            if _said(says[0], row) != _said(says[1], row):
                return length, word
        size *= len(letters)
    return length, None


def _said(found, row):
    if found.accepts is not None:
        return bool(found.accepts[row, -1])
    return {symbol for symbol, holds in found.emits.items() if holds[row, -1]}


@pytest.mark.parametrize("name", NAMES)
def test_a_planted_mistake_is_separated_by_the_shortest_of_all_words(name):
    program = load(name)
    planted = list(dict.fromkeys(mistakes(program)))
    assert planted
    for number, wrong in enumerate(planted[:: max(1, len(planted) // 8)]):
        length, word = first_by_running(program, wrong)
        pair = (program, wrong) if number % 2 else (wrong, program)
        found = equivalent(*pair, most_states=20_000)
        if word is not None:
            assert found.answer == "different"
            assert found.length == len(word) == len(found.word)
        elif found.answer == "different":
            assert found.length > length
        if found.word is not None:
            first, second = (run(one, found.word) for one in pair)
            assert (first.accepted, first.next) != (second.accepted, second.next)
