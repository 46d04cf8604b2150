"""One machine, three programs: definition, fast evaluator, statistics.

Random machines on every word up to length 4 and some longer ones, so that each kind of
attention meets each period, each largest lag, and words with and without the mark.
"""

import itertools

import numpy as np
import pytest

from lengthwise.limit import evaluate, reference, statistics
from lengthwise.words import Statistics
from tests import strategies as our

SIZES = list(itertools.product((1, 2, 3, 4), (0, 1, 2, 3)))


def short_words(machine, longest):
    lengths = range(1 - machine.bos, longest + 1)
    return tuple(word for n in lengths for word in machine.alphabet.words(n))


def assert_equal(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("bos", [False, True])
@pytest.mark.parametrize("kind", our.KINDS)
def test_all_programs_agree_on_all_short_words(kind, bos):
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
        longer = [our.random_word(rng, machine.alphabet, n) for n in range(5, 13)]
        words = (*short_words(machine, 4), *longer)
        expected = np.array([reference.outputs(machine, word)[-1] for word in words])
        assert_equal(evaluate.last(machine, words), expected)
        assert_equal([rows[-1] for rows in evaluate.batch(machine, words)], expected)
        for word, end in zip(words, expected, strict=True):
            seen = Statistics.of(word, machine.alphabet, delta=delta, tau=tau)
            assert_equal(statistics.outputs(machine, seen), end)


@pytest.mark.parametrize("bos", [False, True])
@pytest.mark.parametrize("kind", our.KINDS)
def test_deep_machines_agree_at_every_position_of_all_short_words(kind, bos):
    rng = np.random.default_rng([our.KINDS.index(kind), bos])
    for layers in (2, 3):
        machine = our.random_machine(
            rng, layers=layers, heads=2, delta=2, tau=1, kind=kind, bos=bos
        )
        words = short_words(machine, 4)
        for word, found in zip(words, evaluate.batch(machine, words), strict=True):
            assert_equal(found, reference.outputs(machine, word))
