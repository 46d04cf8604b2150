"""Outputs from statistics are those of every word that has them, at any length."""

import itertools
import time
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lengthwise.errors import SpecError, WordError
from lengthwise.limit.machine import Attention
from lengthwise.limit.running import definition
from lengthwise.limit.running import on_statistics as statistics
from lengthwise.words import Alphabet, Statistics, all_statistics, class_sizes
from tests import strategies as our
from tests.conftest import EXPENSIVE
from tests.limit.weigher import border_cases, weigher

ONE_LAYER = our.machines(layers=(0, 1))


def assert_equal(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def statistics_of(machine, word, *, periods=1, more=0):
    delta, tau = periods * machine.delta, machine.tau + more
    return Statistics.of(word, machine.alphabet, delta=delta, tau=tau)


def long_statistics(length, *, share=0.25, suffix="b"):
    """Statistics of words over {a, b} with this share of a in the prefix."""
    prefix = length - len(suffix)
    of_a = int(share * prefix)
    return Statistics(
        alphabet=Alphabet("ab"),
        delta=1,
        tau=len(suffix) - 1,
        counts=((of_a,), (prefix - of_a,)),
        suffix=tuple(suffix),
    )


@EXPENSIVE
@given(ONE_LAYER, st.data())
def test_outputs_are_those_of_the_definition_on_the_word(machine, data):
    word = data.draw(our.words(machine.alphabet, min_size=1 - machine.bos, max_size=12))
    periods, more = data.draw(st.integers(1, 3)), data.draw(st.integers(0, 2))
    seen = statistics_of(machine, word, periods=periods, more=more)
    expected = definition.outputs(machine, word)[-1]
    assert_equal(statistics.outputs(machine, seen), expected)
    assert_equal(definition.outputs(machine, seen.word())[-1], expected)


@given(ONE_LAYER, st.data())
def test_the_attention_that_is_asked_for_replaces_that_of_the_machine(machine, data):
    word = data.draw(our.words(machine.alphabet))
    told = {
        "attention": data.draw(st.sampled_from([Attention("hardmax"), Attention()]))
    }
    found = statistics.outputs(machine, statistics_of(machine, word), **told)
    assert_equal(found, definition.outputs(machine, word, **told)[-1])


@settings(max_examples=50)
@given(our.machines(layers=(1,), alphabet=our.ALPHABETS[:2]), st.data())
def test_prefixes_of_many_lengths_run_together(machine, data):
    lengths = data.draw(st.lists(st.integers(0, 6), max_size=3, unique=True))
    size = machine.tau + 1
    suffix = data.draw(our.words(machine.alphabet, min_size=size, max_size=size))
    tables = [
        seen.counts
        for length in lengths
        for seen in all_statistics(
            machine.alphabet, length + size, delta=machine.delta, tau=machine.tau
        )
        if seen.suffix == suffix
    ]
    shape = (-1, len(machine.alphabet), machine.delta)
    counts = np.array(tables, dtype=np.int64).reshape(shape)
    found = statistics.outputs_of_counts(machine, counts, suffix)
    assert found.shape == (len(tables), len(machine.readout))
    for row, table in zip(found, tables, strict=True):
        seen = Statistics(
            alphabet=machine.alphabet,
            delta=machine.delta,
            tau=machine.tau,
            counts=table,
            suffix=suffix,
        )
        assert_equal(row, definition.outputs(machine, seen.word())[-1])


def test_blocks_of_any_size_give_the_same(monkeypatch):
    machine = our.machine_of_seed(0, delta=2, tau=1, heads=2)
    everything = all_statistics(machine.alphabet, 12, delta=2, tau=1)
    tables = [seen.counts for seen in everything if seen.suffix == ("a", "b")]
    counts = np.array(tables)
    whole = statistics.outputs_of_counts(machine, counts, ("a", "b"))
    monkeypatch.setattr(statistics, "CELLS", 40)
    blocks = statistics.outputs_of_counts(machine, counts, ("a", "b"))
    assert len(counts) == 36
    assert_equal(blocks, whole)


@settings(max_examples=100)
@given(our.machines(layers=(1,)), st.data())
def test_masses_are_the_attention_of_the_last_position(machine, data):
    word = data.draw(our.words(machine.alphabet, min_size=1 - machine.bos, max_size=10))
    periods = data.draw(st.integers(1, 2))
    seen = statistics_of(machine, word, periods=periods)
    found = statistics.masses(machine, seen)
    heads = machine.layers[0].heads
    tokens = [*machine.alphabet, "$"][: len(machine.embedding)]
    assert found.shape == (len(heads), len(tokens), seen.delta)
    stream, read = machine.embed(word), machine.read(word)
    n = len(stream)
    for masses, head in zip(found, heads, strict=True):
        lags = [*head.lags, *np.zeros(n)][:n][::-1]
        w = definition.terms(
            stream @ head.bilinear @ stream[-1],
            np.array(lags),
            attention=machine.attention,
            length=n,
        )
        expected = np.zeros(masses.shape)
        for i, (symbol, weight) in enumerate(zip(read, w, strict=True), start=1):
            expected[tokens.index(symbol), i % seen.delta] += weight / w.sum()
        assert_equal(masses, expected)
        assert masses.sum() == pytest.approx(1)


@pytest.mark.parametrize("length", [10, 10**3, 10**9, 10**15])
def test_a_long_word_is_weighed_as_by_hand(length):
    seen = long_statistics(length)
    (of_a,), _ = seen.counts
    # An a weighs |x|, a b weighs 1; then equal weights; then |x| counts the mark.
    heavy = Fraction(of_a * length, of_a * length + length - of_a)
    assert_equal(statistics.outputs(weigher(1.0), seen), [float(heavy)])
    found = statistics.outputs(weigher(0.0), seen)
    assert found.tolist() == [float(Fraction(of_a, length))]
    more = length + 1
    heavy = Fraction(of_a * more, of_a * more + more - of_a)
    assert_equal(statistics.outputs(weigher(1.0, bos=True), seen), [float(heavy)])


def test_the_mark_counts_in_the_length():
    ab = Statistics.of("ab", Alphabet("ab"), delta=1, tau=0)
    assert statistics.outputs(weigher(1.0, bos=True), ab) == pytest.approx([3 / 5])


def test_the_rounding_border_is_decided_on_exponents():
    for length, gap, bits in list(border_cases())[::7]:
        seen = long_statistics(length, suffix="ba")
        for precision, kept in ((bits, False), (bits + 1, True)):
            machine = weigher(gap, attention=Attention("finite", precision))
            _, of_b = statistics.masses(machine, seen)[0, :, 0]
            assert (of_b > 0) == kept


def seconds(machine, seen):
    start = time.perf_counter()
    for _ in range(20):
        statistics.outputs(machine, seen)
    return time.perf_counter() - start


def test_the_cost_does_not_depend_on_the_length():
    machine = our.machine_of_seed(0, heads=2)
    short, long = long_statistics(10**2), long_statistics(10**9)
    statistics.outputs(machine, short)
    tracemalloc.start()
    statistics.outputs(machine, long)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10**6
    ratios = [seconds(machine, long) / seconds(machine, short) for _ in range(5)]
    assert min(ratios) < 1.5


def test_the_statistics_must_decide_the_output():
    machine = our.machine_of_seed(0, delta=2, tau=2)
    word = "ababab"
    for seen, reason in [
        (Statistics.of(word, Alphabet("ab"), delta=3, tau=2), "delta=3, .* period 2"),
        (Statistics.of(word, Alphabet("ab"), delta=2, tau=1), "tau=1, .* lags up to 2"),
        (Statistics.of(word, Alphabet("ba"), delta=2, tau=2), r"\{b, a\}.*\{a, b\}"),
    ]:
        for call in (statistics.outputs, statistics.masses):
            with pytest.raises(SpecError, match=reason):
                call(machine, seen)
    deep = our.machine_of_seed(0, layers=2)
    seen = Statistics.of(word, Alphabet("ab"), delta=1, tau=0)
    for call in (statistics.outputs, statistics.masses):
        with pytest.raises(SpecError, match=r"2 layers; .* at most one layer"):
            call(deep, seen)


@pytest.mark.parametrize(
    ("counts", "suffix", "reason"),
    [
        ([[[1], [0], [0]]], "ab", r"3 symbols, .* reads \{a, b\}"),
        ([[[1], [0]]], "a", "suffix of 1 symbols .* the last 2 symbols"),
        ([[[1], [0]], [[2], [-1]]], "ab", "counts of row 1"),
    ],
)
def test_counts_that_do_not_fit_are_refused(counts, suffix, reason):
    machine = our.machine_of_seed(0, tau=1)
    with pytest.raises(SpecError, match=reason):
        statistics.outputs_of_counts(machine, np.array(counts), tuple(suffix))


def test_counts_that_no_word_has_are_refused():
    machine = our.machine_of_seed(0, delta=2)
    for numbers in itertools.product(range(3), repeat=4):
        counts = np.array([numbers]).reshape(1, 2, 2)
        totals = tuple(counts[0].sum(axis=0).tolist())
        if totals == class_sizes(sum(numbers), 2):
            statistics.outputs_of_counts(machine, counts, ("a",))
        else:
            with pytest.raises(SpecError, match=r"row 0: .* the counts say"):
                statistics.outputs_of_counts(machine, counts, ("a",))


def test_the_empty_word_has_an_output_only_behind_the_mark():
    empty = Statistics.of("", Alphabet("ab"), delta=1, tau=0)
    assert statistics.outputs(weigher(1.0, bos=True), empty).tolist() == [0]
    assert statistics.masses(weigher(1.0, bos=True), empty).tolist() == [
        [[0], [0], [1]]
    ]
    with pytest.raises(WordError, match="empty word"):
        statistics.outputs(weigher(1.0), empty)


def test_no_counts_give_no_outputs():
    counts = np.zeros((0, 2, 1), dtype=np.int64)
    assert statistics.outputs_of_counts(weigher(1.0), counts, ("a",)).shape == (0, 1)


def test_units_of_both_kinds_say_what_the_definition_says():
    machine = our.machine_of_seed(4, units=9, heaviside=True)
    word = tuple("abbaba")
    expected = definition.outputs(machine, word)[-1]
    assert_equal(statistics.outputs(machine, statistics_of(machine, word)), expected)
