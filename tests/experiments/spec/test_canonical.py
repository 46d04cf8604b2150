"""Canonical JSON is one text for one value, and keys never change."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.experiments.spec.canonical import canonical, float_of, key_of, number

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
values = st.recursive(
    scalars,
    lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text(), v, max_size=3),
    max_leaves=4,
)


@given(values)
def test_canonical_json_reads_back_as_the_same_value(value):
    assert json.loads(canonical(value)) == value


@given(values)
def test_canonical_json_of_what_was_read_is_the_same_text(value):
    assert canonical(json.loads(canonical(value))) == canonical(value)


@given(st.dictionaries(st.text(), scalars))
def test_the_order_of_keys_does_not_matter(value):
    turned = dict(reversed(value.items()))
    assert canonical(turned) == canonical(value)
    assert key_of(turned) == key_of(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_no_shorter_text_reads_as_the_same_float(value):
    text = canonical(value)
    mantissa = text.partition("e")[0].lstrip("-").replace(".", "").strip("0")
    digits = max(1, len(mantissa))
    assert float(text) == value
    if digits > 1:
        assert float(f"{value:.{digits - 2}e}") != value


@given(values)
def test_there_are_no_blanks_outside_texts(value):
    text = canonical(value)
    loose = json.dumps(value, sort_keys=True, ensure_ascii=False)
    assert len(text) <= len(loose)
    if '"' not in text:
        assert " " not in text


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_is_written_on_purpose_only(value):
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical({"loss": value})
    again = float_of(json.loads(canonical(number(value))))
    assert again == value or (math.isnan(again) and math.isnan(value))


def test_keys_are_the_sha256_of_the_text():
    assert key_of({"a": 1}) == (
        "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"
    )
