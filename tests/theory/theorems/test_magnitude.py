"""Sizes: numbers of at least 1 whose logarithm survives where floats do not."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.theory.theorems.magnitude import ONE, Size

factors = st.lists(st.tuples(st.floats(1e-60, 1e60), st.floats(-3, 3)), max_size=4)


@given(factors)
def test_value_and_logarithm_are_of_one_number(given_factors):
    size = Size.product(*given_factors)
    log10 = sum(exponent * math.log10(base) for base, exponent in given_factors)
    assert size.log10 == pytest.approx(max(log10, 0), abs=1e-9)
    if size.log10 <= 300:
        assert size.value == pytest.approx(10**size.log10, rel=1e-9)


@given(st.floats(1, 1e300), st.floats(1, 1e5))
def test_sizes_add_and_multiply_as_numbers(first, second):
    size = Size.product((first, 1))
    assert size.plus(second).value == pytest.approx(first + second)
    assert size.plus(second).log10 == pytest.approx(math.log10(first + second))
    assert size.times(second).value == pytest.approx(first * second)


def test_numbers_beyond_floats_keep_their_logarithm():
    huge = Size.product((2, 5000))
    assert huge.value == math.inf
    assert huge.log10 == pytest.approx(5000 * math.log10(2))
    assert huge.plus(7) is huge
    assert huge.ceil() is huge
    assert huge.whole == math.inf
    assert huge.times(10).log10 == pytest.approx(huge.log10 + 1)
    assert Size.largest(huge, ONE) is huge
    assert Size.of_log(5000 * math.log(2)).log10 == pytest.approx(huge.log10)


def test_a_product_is_right_where_one_factor_leaves_the_floats():
    assert Size.product((1e200, 2), (1e-150, 2)).value == pytest.approx(1e100)
    assert Size.product((1e-200, 2), (1e250, 2)).value == pytest.approx(1e100)


def test_nothing_is_below_one():
    assert Size.product((0.0, 2), (5, 1)) == ONE
    assert Size.product((0.5, 2)) == ONE
    assert Size.of_log(-3.0) == ONE
    assert Size.of_log(math.log(7)).value == pytest.approx(7)
