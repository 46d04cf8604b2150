"""The exact distributions of questions, each from its definition: for all samplers."""

import math
from itertools import pairwise, permutations, product

from lengthwise.words import Alphabet
from tests.tasks.chance import uniform


def bit_law(length):
    """The number of 1 uniform, then every order equally likely."""
    return {
        word: 1 / (length + 1) / math.comb(length, word.count("1"))
        for word in Alphabet("01").words(length)
    }


def conditioned(law, keep):
    kept = {word: p for word, p in law.items() if keep(word)}
    return {word: p / sum(kept.values()) for word, p in kept.items()}


def untied_law(length):
    return conditioned(bit_law(length), lambda w: w.count("0") != w.count("1"))


def interleaved_law():
    column = untied_law(2)
    return {
        (a[0], b[0], a[1], b[1]): column[a] * column[b]
        for a, b in product(column, repeat=2)
    }


def mode_law(length):
    def has_mode(word):
        counts = sorted((word.count(letter) for letter in "abc"), reverse=True)
        return counts[0] > counts[1]

    return conditioned(uniform(Alphabet("abc").words(length)), has_mode)


def pairs_law(symbols, length):
    """Every way to draw, with its probability; ways that fail are drawn again."""
    names = [str(number) for number in range(symbols)]
    law = dict.fromkeys(product(names, repeat=min(length, symbols)), 1.0)
    while len(next(iter(law))) < length:
        longer = {}
        for word, chance in law.items():
            used = set(pairwise(word))
            left = {n: sum((n, m) not in used for m in names) for n in names}
            free = [n for n in names if (word[-1], n) not in used]
            most = max((left[n] for n in free), default=0)
            best = [n for n in free if left[n] == most]
            longer.update({(*word, n): chance / len(best) for n in best})
        law = longer
    return conditioned(law, lambda w: len(set(pairwise(w))) == length - 1)


def operand_law(length):
    def numbers(size):
        if size == 1:
            return ["0", "1"]
        return ["1" + "".join(rest) for rest in product("01", repeat=size - 1)]

    law = {}
    for size in range(1, length - 2):
        pairs = list(product(numbers(size), numbers(length - 2 - size)))
        for first, second in pairs:
            law[(*first, "+", *second)] = 1 / (length - 3) / len(pairs)
    return law


def once_law(places):
    def question(place, query, others):
        context = [*others[:place], query, *others[place:]]
        return (*context, query)

    return uniform(
        question(place, query, others)
        for place in places
        for query in "012"
        for others in product([s for s in "012" if s != query], repeat=3)
    )


def repeated_law(keep):
    weights = {
        (*context, query): context.count(query)
        for context in product("012", repeat=4)
        for query in set(context)
    }
    return conditioned(weights, lambda w: w[:-1].count(w[-1]) > 1 and keep(w))


CASES = (
    ("bits", "parity", 0, bit_law(0)),
    ("bits", "parity", 1, bit_law(1)),
    ("bits", "parity", 5, bit_law(5)),
    ("untied_bits", "bin_majority", 1, untied_law(1)),
    ("untied_bits", "bin_majority", 2, untied_law(2)),
    ("untied_bits", "bin_majority", 5, untied_law(5)),
    ("untied_bits", "bin_majority", 6, untied_law(6)),
    ("interleaved_bits", "bin_majority_interleave:period=2", 4, interleaved_law()),
    ("letters", "repeat_copy:symbols=3", 3, uniform(Alphabet("abc").words(3))),
    ("letters_with_a_mode", "majority:symbols=3", 4, mode_law(4)),
    ("letters_with_a_mode", "majority:symbols=3", 5, mode_law(5)),
    ("distinct", "unique_copy:symbols=4", 3, uniform(permutations("0123", 3))),
    (
        "stepped",
        "step_copy:k=2,symbols=4",
        3,
        uniform(("#", *numbers) for numbers in permutations("0123", 2)),
    ),
    ("distinct_pairs", "unique_bigram_copy:symbols=3", 3, pairs_law(3, 3)),
    ("distinct_pairs", "unique_bigram_copy:symbols=3", 5, pairs_law(3, 5)),
    ("operands", "addition", 7, operand_law(7)),
    ("interval", "count:symbols=5", 3, uniform([("0", "2"), ("1", "3"), ("2", "4")])),
    ("once_with_right", "retrieve_right:symbols=3", 4, once_law((0, 1, 2))),
    ("once_with_left", "retrieve_left:symbols=3", 4, once_law((1, 2, 3))),
    ("repeated", "retrieve_right_first:symbols=3", 4, repeated_law(lambda _: True)),
    (
        "repeated_after_first",
        "retrieve_left_first:symbols=3",
        4,
        repeated_law(lambda w: w[0] != w[-1]),
    ),
    (
        "repeated_before_last",
        "retrieve_right_last:symbols=3",
        4,
        repeated_law(lambda w: w[-2] != w[-1]),
    ),
)
"""A question function, a task that draws by it, a length, its exact distribution."""
