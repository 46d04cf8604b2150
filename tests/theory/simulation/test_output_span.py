"""The range of the outputs: no words are further apart, and promises above say so."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.limit.constructions.named_machines import mod_p_task, simple_task
from lengthwise.limit.running.on_statistics import outputs_of_counts
from lengthwise.theory.count_tables import count_tables
from lengthwise.theory.simulation._output_span import output_span
from lengthwise.theory.simulation.simulate import simulate
from lengthwise.words import Statistics
from tests.theory.minimax.profile import FEWER
from tests.theory.simulation.simulated import long_statistics, table_machine


def test_the_range_of_a_sine_is_two():
    machine = simple_task(omega=4.0)
    seen = Statistics.of("012", machine.alphabet, delta=1, tau=0)
    assert output_span(machine, seen) == pytest.approx(2.0, rel=0.01)


@FEWER
@given(st.integers(1, 3), st.integers(1, 2), st.integers(0, 2**32 - 1))
def test_no_two_outputs_are_further_apart(symbols, delta, seed):
    rng = np.random.default_rng(seed)
    machine = table_machine(rng, symbols, delta=delta)
    seen = long_statistics(rng, symbols, 12 * delta + 1, delta=delta)
    span = output_span(machine, seen)
    found = np.vstack(
        [
            outputs_of_counts(machine, counts, seen.suffix)
            for counts in count_tables(symbols, 4 * delta, delta=delta)
        ]
    )
    assert np.ptp(found) <= span + 1e-9


def test_a_promise_above_the_range_is_void_and_says_so():
    f = simple_task(omega=4.0)
    x = Statistics(
        alphabet=f.alphabet,
        delta=1,
        tau=0,
        counts=((4 * 10**9,), (10**9,), (5 * 10**9,)),
        suffix=("2",),
    )
    found = simulate(x, f, f, eps=3.0)
    assert found.f.promised > found.f.span
    assert found.f.void
    assert found.void == ("f", "g")
    assert "promise: void for f and g" in str(found)
    assert "void for f and g" in found._repr_html_()
    some = simulate(x, f, f, eps=0.5)
    assert some.void == ()
    assert "promise: proved" in str(some)


def test_a_void_promise_of_one_machine_names_it():
    f, g = mod_p_task(p=2), mod_p_task(p=2, k=1)
    found = simulate("0110" * 10_000, f, g, eps=0.5)
    one = replace(found, g=replace(found.g, promised=1.5))
    assert one.void == ("g",)
    assert "void for g" in str(one)
