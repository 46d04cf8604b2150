"""Boxes: no masses of a word are ever thrown away, and bounds are bounds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.theory.minimax._boxes import Box, Conditions
from lengthwise.theory.minimax._long_words import families
from lengthwise.theory.minimax._reachable_masses import Reach, lattice
from lengthwise.theory.minimax.patterns import Question, attending, masses
from lengthwise.words import Alphabet
from tests.theory.minimax.profile import FEWER

BITS, DIGITS = Alphabet("01"), Alphabet("012")
QUESTIONS = [
    Question(f=attending(DIGITS, {"0": 1.0, "1": 1.0}), g=attending(DIGITS, {})),
    Question(
        f=attending(DIGITS, {"0": 1.0, "1": 1.0}),
        g=attending(DIGITS, {"1": 1.0, "2": 1.0}),
    ),
    Question(f=attending(BITS, {}, classes=(1.0, 0.0)), g=attending(BITS, {})),
    Question(
        f=attending(BITS, {"1": 1.0}, classes=(0.0, 0.0, 0.5)),
        g=attending(BITS, {}, classes=(1.0, 1.0, 0.0)),
    ),
    Question(
        f=attending(BITS, {"1": 1.0}, lags=(0.0, 1.0)),
        g=attending(BITS, {}, lags=(1.0, 0.5)),
    ),
]
FAMILIES = [
    (question, family) for question in QUESTIONS for family in families(question)
]


def random_prefix(rng, family):
    """A prefix with attended pairs of every order of magnitude, rare ones too."""
    size = 10.0 ** rng.uniform(0, 8)
    counts = np.floor(size ** rng.random(len(family.allowed))).astype(np.int64)
    counts *= rng.random(len(counts)) < 0.8
    for side in family.sides:
        if not side.alone and not (counts * side.pairs).any():
            counts[rng.choice(np.flatnonzero(side.pairs))] = 1 + rng.integers(3)
    return family.prefix(counts)


def pair_of(question, family, prefix):
    return [
        masses(m, prefix[np.newaxis], family.suffix)[0]
        for m in (question.f, question.g)
    ]


def around(rng, point):
    """A random box that holds `point`."""
    low, high = rng.random((2, len(point))) ** 3
    return Box(np.maximum(point - low, 0.0), np.minimum(point + high, 1.0))


@FEWER
@given(st.sampled_from(FAMILIES), st.integers(0, 2**32 - 1))
def test_masses_of_words_are_never_thrown_away(chosen, seed):
    question, family = chosen
    rng = np.random.default_rng(seed)
    prefix = random_prefix(rng, family)
    pair = pair_of(question, family, prefix)
    boxes = [around(rng, point) for point in pair]
    attended = (prefix.ravel() + family.counted) * family.attended
    least = int(attended.reshape(-1, family.delta).sum(axis=0).max())
    left = Conditions.of(family, least).contracted((boxes[0], boxes[1]))
    assert left is not None
    whole = [
        lattice(box, side.pairs, side.near)
        for box, side in zip(left, family.sides, strict=True)
    ]
    for box, point in zip(whole, pair, strict=True):
        assert (box.low <= point + 1e-9).all()
        assert (point - 1e-9 <= box.high).all()
    assert Reach(family, least).counts((whole[0], whole[1])) is not None


@FEWER
@given(st.sampled_from(FAMILIES), st.integers(0, 2**32 - 1))
def test_realized_words_have_the_masses_that_were_asked_for(chosen, seed):
    question, family = chosen
    wanted = pair_of(
        question, family, random_prefix(np.random.default_rng(seed), family)
    )
    found = Reach(family).counts((Box(*wanted[:1] * 2), Box(*wanted[1:] * 2)))
    assert found is not None
    again = pair_of(question, family, family.prefix(found))
    for side, one, other in zip(family.sides, wanted, again, strict=True):
        # Where sizes matter a word of another size may be found, of whole counts too.
        rounding = 0.0 if family.even else 4 / max(found[side.pairs].sum(), 1)
        assert np.abs(one - other).max() <= 1e-4 + rounding


@given(st.integers(2, 5), st.integers(0, 2**32 - 1))
def test_masses_of_a_box_are_within_its_radius(size, seed):
    rng = np.random.default_rng(seed)
    point = rng.dirichlet(np.ones(size))
    box = around(rng, point)
    center = box.center
    assert center.sum() == pytest.approx(1)
    assert (box.low - 1e-12 <= center).all()
    assert (center <= box.high + 1e-12).all()
    assert np.abs(point - center).sum() <= box.radius(center) + 1e-12
    halves = list(box.halves())
    assert any((h.low <= point).all() and (point <= h.high).all() for h in halves)
    assert not box.empty


def test_a_box_without_masses_is_empty():
    assert Box(np.array([0.6, 0.6]), np.array([1.0, 1.0])).empty
    assert Box(np.array([0.0, 0.0]), np.array([0.4, 0.4])).empty
    assert Box(np.array([0.5, 0.0]), np.array([0.4, 1.0])).empty
