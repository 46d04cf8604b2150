"""The tables of Huang et al. as data: what is trained, and that it can be."""

from importlib import import_module
from pkgutil import walk_packages

import pytest

from lengthwise.figures import huang
from lengthwise.figures.huang.all_suites import FILES, SUITES
from lengthwise.figures.huang.huang_beyond import BEYOND
from lengthwise.figures.huang.huang_formats import CONTROL, DIFFERENT, FORMATS
from lengthwise.figures.huang.suite import BINS
from lengthwise.tasks.catalogue import FAMILIES, task
from lengthwise.theory.membership.search.decided_formats import membership_in_format


def test_every_file_with_tables_is_listed():
    below = walk_packages(huang.__path__, f"{huang.__name__}.")
    found = [import_module(one.name) for one in below]
    holds = {one.__name__ for one in found if isinstance(_suites(one), tuple)}
    assert holds == {f.__name__ for f in FILES}
    names = [one.name for file in FILES for one in file.SUITES]
    assert sorted(names) == sorted(SUITES)


def _suites(module):
    return getattr(module, "SUITES", None)


@pytest.mark.parametrize("name", SUITES)
def test_every_cell_can_be_trained_and_tested_in_its_bins(name):
    keys = [trial.key for cell in SUITES[name].cells for trial in cell.trials]
    assert len(set(keys)) == len(keys)
    for cell in SUITES[name].cells:
        bins = cell.bins
        assert {trial.train_length for trial in cell.trials} == {bins[0].high}
        for evaluation in cell.evaluations:
            evaluation.check(cell.trials[0])
        drawn = cell.evaluations[0].lengths
        assert all(set(one.lengths(cell.subject)) <= set(drawn) for one in bins)


def test_the_search_is_the_published_grid_with_two_seeds():
    cells = SUITES["huang-grid"].cells
    for name in {cell.task for cell in cells}:
        trials = [t for cell in cells if cell.task == name for t in cell.trials]
        settings = {
            (t.model.layers, t.model.heads, t.model.width, t.recipe.rate)
            for t in trials
        }
        assert (len(settings), len(trials)) == (54, 108)


def test_the_languages_by_format_are_those_that_the_decider_names():
    """Of all regular languages of the catalogue, by their default numbers."""
    different, changed = set(), set()
    for name in FAMILIES:
        dfa = task(name).dfa
        if dfa is None:
            continue
        for positions in ("none", "periodic-local"):
            answers = {
                membership_in_format(dfa, form, positions=positions).answer
                for form in FORMATS
            }
            if len(answers) > 1:
                different.add(name)
            if answers >= {"yes", "no"}:
                changed.add(name)
    assert different == set(DIFFERENT)
    assert changed == {"ends_in_b"}
    assert CONTROL not in different


def test_without_regularizer_nothing_is_trained_that_the_first_table_has():
    own = [
        trial
        for cell in SUITES["huang-regularizer"].cells
        if not cell.recipe.get("position_penalty")
        for trial in cell.trials
    ]
    assert {one.key for one in own} <= {
        trial.key for trial in SUITES["huang-algorithmic"].trials
    }


def test_beyond_the_published_lengths_there_is_one_bin_more():
    for cell in SUITES["huang-beyond"].cells:
        assert cell.bins == BEYOND
        assert cell.evaluations[0].lengths[-1] > 290
    assert SUITES["huang-languages"].cells[0].bins == BINS


def test_step_copy_has_both_schemes_of_lengths_and_its_dropout():
    cells = SUITES["huang-stepcopy"].cells
    lengths = {cell.bins[0].high for cell in cells}
    rates = {cell.trials[0].model.dropout for cell in cells if cell.scheme != "none"}
    assert (lengths, rates) == ({50, 128}, {0.0, 0.1})
    assert {cell.trials[0].recipe.warmup for cell in cells} == {1500}
