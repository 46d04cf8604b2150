"""One machine, three programs: definition, fast evaluator, statistics.

Random machines on every short word and some longer ones, so that each kind of attention
meets each period, each largest lag, and words with and without the mark.
"""

import itertools

import numpy as np
import pytest

from lengthwise.limit.machine import MLP, Head, Layer, LimitTransformer
from lengthwise.limit.running import definition, evaluator
from lengthwise.limit.running import on_statistics as statistics
from lengthwise.words import Alphabet, Statistics
from tests import strategies as our

SIZES = list(itertools.product((1, 2, 3, 4), (0, 1, 2, 3)))


def short_words(machine, longest):
    lengths = range(1 - machine.bos, longest + 1)
    return tuple(word for n in lengths for word in machine.alphabet.words(n))


def assert_equal(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def assert_agreement(machine, words):
    expected = [definition.outputs(machine, word) for word in words]
    for found, rows in zip(evaluator.batch(machine, words), expected, strict=True):
        assert_equal(found, rows)
    ends = np.array([rows[-1] for rows in expected])
    assert_equal(evaluator.last(machine, words), ends)
    if len(machine.layers) == 1:
        delta, tau = machine.delta, machine.tau
        seen = [
            Statistics.of(word, machine.alphabet, delta=delta, tau=tau)
            for word in words
        ]
        assert_equal([statistics.outputs(machine, s) for s in seen], ends)


@pytest.mark.parametrize("bos", [False, True])
@pytest.mark.parametrize("kind", our.KINDS)
def test_programs_agree_for_all_periods_and_lags(kind, bos):
    rng = np.random.default_rng([our.KINDS.index(kind), bos])
    for delta, tau in SIZES:
        machine = our.random_machine(
            rng,
            heads=int(rng.integers(1, 3)),
            delta=delta,
            tau=tau,
            kind=kind,
            bos=bos,
            heaviside=True,
        )
        longer = [our.random_word(rng, machine.alphabet, n) for n in range(4, 12)]
        assert_agreement(machine, (*short_words(machine, 3), *longer))


@pytest.mark.parametrize("bos", [False, True])
@pytest.mark.parametrize("kind", our.KINDS)
@pytest.mark.parametrize("layers", [1, 2, 3])
def test_programs_agree_on_all_short_words(layers, kind, bos):
    rng = np.random.default_rng([our.KINDS.index(kind), bos, layers])
    machine = our.random_machine(
        rng, layers=layers, heads=2, delta=2, tau=1, kind=kind, bos=bos
    )
    assert_agreement(machine, short_words(machine, 4))


def majority(bos):
    """Says 1 where there are at least as many a as b: a unit that stands on its border.

    Coordinates: is an a, is a b, share of a, share of b, the answer.
    """
    value = np.zeros((5, 5))
    value[2, 0] = value[3, 1] = 1.0
    return LimitTransformer(
        alphabet=Alphabet("ab"),
        embedding=np.eye(2 + bos, 5) * [1, 1, 0, 0, 0],
        layers=(
            Layer(
                heads=(Head(bilinear=np.zeros((5, 5)), value=value),),
                mlp=MLP(
                    inner=np.array([[0.0, 0.0, 1.0, -1.0, 0.0]]),
                    bias=np.zeros(1),
                    outer=np.eye(5)[:, 4:],
                    heaviside=(True,),
                ),
            ),
        ),
        readout=np.eye(5)[4:],
        bos=bos,
    )


@pytest.mark.parametrize("bos", [False, True])
def test_comparisons_of_counts_are_exact_in_every_program(bos):
    machine = majority(bos)
    words = short_words(machine, 8)[:: 1 + bos]
    truth = np.array([[w.count("a") >= w.count("b")] for w in words]) + 0.0
    assert np.array_equal(evaluator.last(machine, words), truth)
    for word, answer in zip(words, truth, strict=True):
        assert definition.outputs(machine, word)[-1] == answer
        for delta, tau in ((1, 0), (3, 1)):
            seen = Statistics.of(word, machine.alphabet, delta=delta, tau=tau)
            assert statistics.outputs(machine, seen) == answer


@pytest.mark.parametrize(("more", "answer"), [(-1, 0), (0, 1), (1, 1)])
def test_comparisons_of_counts_are_exact_in_long_words(more, answer):
    half = 10**9
    seen = Statistics(
        alphabet=Alphabet("ab"),
        delta=1,
        tau=0,
        counts=((half + more,), (half - 1,)),
        suffix=("b",),
    )
    for bos in (False, True):
        assert statistics.outputs(majority(bos), seen) == answer
