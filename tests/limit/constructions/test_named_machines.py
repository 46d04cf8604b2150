import math
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import SpecError, TooLargeError, UnknownNameError
from lengthwise.limit.constructions.named_machines import (
    construction,
    exact_k_gram,
    k_gram,
    machine,
    mod_p_task,
    simple_task,
)
from lengthwise.limit.machine import Attention
from lengthwise.limit.running.definition import outputs, streams
from lengthwise.limit.running.evaluator import last
from lengthwise.limit.running.on_statistics import outputs_of_counts
from lengthwise.limit.saving import save
from lengthwise.words import Alphabet, compositions
from tests.conftest import EXPENSIVE


def sine(omega, zeros, ones):
    total = zeros + ones
    return math.sin(omega * (zeros - ones) / total) if total else 0.0


@EXPENSIVE
@given(st.floats(0.1, 40.0), st.integers(1, 100), st.integers(1, 12))
def test_the_sine_is_within_omega_squared_over_twice_the_pieces_squared(
    omega, pieces, length
):
    made = simple_task(omega=omega, pieces=pieces)
    counts = np.array(list(compositions(length - 1, 3)))
    for last_symbol in range(3):
        found = outputs_of_counts(made, counts[..., np.newaxis], (str(last_symbol),))
        whole = counts + np.eye(3, dtype=int)[last_symbol]
        expected = [sine(omega, zeros, ones) for zeros, ones, _ in whole]
        error = np.abs(found[:, 0] - expected).max()
        assert error <= omega**2 / (2 * pieces**2) + 1e-12


@pytest.mark.parametrize("pieces", [7, 64, 1000])
def test_that_error_of_the_sine_is_attained(pieces):
    omega, n = 3.0, 200_000
    zeros = np.arange(0, n, 37)
    counts = np.stack([zeros, n - zeros, 0 * zeros + 10**9], axis=1)[..., np.newaxis]
    found = outputs_of_counts(simple_task(omega=omega, pieces=pieces), counts, ("2",))
    errors = np.abs(found[:, 0] - np.sin(omega * (2 * zeros - n) / n))
    bound = omega**2 / (2 * pieces**2)
    assert 0.95 * bound < errors.max() <= bound


def test_the_sine_of_one_symbol_and_of_a_word_without_zeros_and_ones():
    made = simple_task(omega=4.0)
    assert outputs(made, "222")[-1, 0] == 0.0
    assert outputs(made, "0")[-1, 0] == pytest.approx(math.sin(4.0))
    assert outputs(made, "21")[-1, 0] == pytest.approx(-math.sin(4.0))


@given(st.integers(1, 6), st.data())
def test_the_mean_of_a_residue_class_is_exact_from_length_p_on(p, data):
    k = data.draw(st.integers(0, p - 1))
    bits = data.draw(st.integers(1, 30))
    word = data.draw(st.text("01", min_size=p, max_size=p + 30))
    chosen = [int(s) for i, s in enumerate(word, start=1) if i % p == k]
    found = outputs(mod_p_task(p=p, k=k, bits=bits), word)[-1, 0]
    assert found == pytest.approx(float(Fraction(sum(chosen), len(chosen))), abs=1e-14)


def chain(rng, k, S, length):
    """A word of an order-k chain whose rows are drawn from the flat Dirichlet law."""
    rows = rng.dirichlet(np.ones(S), size=S**k).cumsum(axis=1)
    word = rng.integers(0, S, size=k).tolist()
    for u in rng.random(length - k):
        place = 0
        for symbol in word[-k:]:
            place = place * S + symbol
        word.append(min(int(np.searchsorted(rows[place], u)), S - 1))
    return word


def k_gram_target(word, k, S):
    key = word[len(word) - k :]
    after = [word[t] for t in range(k, len(word)) if word[t - k : t] == key]
    return np.bincount(after, minlength=S) / len(after)


def k_gram_error(k, S, *, b, c, length=4000, words=8):
    """The l1 error on `words` chains, and how many keys were seen before."""
    made, errors = k_gram(k=k, S=S, b=b, c=c), []
    for seed in range(words):
        word = chain(np.random.default_rng(seed), k, S, length)
        found = last(made, [tuple(map(str, word))])[0]
        errors.append(np.abs(found - k_gram_target(word, k, S)).sum())
    return np.array(errors)


@pytest.mark.parametrize(
    ("k", "S", "reference"), [(1, 2, 0.0009), (2, 4, 0.005), (3, 4, 0.0115)]
)
def test_the_k_gram_has_the_reference_error(k, S, reference):
    found = k_gram_error(k, S, b=8.0, c=2.0).mean()
    assert reference / 2 < found < 2 * reference


def test_the_error_of_the_k_gram_falls_with_the_bias_and_the_logit():
    loose, tight, tighter = (k_gram_error(3, 4, b=8.0, c=c) for c in (2.0, 3.0, 5.0))
    assert tighter.mean() < tight.mean() < loose.mean()
    assert tight.mean() < 0.003
    sharp = k_gram_error(3, 4, b=24.0, c=5.0)
    assert sharp.mean() < 0.0021
    errors = [
        k_gram_error(2, 3, b=b, c=8.0, length=1000).mean() for b in (2.0, 4.0, 8.0)
    ]
    assert errors[0] > errors[1] > errors[2]


def test_the_leakage_of_layer_1_falls_with_the_position():
    made = k_gram(k=2, S=3, c=3.0)

    word = "".join(map(str, chain(np.random.default_rng(0), 2, 3, 300)))
    after = streams(made, word)[1]
    blocks = after[:, 3:12].reshape(-1, 3, 3)
    for i in (10, 30, 100, 300):
        for h in range(3):
            expected = np.eye(3)[int(word[i - 1 - h])]
            assert np.abs(blocks[i - 1, h] - expected).sum() <= 2 * i ** (1 - 3.0)


def test_a_key_that_was_never_seen_gives_shares_that_sum_to_one():
    found = outputs(k_gram(k=2, S=3), "0120120")[-1]
    assert found.sum() == pytest.approx(1)
    alone = outputs(k_gram(k=1, S=3), "2")[-1]
    assert alone == pytest.approx([0, 0, 1])


def test_names_and_alphabets():
    sine_machine = simple_task(omega=1.0)
    assert sine_machine.alphabet == Alphabet("012")
    assert sine_machine.outputs == ("sine",)
    mean = mod_p_task(p=2)
    assert mean.dimensions == ("is_0", "is_1", "residue_0", "residue_1", "mean")
    assert mean.attention == Attention("finite", 8)
    grams = k_gram(k=1, S=12)
    assert grams.alphabet.symbols[-1] == "11"
    assert grams.outputs[0] == "next_is_0"
    assert grams.attention == Attention("infinite")
    assert (grams.tau, grams.delta, grams.width) == (1, 1, 48)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("simple:omega=4,pieces=64", simple_task(omega=4.0, pieces=64)),
        ("simple: omega = 0.5 , bits=3", simple_task(omega=0.5, bits=3)),
        ("modp:p=5,k=1", mod_p_task(p=5, k=1)),
        ("kgram:k=2,S=3", k_gram(k=2, S=3)),
        ("kgram:k=1,S=2,b=4.5,c=2", k_gram(k=1, S=2, b=4.5, c=2.0)),
        ("kgram_exact:k=1,S=2,bits=5", exact_k_gram(k=1, S=2, bits=5)),
    ],
)
def test_constructions_by_name(text, made):
    assert construction(text) == made
    assert machine(text) == made


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("simple", "lacks omega; write for example simple:omega=4"),
        ("kgram:k=2", "lacks k and S"),
        ("simple:omega=x", "omega in 'simple:omega=x' is 'x', not a number"),
        ("modp:p=2.5", "not a whole number"),
        ("modp:p=3,q=1", "'q=1' in 'modp:p=3,q=1'; modp takes each of p, k, bits once"),
        ("modp:p=3,p=4", "once"),
        ("modp:3", "'3' is not a parameter; write name=value"),
        ("modp:p=3@real", "'modp:p=3@real' has a format; leave out @real"),
        ("modp:p=0", "p=0; use 1 or more"),
        ("modp:p=3,k=3", "k=3; use 0 to 2"),
        ("modp:p=3,bits=0", "bits=0; use 1 to 1024"),
        ("simple:omega=nan", "omega=nan; it must be finite"),
        ("simple:omega=1,pieces=0", "pieces=0; use 1 or more"),
        ("kgram:k=0,S=3", "k=0"),
        ("kgram:k=1,S=0", "S=0"),
        ("kgram:k=1,S=2,c=1", "c above 1"),
        ("kgram:k=1,S=2,b=inf", "up to 1e"),
        ("kgram_exact:k=0,S=3", "k=0"),
        ("kgram_exact:k=1,S=0", "S=0"),
        ("kgram_exact:k=1,S=2,bits=0", "bits=0"),
    ],
)
def test_wrong_numbers_are_refused_with_those_allowed(text, reason):
    with pytest.raises(SpecError, match=re.escape(reason)):
        construction(text)


@pytest.mark.parametrize(
    "text",
    [
        "modp:p=100000",
        "kgram:k=50,S=50",
        "kgram_exact:k=50,S=50",
        "simple:omega=1,pieces=100000000",
    ],
)
def test_machines_that_do_not_fit_into_memory_are_not_built(text):
    with pytest.raises(TooLargeError, match="numbers; at most"):
        construction(text)


def test_unknown_names_are_answered_with_known_ones(tmp_path):
    with pytest.raises(
        UnknownNameError, match="no construction is called 'kgrams'; did"
    ):
        construction("kgrams:omega=4")
    with pytest.raises(UnknownNameError, match="no machine file or construction"):
        machine(str(tmp_path / "nothing"))


def test_machines_are_also_read_from_files(tmp_path, monkeypatch):
    path = tmp_path / "modp"
    save(mod_p_task(p=4), path)
    assert machine(path) == machine(str(path)) == mod_p_task(p=4)
    monkeypatch.chdir(tmp_path)
    assert machine("./modp") == mod_p_task(p=4)
    with pytest.raises(SpecError, match="lacks p"):
        machine("modp")
