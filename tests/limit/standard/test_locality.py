import numpy as np
import pytest

from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.machine import Head
from lengthwise.limit.standard.locality import (
    bias_table,
    is_periodic_and_local,
    largest_lag,
    period,
    position_table,
)
from tests.limit.limit_programs import EXAMPLES

WINDOW = 24


def table(rule):
    """The biases rule(i - j) for keys j <= i in a window."""
    return np.array(
        [
            [float(rule(i - j)) if j <= i else 0.0 for i in range(WINDOW)]
            for j in range(WINDOW)
        ]
    )


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, n))


@pytest.mark.parametrize("name", EXAMPLES)
def test_compiled_machines_are_periodic_and_local(name):
    assert is_periodic_and_local(compile_program(EXAMPLES[name]))


@pytest.mark.parametrize("rule", [is_prime, lambda d: d > 3, lambda d: d % 5 == 0])
def test_biases_that_reach_arbitrarily_far_are_not_local(rule):
    assert largest_lag(table(rule)) is None


def test_biases_that_depend_on_more_than_the_distance_are_not_local():
    biases = np.eye(WINDOW, k=1)
    biases[3, 4] = 0.5
    assert largest_lag(biases) is None


@pytest.mark.parametrize("lags", [[0.0], [1.0], [0.0, 0.0, 2.0], [1.0, -1.0, 0.0]])
def test_the_largest_lag_is_read_off_the_table(lags):
    used = [k for k, phi in enumerate(lags) if phi]
    head = Head(bilinear=np.eye(1), value=np.eye(1), lags=np.array(lags))
    assert largest_lag(bias_table(head, WINDOW)) == max(used, default=0)


@pytest.mark.parametrize("delta", [1, 2, 3, 6])
def test_the_period_is_read_off_the_table(delta):
    rows = np.arange(WINDOW) % delta
    assert period(rows[:, None] * 1.0) == delta


def test_positions_without_a_period_have_none():
    assert period(np.sqrt(np.arange(WINDOW))[:, None]) is None


def test_the_table_of_positions_starts_at_position_one():
    machine = compile_program(EXAMPLES["fourth"])
    column = machine.dimensions.index("i mod 4 == 0")
    # Position 5 of what is read is position 4 of the word; $ is position 1.
    assert position_table(machine, 9)[:, column].tolist() == [1, 0, 0, 0, 1, 0, 0, 0, 1]
