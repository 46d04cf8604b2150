"""The tables of published numbers show what Lengthwise answers now."""

from pathlib import Path

import pytest

from lengthwise.figures.published_accuracies import (
    ANSWERS,
    LANGUAGES,
    PLOTTED,
    STEPS,
    UNPLOTTED,
    agreement,
    misses,
    thresholds,
)
from lengthwise.figures.published_tables import tables

PAGE = (Path(__file__).parents[2] / "docs" / "published.md").read_text("utf-8")


def test_all_tasks_of_the_publication_are_there():
    assert (len(ANSWERS), len(LANGUAGES)) == (2 * 8, 2 * 17)
    assert len(PLOTTED) == 50


def test_the_tables_of_the_manual_are_those_of_today():
    for name, table in tables().items():
        _, _, rest = PAGE.partition(f"<!-- table: {name} begin -->\n")
        written, _, _ = rest.partition(f"<!-- table: {name} end -->\n")
        assert written.strip() == table.strip()


def test_of_the_plotted_entries_all_but_one_agree():
    assert agreement(PLOTTED, 75.0) == 49
    (miss,) = misses(PLOTTED, 75.0)
    assert (miss.task, miss.positions, miss.longest) == ("unique_copy", "none", 0)
    assert "49 of the 50" in PAGE


def test_no_threshold_makes_all_agree():
    # Between two published numbers nothing changes.
    assert max(agreement(PLOTTED, t) for t in thresholds()) == 49
    best = [t for t in thresholds() if agreement(PLOTTED, t) == 49]
    assert (best[0], best[-1]) == (72.1, 76.2)
    assert agreement(PLOTTED, 63.3) == agreement(PLOTTED, 76.3) == 48


@pytest.mark.parametrize("threshold", [25.0, 50.0, 60.0, 75.0, 90.0])
def test_shuffles_and_steps_without_positions_are_misses(threshold):
    found = misses(UNPLOTTED, threshold)
    missed = {one.task for one in found if one.positions == "periodic-local"}
    assert {"shuffle4", "shuffle6"} <= missed
    assert ("shuffle2" in missed) == (threshold > 50.4)
    assert [one.positions for one in misses(STEPS, threshold)] == ["none"] * 6


def test_at_threshold_zero_everything_succeeds():
    assert agreement(PLOTTED, 0.0) == sum(one.verdict == "yes" for one in PLOTTED)
