"""Boxes of masses that no whole counts have, and sides without a tier."""

import numpy as np

from lengthwise.theory.minimax._boxes import Box
from lengthwise.theory.minimax._long_words import Side
from lengthwise.theory.minimax._reachable_masses import lattice


def test_a_box_between_two_counts_is_empty():
    pairs, near = np.array([True, False]), np.array([0, 1])
    box = lattice(Box(np.array([0.0, 0.4]), np.array([1.0, 0.45])), pairs, near)
    assert (box.low > box.high).all()


def test_a_side_with_a_tier_has_no_masses_of_its_own():
    side = Side(np.array([True, False]), np.array([0, 1]))
    assert not side.alone
    assert side.masses.tolist() == [0.0, 0.0]
    assert Side(np.array([False, False]), np.array([1, 3])).masses.tolist() == [
        0.25,
        0.75,
    ]
