"""Exponents of bounds come from machines, and agree with closed forms."""

import math

import pytest

from lengthwise.analysis.predicted.bound_exponents import (
    INVERSE,
    family_machine,
    growth,
)
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.figures.all_figures import FIGURES, figure
from lengthwise.jobs._growth import knobs, theory_of
from lengthwise.limit.complexity.norms import printed_norm
from lengthwise.theory.knowledge.averages import PER_OMEGA
from tests.figures.test_trends import PROPORTIONAL


def test_the_norm_of_the_sine_grows_as_the_square_of_omega():
    # The slope of the sine varies by 4/pi omega^2 on [-1, 1] in all.
    ratios = [
        printed_norm(family_machine("simple", {"omega": w}, 0.1)) / w**2
        for w in (32.0, 64.0, 128.0)
    ]
    assert all(abs(ratio / (4 / math.pi) - 1) < 0.05 for ratio in ratios)


def test_in_omega_the_theorem_allows_about_four_and_the_lower_bound_two():
    far = growth("simple", {}, "omega", (32, 64, 128), 0.1)
    assert far.upper.value == pytest.approx(4, abs=0.1)
    assert far.lower.value == pytest.approx(2, abs=0.05)
    assert (far.upper.norm, far.lower.norm) == ("safe L", "printed L")
    omega, mean = (knob for knob in knobs(PROPORTIONAL) if knob.name == "omega")
    assert mean.theory == omega.theory
    assert omega.theory.upper.value > 3 > 2 > omega.theory.lower.value > 1.5


@pytest.mark.parametrize(("omega", "p"), [(1.0, 1), (4.0, 2), (7.3, 5), (20.0, 12)])
def test_in_one_over_the_error_they_are_two_and_one(omega, p):
    small = (1e5, 1e6, 1e7)
    simple = growth("simple", {"omega": omega}, INVERSE, small, 0.1)
    assert simple.upper.value == pytest.approx(2, abs=1e-9)
    assert simple.lower.value == pytest.approx(1, abs=1e-3)
    modp = growth("modp", {"p": p}, INVERSE, small, 0.1)
    assert modp.upper.value == pytest.approx(2, abs=1e-9)


def test_in_the_period_it_is_the_formula():
    low, high = 3, 8
    found = growth("modp", {}, "p", (low, high), 0.02)
    # 162 Delta (2 Delta + 1) L^2 / eps^2, with L = 1 for every period.
    wanted = math.log(high * (2 * high + 1) / (low * (2 * low + 1)))
    assert found.upper.value == pytest.approx(wanted / math.log(high / low), abs=1e-9)
    assert found.upper.theorem == "izzo-4.1-explicit-pe"
    assert isinstance(found.lower, CannotSay)
    assert "the printed L is 0" in found.lower.reason


def test_for_two_layers_it_is_that_of_the_order_and_there_is_no_lower_bound():
    by_error = [
        growth("kgram", {"k": k, "S": 2}, INVERSE, (8, 16, 32), 0.1) for k in (1, 2)
    ]
    first, second = (found.upper for found in by_error)
    # The machine of a smaller error has larger logits: more than the power 3.
    assert 3 < first.value < second.value
    assert "unknown constants one" in first.norm
    assert isinstance(by_error[0].lower, CannotSay)
    assert growth("kgram", {"k": 1}, "S", (2, 3, 4), 0.1).upper.value > 0


def test_a_fit_to_any_of_the_values_lies_between_flattest_and_steepest():
    whole = growth("simple", {}, "omega", (2, 4, 6, 8, 12, 16), 0.1)
    for part in ((2, 6, 16), (4, 6, 8), (2, 4, 16)):
        for side in ("upper", "lower"):
            found = getattr(growth("simple", {}, "omega", part, 0.1), side).value
            ends = getattr(whole, side)
            assert ends.flattest <= found <= ends.steepest


def test_machines_of_a_family_are_equally_accurate():
    for omega in (2.0, 4.0, 16.0):
        pieces = math.ceil(PER_OMEGA * omega)
        assert omega**2 / (2 * pieces**2) <= 1 / 512
    with pytest.raises(SpecError, match="no machines"):
        family_machine("parity", {}, 0.1)
    with pytest.raises(SpecError, match="positive"):
        growth("simple", {}, "omega", (0, 1), 0.1)
    assert growth("kgram", {"k": 1}, "S", (2, 4), 0.1).at == "k = 1, error 0.1"


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_with_errors_has_exponents_of_theory(name):
    asked = figure(name)
    assert bool(theory_of(asked)) == (len(asked.eps) > 1)
