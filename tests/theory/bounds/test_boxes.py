"""Boxes: no masses of a word are ever thrown away, and bounds are bounds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.theory.bounds.boxes import Box, Conditions
from lengthwise.theory.bounds.families import families
from lengthwise.theory.bounds.patterns import Question, attending, masses
from lengthwise.words import Alphabet
from tests.theory.bounds.profile import FEWER

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


def random_masses(rng, side):
    found = np.array(side.masses)
    if side.pairs.any():
        found[side.pairs] = rng.dirichlet(np.full(side.pairs.sum(), 0.4))
    return found


def around(rng, point):
    """A random box that holds `point` and a little more.

    A suffix that is attended weighs nothing in the limit, and a little in a word.
    """
    low, high = rng.random((2, len(point))) ** 3 + 1e-8
    return Box(np.maximum(point - low, 0.0), np.minimum(point + high, 1.0))


@FEWER
@given(st.sampled_from(FAMILIES), st.integers(0, 2**32 - 1))
def test_masses_of_words_are_never_thrown_away(chosen, seed):
    question, family = chosen
    rng = np.random.default_rng(seed)
    counts = family.realized(*(random_masses(rng, side) for side in family.sides))
    pair = [
        masses(m, counts[np.newaxis], family.suffix)[0]
        for m in (question.f, question.g)
    ]
    boxes = [around(rng, point) for point in pair]
    left = Conditions.of(family).contracted((boxes[0], boxes[1]))
    assert left is not None
    for box, point in zip(left, pair, strict=True):
        assert (box.low <= point + 1e-6).all()
        assert (point - 1e-6 <= box.high).all()


@FEWER
@given(st.sampled_from(FAMILIES), st.integers(0, 2**32 - 1))
def test_realized_words_have_the_masses_that_were_asked_for(chosen, seed):
    question, family = chosen
    rng = np.random.default_rng(seed)
    first = family.realized(*(random_masses(rng, side) for side in family.sides))
    machines = question.f, question.g
    wanted = [masses(m, first[np.newaxis], family.suffix)[0] for m in machines]
    again = family.realized(*wanted)
    found = [masses(m, again[np.newaxis], family.suffix)[0] for m in machines]
    for one, other in zip(wanted, found, strict=True):
        assert np.abs(one - other).max() <= 1e-4


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
