"""The table of position functions: relations, errors, records, the manual's page."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

from lengthwise.errors import FormatError, MissingFileError
from lengthwise.figures.huang.huang_positions import (
    HEIGHT,
    POSITIONS,
    RELATIONS,
    WINDOWS,
)
from lengthwise.figures.huang.position_fits import (
    comparisons,
    read_fits,
    window_errors,
)

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "results"


def test_errors_are_means_over_all_windows():
    table = np.random.default_rng(0).normal(size=(POSITIONS, POSITIONS))
    for relation in RELATIONS[::5]:
        errors = window_errors(relation, table)
        for window in WINDOWS[1:]:
            low = np.tril_indices(window)
            wanted = np.where(relation.target[low[0] - low[1]] > 0, HEIGHT, 0.0)
            each = [
                np.mean((table[s : s + window, s : s + window][low] - wanted) ** 2)
                for s in range(POSITIONS - window + 1)
            ]
            assert errors[window] == pytest.approx(np.mean(each), rel=1e-12)


def test_relations_are_those_of_their_names():
    held = {one.name: [d for d in range(26) if one.holds(d)] for one in RELATIONS}
    assert held["j = i-5"] == [5]
    assert held["j > i-5"] == [0, 1, 2, 3, 4]
    assert held["j < i-5"] == list(range(6, 26))
    assert held["i-j = 2 mod 5"] == [2, 7, 12, 17, 22]
    assert held["i-j prime"] == [2, 3, 5, 7, 11, 13, 17, 19, 23]
    assert held["j = i-10, or i-j = 0 mod 3"] == [
        *range(0, 10, 3),
        10,
        *range(12, 26, 3),
    ]
    assert len(held) == 18


def test_the_records_have_every_narrow_cell_and_no_fit_twice():
    fits = read_fits(RESULTS)
    assert len({fit.key for fit in fits}) == len(fits)
    narrow = [one for one in comparisons(fits) if one.width == 32]
    assert len(narrow) == 18
    assert all(len(one.fits) >= 3 for one in narrow)
    for fit in fits:  # the mean score by distance is near the target in the window
        (relation,) = (one for one in RELATIONS if one.name == fit.relation)
        near = np.array(fit.along[: WINDOWS[0] - 1]) - relation.target[: WINDOWS[0] - 1]
        assert np.square(near).mean() < 0.5, fit.key


def test_the_page_has_the_table_of_the_records():
    path = ROOT / "docs" / "pictures" / "position_scores.py"
    spec = importlib.util.spec_from_file_location("position_scores", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = (ROOT / "docs" / "positions.md").read_text("utf-8")
    assert module.page_text(page, read_fits(RESULTS)) == page, f"run python {path}"


def test_a_folder_without_records_and_a_bad_line_are_one_line(tmp_path):
    with pytest.raises(MissingFileError, match="train_positions"):
        read_fits(tmp_path)
    (tmp_path / "huang-positions.fits").write_text(json.dumps({"relation": "x"}))
    with pytest.raises(FormatError, match="line 1"):
        read_fits(tmp_path)
