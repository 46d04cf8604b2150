"""A theorem is one file: what tables and studies need to know of it stands there."""

from importlib import import_module
from pathlib import Path

import pytest

from lengthwise.theory import theorems
from lengthwise.theory.theorems.all_theorems import FILES, THEOREMS
from lengthwise.theory.theorems.bound import Theorem
from lengthwise.theory.theorems.calculator import bounds


def test_every_file_with_theorems_is_listed():
    names = [path.stem for path in sorted(Path(theorems.__file__).parent.glob("*.py"))]
    found = [import_module(f"{theorems.__name__}.{name}") for name in names]
    with_theorems = {one.__name__ for one in found if hasattr(one, "THEOREMS")}
    lists = {f"{theorems.__name__}.{name}" for name in ("all_theorems", "calculator")}
    lists |= {f"{theorems.__name__}.machine_bounds"}
    assert with_theorems - lists == {one.__name__ for one in FILES}


def test_no_two_theorems_have_one_name():
    assert len({one.theorem.name for one in THEOREMS}) == len(THEOREMS)


def test_a_theorem_says_which_machines_it_is_about():
    with pytest.raises(AssertionError):
        Theorem(name="new", order="1", key="lengthwise", place="nowhere")


def test_the_best_bounds_are_those_that_apply():
    found = bounds(tau=1, delta=2, L=1, eps=0.01, sigma=2, p=8, gamma=8)
    assert found.upper.theorem.name == "izzo-4.1-explicit-pe"
    assert found.lower.theorem.name == "lower-delta-l-eps"
    assert bounds(n=3).upper is None
    assert bounds(n=3).lower is None
