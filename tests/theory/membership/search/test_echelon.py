from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.theory.membership.search.echelon import (
    PRIMES,
    Echelon,
    fraction,
    integers,
)
from tests.theory.membership.language_examples import EXPENSIVE

PRIME = PRIMES[0]
SMALL = st.integers(-3, 3)


@EXPENSIVE
@given(st.fractions(min_value=-300, max_value=300, max_denominator=100))
def test_fractions_are_recovered(number):
    value = number.numerator * pow(number.denominator, -1, PRIME) % PRIME
    assert fraction(value, PRIME) == number


@EXPENSIVE
@given(st.lists(st.fractions(-9, 9, max_denominator=9), min_size=1, max_size=5))
def test_integers_are_proportional_small_and_begin_positive(numbers):
    values = [n.numerator * pow(n.denominator, -1, PRIME) % PRIME for n in numbers]
    whole = integers(np.array(values), PRIME)
    for one, other in zip(whole, numbers, strict=True):
        for two, another in zip(whole, numbers, strict=True):
            assert one * another == two * other
    assert next((n for n in whole if n), 1) > 0
    assert np.gcd.reduce(whole) <= 1


@pytest.mark.parametrize("prime", PRIMES[:2], ids=["31 bits", "127 bits"])
@EXPENSIVE
@given(st.lists(st.tuples(SMALL, SMALL, SMALL), min_size=1, max_size=6))
def test_what_is_left_of_a_dependent_vector_says_how_it_depends(prime, vectors):
    echelon = Echelon(3, len(vectors), prime)
    for number, vector in enumerate(vectors):
        mark = np.zeros(len(vectors), dtype=np.int64)
        mark[number] = 1
        rest = echelon.add(np.array(vector), mark)
        if rest is not None:
            weights = [fraction(int(value), prime) for value in rest]
            for place in range(3):
                pairs = zip(weights, vectors, strict=True)
                assert sum(w * v[place] for w, v in pairs) == Fraction(0)
            assert weights[number] == 1
    assert echelon.rank == np.linalg.matrix_rank(np.array(vectors))
    assert len(set(echelon.pivots)) == echelon.rank


def test_rest_of_an_independent_vector_is_none():
    echelon = Echelon(2, 1, PRIME)
    assert echelon.add(np.array([1, 1]), np.array([1])) is None
    assert echelon.rest(np.array([1, 0]), np.array([0])) is None
    assert echelon.rest(np.array([2, 2]), np.array([0])).tolist() == [PRIME - 2]
    assert echelon.rank == 1


def test_many_rows_are_kept():
    echelon = Echelon(600, 1, PRIME)
    for k in range(600):
        row = np.ones(600, dtype=np.int64)
        row[: k + 1] = 0 if k < 599 else 1
        assert echelon.add(row, np.array([0])) is None
    assert echelon.rank == 600
