import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError, WordError
from lengthwise.theory.simulation.given_counts import Counts, counts_text
from lengthwise.words import Alphabet, Statistics
from tests.strategies import words

ABC = Alphabet("abc")


@given(
    st.lists(st.integers(0, 50), min_size=3, max_size=3),
    st.integers(1, 6),
    st.integers(0, 3),
    st.text("abc", min_size=4, max_size=9),
)
def test_counts_are_kept_and_spread_nearly_evenly(numbers, delta, tau, suffix):
    text = ",".join(f"{s}={n}" for s, n in zip("abc", numbers, strict=True))
    seen = Counts.read(text, ABC).statistics(suffix, ABC, delta=delta, tau=tau)
    early = suffix[: -tau - 1]
    for s, n, row in zip("abc", numbers, seen.counts, strict=True):
        assert sum(row) == n + early.count(s)
    assert "".join(seen.suffix) == suffix[-tau - 1 :]
    assert "".join(seen.word()).endswith(suffix[-tau - 1 :])
    if not early:
        # Classes differ by one position, and each symbol before adds its rounding.
        for k, (n, row) in enumerate(zip(numbers, seen.counts, strict=True)):
            assert all(abs(cell - n / delta) < 2 + k for cell in row)


@given(words(ABC, min_size=4, max_size=30), st.integers(1, 4), st.integers(0, 3))
def test_what_is_shown_is_read_as_the_same(word, delta, tau):
    seen = Statistics.of(word, ABC, delta=delta, tau=tau)
    text = counts_text(seen)
    if text:
        counts = Counts.read(text, ABC)
        assert counts.statistics(seen.suffix, ABC, delta=delta, tau=tau) == seen


def test_what_is_given_for_a_class_stays_there():
    counts = Counts.read(" a@0=4, b=5 ,a=1", ABC)
    seen = counts.statistics("c", ABC, delta=2, tau=0)
    assert seen.counts == ((4, 1), (1, 4), (0, 0))


def test_large_counts_are_exact():
    counts = Counts.read("a=3,b=1000000000000000000", ABC)
    assert counts.statistics("c", ABC, delta=1, tau=0).counts == ((3,), (10**18,), (0,))


def test_a_symbol_may_look_like_a_class():
    odd = Alphabet(["a", "a@0", "b=c"])
    found = Counts.read("a@0=3,a@1=2,b=c=7", odd)
    assert found.anywhere == {"a@0": 3, "b=c": 7}
    assert found.inside == {("a", 1): 2}


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("a=3,d=4", WordError, "'d' is not one of the symbols"),
        ("d@0=4", WordError, "'d' is not one of the symbols"),
        ("a", SpecError, "'a' is not a count"),
        ("a=-1", SpecError, "'a=-1' is not a count"),
        ("a=1.5", SpecError, "not a count"),
        ("a@x=1", SpecError, "not a count"),
        ("a=1,a=2", SpecError, "second count"),
        ("a@1=1,a@1=2", SpecError, "second count"),
        ("", SpecError, "not a count"),
    ],
)
def test_wrong_counts_are_refused(text, error, message):
    with pytest.raises(error, match=message):
        Counts.read(text, ABC)


@pytest.mark.parametrize(
    ("text", "suffix", "error", "message"),
    [
        ("a@2=1", "ab", SpecError, "class 2; there are 2, 0 to 1"),
        ("a@0=5,b=1", "ab", SpecError, "class 0 of a prefix of 6 has 3 positions"),
        ("a=5", "a", WordError, "a suffix of 1 symbols; the machines see the last 2"),
        ("a=5", "xaa", WordError, "'x' is not one of"),
        ("a=5", "xa", WordError, "'x' is not one of"),
    ],
)
def test_counts_that_no_word_has_are_refused(text, suffix, error, message):
    with pytest.raises(error, match=message):
        Counts.read(text, ABC).statistics(suffix, ABC, delta=2, tau=1)
