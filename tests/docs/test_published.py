"""The tables of published numbers show what Lengthwise answers now."""

import re
from pathlib import Path

import pytest

import lengthwise as lw

PAGE = (Path(__file__).parents[2] / "docs" / "published.md").read_text("utf-8")
ROWS = re.findall(
    r"^\| `(\w+)` \| ([\d.]+) \| (\w+) \| ([\d.]+) \| (\w+) \|$", PAGE, re.M
)


def test_all_tasks_of_the_publication_are_there():
    assert len(ROWS) == 8 + 17


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_verdicts_are_those_of_today(row):
    name, _, with_positions, _, without = row
    found = lw.verdict(task=name)
    assert found.headline("periodic-local").answer == with_positions
    assert found.headline("none").answer == without


def test_all_entries_agree_as_the_page_says():
    for _, one, yes_one, other, yes_other in ROWS:
        assert (float(one) >= 75) == (yes_one == "yes")
        assert (float(other) >= 75) == (yes_other == "yes")
