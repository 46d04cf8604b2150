"""Labels against definitions written another way."""

import math
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import WordError
from lengthwise.tasks.catalogue import GROUPS, task
from lengthwise.tasks.labels.word_labels import kgram, modp, next_set, simple

BITS = st.lists(st.sampled_from("01"), min_size=1, max_size=40)


@given(st.lists(st.sampled_from("012"), max_size=40), st.floats(0.1, 20))
def test_simple_is_the_sine_of_a_scaled_share(word, omega):
    counts = Counter(word)
    both = counts["0"] + counts["1"]
    share = Fraction(counts["0"] - counts["1"], both) if both else Fraction(0)
    assert simple(word, omega=omega) == pytest.approx(
        math.sin(omega * share), abs=1e-12
    )


@given(BITS, st.integers(1, 6), st.data())
def test_modp_averages_one_residue_class(word, p, data):
    k = data.draw(st.integers(0, p - 1))
    places = [t for t in range(1, len(word) + 1) if (t - k) % p == 0]
    if not places:
        with pytest.raises(WordError, match=f"no position t with t mod {p} = {k}"):
            modp(word, p=p, k=k)
    else:
        mean = Fraction(sum(int(word[t - 1]) for t in places), len(places))
        assert modp(word, p=p, k=k) == float(mean)


def test_every_word_of_at_least_p_symbols_has_a_modp_label():
    for p in range(1, 5):
        for k in range(p):
            assert modp("1" * p, p=p, k=k) == 1


@given(st.lists(st.sampled_from("012"), max_size=30), st.integers(1, 3))
def test_kgram_predicts_by_what_followed_before(word, k):
    if len(word) <= k:
        with pytest.raises(WordError, match=f"give at least {k + 1}"):
            kgram(word, k=k, S=3)
        return
    text = "".join(word)
    key = text[-k:]
    after = Counter(
        text[t + k] for t in range(len(text) - k) if text.startswith(key, t)
    )
    total = sum(after.values())
    expected = [after[s] / total if total else 1 / 3 for s in "012"]
    assert list(kgram(word, k=k, S=3)) == pytest.approx(expected)
    assert sum(kgram(word, k=k, S=3)) == pytest.approx(1)


@pytest.mark.parametrize(
    "name", [*GROUPS["The 17 regular languages"], "l_k", "parity_k:k=3"]
)
def test_next_sets_are_those_of_completable_prefixes(name):
    """Completable: an accepting state is reached in at most as many steps as states."""
    dfa = task(name).dfa
    longest = 4 if len(dfa.alphabet) > 3 else 5
    for length in range(longest):
        for word in dfa.alphabet.words(length):
            found = next_set(word, dfa)
            assert ("<eos>" in found) == dfa.accepts(word)
            for symbol in dfa.alphabet:
                reached = {dfa.run((*word, symbol))}
                for _ in range(len(dfa)):
                    reached |= {t for s in reached for t in dfa.transitions[s]}
                assert (symbol in found) == bool(reached & dfa.accepting)


def test_next_sets_of_d_2_are_the_published_ones():
    d2 = task("d2")
    assert [d2.label(word) for word in ("", "a", "aa", "aab", "ab", "b")] == [
        ("a", "<eos>"),
        ("a", "b"),
        ("b",),
        ("a", "b"),
        ("a", "<eos>"),
        (),
    ]


def test_a_prefix_of_tomita_3_that_can_be_completed_is_alive():
    """After 10 a further 0 leads back to members."""
    assert task("tomita3").label("10") == ("0",)


def test_a_word_of_the_flip_flop_that_ends_in_0_is_a_member():
    assert task("012_0_2").label("10") == ("0", "1", "2", "<eos>")


def test_state_labels_are_the_states():
    d3 = task("d3@state-blank")
    assert [d3.label("a" * n) for n in range(5)] == [0, 1, 2, 3, 4]


def test_a_frequency_near_the_largest_number_has_a_label():
    assert -1 <= simple("0" * 100, omega=1e307) <= 1
