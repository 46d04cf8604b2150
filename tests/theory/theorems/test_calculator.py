"""The plain calculator: reference values, monotone, finite, honest about what it needs.

The rows with unknown constants are held to their formulas here, there is nothing else
to hold them to; what has constants is tested against constructions elsewhere.
"""

import json
import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.theory.theorems.all_theorems import THEOREMS
from lengthwise.theory.theorems.bound import GrowthBound, LengthBound
from lengthwise.theory.theorems.calculator import bounds
from tests.theory.minimax.profile import FEWER

BIBLIOGRAPHY = Path(__file__).parents[3] / "src/lengthwise/references.bib"

NAMES = [
    *(f"izzo-4.1-{x}" for x in ("workshop", "full", "explicit")),
    *(f"izzo-4.1-{x}" for x in ("a", "b", "pe", "c", "cpe")),
    *("izzo-hardmax", "izzo-4.2", "izzo-5.2", "izzo-5.2-explicit", "izzo-5.3"),
    *("izzo-kgram", "lower-delta-l-eps", "chen-dfa"),
]

EVERYTHING = {
    "tau": 2,
    "delta": 1,
    "L": 3.0,
    "eps": 0.1,
    "p": 8,
    "gamma": 2.0,
    "sigma": 4,
    "alpha0": 1.0,
    "C": 10.0,
    "positional_gamma": 0.5,
    "G": 1.0,
    "k": 2,
    "n": 6,
}


@pytest.mark.parametrize(
    ("numbers", "theorem", "value"),
    [
        ({"p": 8, "gamma": 1}, "izzo-hardmax", 256),
        ({"p": 8, "gamma": 0.5}, "izzo-hardmax", 65536),
        ({"p": 8, "gamma": math.inf}, "izzo-hardmax", 1),
        ({"tau": 1, "delta": 1, "L": 1, "eps": 0.1}, "izzo-4.1-workshop", 100),
        (
            {"tau": 1, "delta": 1, "L": 1, "eps": 0.1, "sigma": 2},
            "izzo-4.1-full",
            6400,
        ),
        ({"eps": 0.1, "alpha0": 1}, "izzo-4.2", 10**4),
        ({"C": 10, "eps": 0.1, "positional_gamma": 1}, "izzo-5.2", 10**6),
        ({"C": 10, "eps": 0.1, "positional_gamma": 0.5}, "izzo-5.2", 10**6),
        ({"tau": 1, "L": 1, "eps": 0.1, "sigma": 2}, "izzo-4.1-explicit", 64800),
    ],
)
def test_reference_values(numbers, theorem, value):
    assert bounds(**numbers)[theorem].value == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    ("theorem", "value"),
    [
        ("izzo-4.1-workshop", 3 * 2 * 9 / 0.01),
        ("izzo-4.1-full", 9 * 2**7 * 4**6 * 3**2 / 0.01),
        ("izzo-4.1-pe", 2 * 9 * (8**3 + 3) ** 2 / 0.01),
        ("izzo-4.1-cpe", 2 * 9 * (8 + 3) / 0.01),
    ],
)
def test_published_and_periodic_forms_are_the_formulas(theorem, value):
    found = bounds(tau=3, delta=2, L=3, eps=0.1, sigma=4)
    assert found[theorem].value == pytest.approx(value)


@pytest.mark.parametrize(
    ("theorem", "value"),
    [
        ("izzo-4.1-a", 9 * (4**3 + 3) ** 2 / 0.01),
        ("izzo-4.1-b", 9 * (4**3 + 3) ** 2 / 3 / 0.01),
        ("izzo-4.1-c", 9 * (4 + 3) / 0.01),
        ("izzo-4.2", 0.1 ** -(2 + 2 / 0.5)),
        ("izzo-5.2", (50 / 0.1) ** 4),
        ("izzo-5.3", ((3 + 2) * 4 / 0.1) ** 3),
        ("izzo-kgram", 0.1**-15),
    ],
)
def test_other_forms_are_the_formulas(theorem, value):
    numbers = {"tau": 3, "L": 3, "eps": 0.1, "sigma": 4, "alpha0": 0.5, "C": 50}
    found = bounds(**numbers, positional_gamma=0.25, G=2, k=2)
    assert found[theorem].value == pytest.approx(value)


def test_no_lags_are_read_as_one_where_the_formula_would_vanish():
    without, with_one = (
        bounds(tau=tau, delta=1, L=1, eps=0.1, sigma=2) for tau in (0, 1)
    )
    for theorem in ("izzo-4.1-workshop", "izzo-4.1-full", "izzo-4.1-b"):
        assert without[theorem].value == with_one[theorem].value


@pytest.mark.parametrize("theorem", [n for n in NAMES if n.startswith("izzo-4.1-")])
def test_the_hardmax_length_is_included(theorem):
    found = bounds(**EVERYTHING | {"p": 60, "gamma": 1.0})
    at_least = 2**61 if theorem == "izzo-4.1-explicit" else 2**60
    assert found[theorem].value >= at_least


UP = {
    "tau": st.integers(0, 50),
    "delta": st.integers(1, 9),
    "L": st.floats(0, 1e6),
    "p": st.integers(1, 64),
    "sigma": st.integers(1, 99),
    "k": st.integers(1, 9),
    "C": st.floats(0, 1e9),
    "G": st.floats(0, 1e9),
    "n": st.integers(1, 99),
}
DOWN = {
    "eps": st.floats(1e-9, 1),
    "gamma": st.floats(1e-3, 10),
    "alpha0": st.floats(0.01, 10),
    "positional_gamma": st.floats(1e-3, 10),
}


@FEWER
@given(st.sampled_from(sorted({**UP, **DOWN})), st.data())
def test_monotone_in_every_argument(name, data):
    drawn = {key: data.draw(values) for key, values in {**UP, **DOWN}.items()}
    first, second = sorted(data.draw(({**UP, **DOWN})[name]) for _ in "12")
    small, large = (bounds(**drawn | {name: x}) for x in (first, second))
    if name in DOWN:
        small, large = large, small
    for one, other in zip(small, large, strict=True):
        falls = one.theorem.name == "izzo-4.1-b" and name == "tau"
        if one.applies and other.applies and not falls:
            assert one.size.log10 <= other.size.log10 + 1e-9


@FEWER
@given(st.data())
def test_everything_is_finite_and_valid_json(data):
    drawn = {key: data.draw(values) for key, values in {**UP, **DOWN}.items()}
    for entry in bounds(**drawn, agreement=0.1).json()["bounds"]:
        assert json.loads(json.dumps(entry, allow_nan=False)) == entry
        assert entry["constants"] in {"explicit", "one"}
        assert entry["why"]
        assert entry["order"]
        if entry["applies"]:
            assert math.isfinite(entry["log10"])
            assert (entry["value"] is None) == (entry["log10"] > 308)
        else:
            assert entry["value"] is entry["log10"] is None


def test_every_theorem_has_a_row_in_a_fixed_order():
    names = [entry.theorem.name for entry in bounds()]
    assert [name for name in names if name in NAMES] == NAMES
    assert len(set(names)) == len(names)


def test_a_growth_bound_has_no_length():
    for entry in bounds(**EVERYTHING):
        if entry.applies:
            kind = LengthBound if entry.constants == "explicit" else GrowthBound
            assert isinstance(entry.bound, kind)
            assert hasattr(entry.bound, "length") == (entry.constants == "explicit")
            assert entry.bound.order == entry.theorem.order
            assert entry.bound.theorem == entry.theorem


def test_every_citation_is_in_the_bibliography():
    keys = set(re.findall(r"@\w+\{([^,]+),", BIBLIOGRAPHY.read_text()))
    assert {one.theorem.key for one in THEOREMS} <= keys


def test_a_missing_number_is_named():
    found = bounds(L=1, eps=0.1)
    assert found["izzo-4.1-full"].why == "tau, delta, sigma not given"
    assert found["izzo-4.1-explicit"].why == "tau, sigma not given"
    assert "weights of two machines" in found["izzo-5.2-explicit"].why
    assert "p not given" in bounds(tau=1, delta=1, L=1, eps=1, gamma=2)[NAMES[0]].why


def test_the_explicit_bound_says_where_it_is_trivial():
    inside, outside = (bounds(tau=0, L=1, eps=e, sigma=2) for e in (1.125, 1.126))
    assert inside["izzo-4.1-explicit"].applies
    assert not outside["izzo-4.1-explicit"].applies
    assert "trivial" in outside["izzo-4.1-explicit"].why


def test_forms_without_positions_refuse_a_period():
    found = bounds(**EVERYTHING | {"delta": 2})
    for theorem in ("a", "b", "c", "explicit", "explicit-softmax"):
        assert not found[f"izzo-4.1-{theorem}"].applies
    assert "proof sketched" in found["izzo-4.1-explicit-pe"].why


def test_softmax_without_rounding_has_no_power_of_two():
    numbers = {"tau": 1, "L": 1, "eps": 0.1, "sigma": 2}
    name = "izzo-4.1-explicit-softmax"
    assert "gamma > 1" in bounds(**numbers, gamma=1)[name].why
    assert bounds(**numbers, gamma=1.5)[name].value == pytest.approx(64800)
    assert bounds(**numbers, gamma=1.25)[name].value == pytest.approx(2 * 80**4 + 2)
    assert "0.3 for every x" in bounds(**numbers, gamma=2)[name].why


@pytest.mark.parametrize(
    "wrong",
    [
        *({"eps": x} for x in (0, -1, math.nan, math.inf, 1e-200)),
        *({"tau": -1}, {"delta": 0}, {"sigma": 0}, {"p": 0}, {"n": 0}, {"k": 0}),
        *({"gamma": 0}, {"gamma": math.nan}, {"L": -1}, {"L": math.inf}),
        *({"agreement": -0.1}, {"positional_gamma": -math.inf}),
    ],
)
def test_wrong_numbers_are_refused_in_one_line(wrong):
    with pytest.raises(SpecError, match=r"^[^\n]* it must be [^\n]*$"):
        bounds(**wrong)


def test_the_table_prints_as_text_and_html():
    found = bounds(**EVERYTHING | {"gamma": 1e-3})
    assert "10^2408.2" in str(found)
    assert all(
        str(found).count(f"  {one.theorem.name} ") for one in found if one.applies
    )
    assert found._repr_html_().count("<tr>") == len(found) + 1
    assert "<=" not in found._repr_html_()
    with pytest.raises(UnknownNameError, match=r"did you mean 'izzo-4\.2'"):
        found["izo-4.2"]
