"""The table of the manual is what the code says."""

from functools import cache
from pathlib import Path

from lengthwise.tasks.catalogue import tasks_by_heading
from lengthwise.theory.verdict.verdict_table import table

PAGE = Path(__file__).parents[3] / "docs" / "verdicts.md"
WRITTEN = cache(table)
BEGIN, END = "<!-- table: begin -->\n", "<!-- table: end -->\n"


def test_the_table_of_the_manual_is_what_the_code_says():
    _, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    written, _, _ = rest.partition(END)
    assert written.strip() == WRITTEN().strip()


def test_every_task_has_a_row():
    found = WRITTEN()
    for tasks in tasks_by_heading().values():
        assert all(f"| `{task}` |" in found for task in tasks)
