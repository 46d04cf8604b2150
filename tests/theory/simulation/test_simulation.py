import math
from dataclasses import FrozenInstanceError, replace

import pytest

from lengthwise.theory.simulation.simulation import Fidelity, Simulation, word_length
from lengthwise.words import Alphabet, Statistics

SIDE = Fidelity(
    at_x=(0.25, 1.0, 2.0, 3.0, 4.0),
    at_z=(0.25, 1.0, 2.0, 3.0, 4.5),
    promised=0.5,
    distance=0.125,
    promised_distance=0.25,
)
FOUND = Simulation(
    x=("a",) * 2000,
    z=("a", "b"),
    f=SIDE,
    g=replace(SIDE, at_z=SIDE.at_x, promised=None, promised_distance=None),
    eps=0.5,
    bound=1234.0,
    method="one-layer",
    resolution="explicit",
    case="joint",
    padding="none",
    basis="proved",
)


def test_it_prints_as_a_small_table():
    facts = ["method: one-layer", "resolution: explicit", "case: joint"]
    assert str(FOUND).splitlines() == [
        "x has length 2,000, z has length 2 (at most 1,234)",
        "; ".join([*facts, "padding: none", "promise: proved"]),
        "           on x          on z  error  promised  distance  promised",
        "f  0.25 1 2 3 …  0.25 1 2 3 …    0.5       0.5     0.125      0.25",
        "g  0.25 1 2 3 …  0.25 1 2 3 …      0         -     0.125         -",
    ]


def test_a_notebook_gets_a_table():
    shown = FOUND._repr_html_()
    assert shown.count("<tr>") == 3
    assert "z has length 2 (at most 1,234)" in shown
    plain = replace(FOUND, resolution=None, case=None, bound=math.inf)
    assert "resolution" not in plain._repr_html_()
    assert "at most inf" in str(plain)


def test_a_promise_is_kept_or_not():
    assert FOUND.kept
    assert not replace(SIDE, promised=0.4).kept
    assert not replace(SIDE, promised_distance=0.1).kept
    assert not replace(FOUND, f=replace(SIDE, promised=0.4)).kept
    assert not replace(FOUND, g=replace(SIDE, distance=1.0)).kept
    assert not replace(FOUND, bound=1.0).kept


def test_the_error_is_the_euclidean_distance():
    assert replace(SIDE, at_x=(0.0, 0.0), at_z=(3.0, 4.0)).error == 5.0


def test_lengths_are_those_of_words_or_statistics():
    assert word_length(("a", "b")) == 2
    assert word_length(Statistics.of("abab", Alphabet("ab"), delta=1, tau=1)) == 4


def test_it_is_frozen():
    with pytest.raises(FrozenInstanceError):
        FOUND.eps = 1.0
