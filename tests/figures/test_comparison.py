"""Verdict, published accuracy and ours: counted, and at every threshold."""

from itertools import pairwise

import pytest

from lengthwise.figures.huang.agreement_tables import agreement_table, curve_table
from lengthwise.figures.huang.all_suites import SUITES
from lengthwise.figures.huang.comparison import comparison
from lengthwise.figures.huang.measured_suite import measured_suite
from lengthwise.figures.huang.selection_effect import selection_effects
from lengthwise.figures.huang.suite_checks import suite_checks
from lengthwise.figures.huang.suite_tables import (
    NOT_YET,
    bins_table,
    scores_table,
    tasks_table,
)
from lengthwise.figures.published_accuracies import PLOTTED, UNPLOTTED, agreement
from tests.figures.huang_records import records_of

ALGORITHMIC = SUITES["huang-algorithmic"]
LANGUAGES = SUITES["huang-languages"]


@pytest.fixture(scope="module")
def untrained():
    return [measured_suite(one, []) for one in (ALGORITHMIC, LANGUAGES)]


def test_published_numbers_agree_as_on_the_page_about_them(untrained):
    """The same count by other code: verdicts about languages, both tables."""
    found = comparison(untrained)
    every = PLOTTED + UNPLOTTED
    assert len(found.known("published")) == len(every)
    for threshold in found.thresholds("published"):
        at = found.at("published", threshold, "language")
        assert at.right == agreement(every, threshold)
        assert (at.right + at.wrong, at.unknown) == (len(every), 0)


def test_between_two_thresholds_nothing_changes(untrained):
    found = comparison(untrained)
    steps = found.thresholds("published")
    for low, high in pairwise(steps):
        middle, upper = (found.at("published", t) for t in ((low + high) / 2, high))
        assert (middle.right, middle.brier, middle.auc_size) == (
            *(upper.right, upper.brier, upper.auc_size),
        )


def test_unique_copy_without_positions_stands_as_a_miss(untrained):
    (miss,) = comparison(untrained[:1]).wrong("published", 75.0)
    assert miss.name == "unique_copy, none"
    assert (miss.said.answer, miss.said.size) == ("yes", 226_504)


def test_four_languages_are_unknown_in_the_format_that_is_measured(untrained):
    part = comparison(untrained[1:]).part(lambda one: one.said.answer == "unknown")
    both = {
        one.measured.cell.task for one in part.entries if one.said.positions != "none"
    }
    assert both == {"tomita3", "tomita5", "tomita6", "012_0_2"}
    assert part.at("published", 75.0).unknown == len(part.entries)
    assert part.at("published", 75.0, "language").right == len(part.entries)


@pytest.fixture(scope="module")
def partly():
    """Cells succeed as their verdicts say, one excepted; half have no records."""
    cells = ALGORITHMIC.cells
    wrong = next(c for c in cells if c.name == "parity, none")
    records = []
    for place, cell in enumerate(cells):
        good = cell.task in {"majority", "bin_majority", "sort"} or cell == wrong
        for trial in cell.trials[: 2 + place % 3] if place % 2 or good else ():
            share = 0.99 if good else 0.1
            records += records_of(cell, trial, (1.0, share, share))
    return measured_suite(ALGORITHMIC, records)


def test_our_models_are_counted_and_cells_without_records_say_so(partly):
    compared = comparison([partly])
    known = [one for one in partly.cells if one.known]
    assert 0 < len(known) < len(partly.cells)
    at = compared.at("typical", 75.0)
    assert at.right + at.wrong == len(known) == len(compared.known("fitting"))
    assert "parity, none" in {one.name for one in compared.wrong("typical", 75.0)}
    rows = scores_table(partly, compared).rows
    assert sum(NOT_YET in row for row in rows) == len(partly.cells) - len(known)
    tasks = tasks_table([("huang-algorithmic", compared)]).rows
    assert len(tasks) == len(partly.cells)
    kinds = {row[4] for row in bins_table(partly).rows}
    assert kinds == {"random"}
    checks = {one.question.split()[0]: one for one in suite_checks(partly, compared)}
    assert checks["every"].holds is False
    assert "parity, none (99.0 here, 63.3 in print)" in checks["our"].numbers
    assert checks["adversarial"].holds is None


def test_the_curve_has_a_row_for_every_change(partly):
    compared = comparison([partly])
    rows = curve_table(compared, "typical").rows
    assert len({row[1:] for row in rows}) >= 2
    assert all(a[1:] != b[1:] for a, b in pairwise(rows))
    groups = {row[:3] for row in agreement_table(compared).rows}
    assert ("published", "next-token", "NoPE") in groups


def test_selection_reports_another_bin_than_the_one_that_chose():
    """The best on 51 to 100 is not the best on 101 to 150, and both are told."""
    search = SUITES["huang-grid"]
    scores = {0: (1.0, 0.9, 0.3), 2: (1.0, 0.8, 0.7), 4: (0.9, 1.0, 1.0)}
    records = [
        one
        for place, right in scores.items()
        for trial in search.cells[place].trials[:2]
        for one in records_of(search.cells[place], trial, right)
    ]
    (found,) = selection_effects(measured_suite(search, records))
    assert found.task == search.cells[0].task
    assert (found.configurations, found.fitting) == (3, 2)
    assert (found.selected, found.cheated) == pytest.approx((0.3, 0.7))
    assert found.typical == pytest.approx(0.5)
    assert not comparison([measured_suite(search, records)]).entries
