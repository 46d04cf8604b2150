"""Shortest paths between glued sheets against a linear program over read-outs."""

import math

import numpy as np
import pytest

from lengthwise.errors import SpecError, TooLargeError, WordError
from lengthwise.theory.minimax import _gluing as gluing
from lengthwise.theory.minimax import patterns
from lengthwise.theory.minimax._gluing import Metric, glued
from lengthwise.theory.minimax.patterns import Question, attending, word_masses
from lengthwise.words import Alphabet, Statistics
from tests.strategies import random_machine
from tests.theory.minimax import oracle as oracle

AB, ABC = Alphabet("ab"), Alphabet("abc")


# With periods, lags and lower tiers.
PAIRS = [
    (attending(ABC, {"a": 1.0, "b": 1.0}), attending(ABC, {})),
    (attending(ABC, {"a": 1.0, "b": 1.0}), attending(ABC, {"b": 1.0, "c": 1.0})),
    (attending(AB, {}, classes=(1.0, 0.0)), attending(AB, {})),
    (attending(AB, {"a": 1.0}, classes=(0.0, 0.5)), attending(AB, {"b": 2.0})),
    (attending(AB, {"a": 1.0}, lags=(0.0, 1.0)), attending(AB, {})),
    (attending(AB, {}, lags=(3.0,)), attending(AB, {"a": 1.0}, lags=(1.0, -1.0))),
]


def all_words(question, longest):
    for length in question.lengths(1, longest):
        for word in question.f.alphabet.words(length):
            if question.query is None or word[-1] == question.query:
                yield word


@pytest.mark.parametrize(("f", "g"), PAIRS)
def test_the_masses_of_all_words_are_those_of_the_definition(f, g):
    question = Question(f=f, g=g)
    found = set()
    for _, _, u, v in word_masses(question, question.lengths(1, 5)):
        found |= {tuple(row) for row in np.hstack([u, v]).round(9)}
    expected = {
        tuple(np.hstack([oracle.masses(m, w, question.delta) for m in (f, g)]).round(9))
        for w in all_words(question, 5)
    }
    assert found == expected


def test_counts_and_suffix_belong_to_the_masses():
    f = attending(AB, {"a": 1.0}, classes=(0.0, 0.5), lags=(0.0, 0.75))
    question = Question(f=f, g=f, query="b", residue=1)
    for counts, suffix, u, v in word_masses(question, question.lengths(1, 7)):
        assert np.array_equal(u, v)
        for row, masses in zip(counts, u, strict=True):
            word = Statistics(
                alphabet=AB,
                delta=2,
                tau=1,
                counts=tuple(map(tuple, row.tolist())),
                suffix=suffix,
            ).word()
            assert word[-1] == "b"
            assert len(word) % 2 == 1
            assert oracle.masses(f, word, 2) == pytest.approx(masses)


@pytest.mark.parametrize("metric", ["l1", "values"])
@pytest.mark.parametrize("agreement", [0.0, 0.05])
@pytest.mark.parametrize(("f", "g"), PAIRS)
def test_distances_are_what_a_linear_program_finds(f, g, agreement, metric):
    rng = np.random.default_rng(0)
    question = Question(f=f, g=g)
    both = [np.vstack(side) for side in zip(*_masses(question, 3), strict=True)]
    tables = [oracle.values(m, question.delta) for m in (f, g)]
    metrics = tuple(Metric() if metric == "l1" else Metric(t) for t in tables)
    sheets = glued(*both, metrics=metrics, cost=agreement)
    bridges = list(zip(*(side.round(12) for side in both), strict=True))
    bridges = list({tuple(np.hstack(b)): b for b in bridges}.values())
    distances = [
        (lambda x, y: np.abs(x - y).sum())
        if metric == "l1"
        else (lambda x, y, t=t: np.linalg.norm((x - y) @ t))
        for t in tables
    ]
    for word in rng.choice([*"ab"] if f.alphabet == AB else [*"abc"], size=(4, 7)):
        u, v = (oracle.masses(m, tuple(word.tolist()), question.delta) for m in (f, g))
        gap = oracle.largest_gap(
            bridges,
            u,
            v,
            distance_f=distances[0],
            distance_g=distances[1],
            agreement=agreement,
        )
        assert sheets.distance(u, v) == pytest.approx(gap, abs=1e-9)


def _masses(question, longest):
    for _, _, u, v in word_masses(question, question.lengths(1, longest)):
        yield u, v


def test_the_hub_may_be_either_sheet():
    f, g = attending(ABC, {"a": 1.0, "b": 1.0}), attending(ABC, {})
    rng = np.random.default_rng(1)
    both = [np.vstack(s) for s in zip(*_masses(Question(f=f, g=g), 5), strict=True)]
    one = glued(both[0], both[1], metrics=(Metric(), Metric()), cost=0.01)
    other = glued(both[1], both[0], metrics=(Metric(), Metric()), cost=0.01)
    assert {one.hub, other.hub} == {0, 1}
    for u, v in rng.dirichlet([0.5, 0.5, 0.5], size=(20, 2)):
        assert one.distance(u, v) == pytest.approx(other.distance(v, u))
        start = one.start(u), other.start(v)
        assert one.reach(start[0], v, 1) == pytest.approx(one.distance(u, v))
        assert other.reach(start[1], u, 1) == pytest.approx(one.distance(u, v))


def test_a_path_that_crosses_once_is_not_shorter():
    f, g = attending(ABC, {"a": 1.0, "b": 1.0}), attending(ABC, {})
    both = [np.vstack(s) for s in zip(*_masses(Question(f=f, g=g), 6), strict=True)]
    metrics = Metric(), Metric()
    many = glued(both[0], both[1], metrics=metrics)
    once = glued(both[0], both[1], metrics=metrics, once=True)
    rng = np.random.default_rng(2)
    gaps = [
        (once.distance(u, v), many.distance(u, v))
        for u, v in rng.dirichlet([0.5, 0.5, 0.5], size=(30, 2))
    ]
    assert all(a >= b - 1e-12 for a, b in gaps)
    assert any(a > b + 1e-3 for a, b in gaps)
    direct = [
        (np.abs(both[0] - u).sum(axis=1) + np.abs(both[1] - v).sum(axis=1)).min()
        for u, v in [(both[0][3], both[1][5]), (both[0][7], both[1][1])]
    ]
    assert once.distance(both[0][3], both[1][5]) == pytest.approx(direct[0])
    assert once.distance(both[0][7], both[1][1]) == pytest.approx(direct[1])


def test_too_large_a_graph_is_refused_with_its_size(monkeypatch):
    f, g = attending(ABC, {"a": 1.0, "b": 1.0}), attending(ABC, {})
    both = [np.vstack(s) for s in zip(*_masses(Question(f=f, g=g), 6), strict=True)]
    for name in ("LARGEST_HUB", "LARGEST_BRIDGES"):
        with monkeypatch.context() as patch:
            patch.setattr(gluing, name, 5)
            with pytest.raises(TooLargeError, match="at most 5"):
                glued(both[0], both[1], metrics=(Metric(), Metric()))
    monkeypatch.setattr(patterns, "LARGEST", 10)
    with pytest.raises(TooLargeError, match="57 different statistics"):
        list(word_masses(Question(f=f, g=g), [1, 2, 3, 4][1:]))


def test_a_question_needs_machines_that_fit():
    f = attending(AB, {})
    rng = np.random.default_rng(0)
    with pytest.raises(SpecError, match="both must have the same alphabet"):
        Question(f=f, g=attending(ABC, {}))
    for wrong in ({"heads": 2}, {"layers": 2}, {"bos": True}):
        with pytest.raises(SpecError, match="needs one layer with one head"):
            Question(f=f, g=random_machine(rng, **wrong))
    with pytest.raises(WordError):
        Question(f=f, g=f, query="c")
    with pytest.raises(SpecError, match="must be a whole number from 0 to 0"):
        Question(f=f, g=f, residue=1)
    assert math.isclose(Question(f=f, g=f).pairs, 2)
