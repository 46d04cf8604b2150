"""A published figure is one file, and it is listed."""

from importlib import import_module
from pkgutil import walk_packages

from lengthwise import figures
from lengthwise.figures.all_figures import FAMILIES, FIGURES, FILES
from lengthwise.figures.figure_names import FAMILY_NAMES, FIGURE_NAMES, TABLE_NAMES
from lengthwise.figures.huang.all_suites import SUITES


def test_every_file_with_figures_is_listed():
    below = walk_packages(figures.__path__, f"{figures.__name__}.")
    found = [import_module(one.name) for one in below]
    holds = {one.__name__ for one in found if hasattr(one, "FIGURES")}
    assert holds - {f"{figures.__name__}.all_figures"} == {f.__name__ for f in FILES}


def test_no_two_figures_have_one_name_and_none_that_of_a_family():
    names = [one.name for file in FILES for one in file.FIGURES]
    assert sorted(names) == sorted(FIGURES)
    assert not set(names) & set(FAMILIES)


def test_names_are_known_before_figures_are_loaded():
    assert (tuple(FIGURES), FAMILIES) == (FIGURE_NAMES, FAMILY_NAMES)
    assert tuple(SUITES) == TABLE_NAMES
