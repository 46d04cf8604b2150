"""Weights of many queries at once are those of the definition, query by query."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.limit.machine import Attention
from lengthwise.limit.running import definition
from lengthwise.limit.running._attention_weights import terms
from tests import strategies as our
from tests.limit.weigher import border_cases


def of_one(content, lags, present, *, attention, length):
    """One query at the last place; only present keys are shown to the definition."""
    rows = content[np.newaxis], lags[np.newaxis], present[np.newaxis]
    index = np.full((1, 1), float(present.sum()))
    size = np.full((1, 1), float(length))
    return terms(*rows, attention=attention, length=size, index=index)[0]


def attentions():
    return st.sampled_from(
        [Attention(kind) for kind in our.KINDS if kind != "finite"]
        + [Attention("finite", bits) for bits in (1, 2, 5)]
    )


@given(
    attentions(),
    st.lists(
        st.tuples(
            st.sampled_from([-2.0, -0.5, 0.0, 0.1 + 0.2, 0.3, 1.0, 1e9]),
            st.sampled_from([-1.0, 0.0, 0.0, 0.5]),
            st.booleans(),
        ),
        min_size=1,
        max_size=6,
    ),
    st.integers(0, 60),
)
def test_keys_that_are_not_seen_change_nothing(attention, keys, more):
    content, lags, seen = (np.array(column) for column in zip(*keys, strict=True))
    seen[0] = True
    length = int(seen.sum()) + more
    found = of_one(content, lags, seen, attention=attention, length=length)
    expected = definition.terms(
        content[seen], lags[seen], attention=attention, length=length
    )
    assert found[seen] == pytest.approx(expected, rel=1e-12, abs=1e-300)
    assert not found[~seen].any()


def test_terms_on_the_rounding_border_are_dropped_by_their_exponent():
    everything = np.ones(2, dtype=bool)
    for length, gap, bits in border_cases():
        content = np.array([0.0, -gap])
        for precision, kept in ((bits, False), (bits + 1, True)):
            finite = Attention("finite", precision)
            found = of_one(
                content, np.zeros(2), everything, attention=finite, length=length
            )
            assert (found[1] > 0) == kept
