"""The page of the suite is made from records, and without them it says so."""

import re
from pathlib import Path

from docs import suite_pages
from lengthwise.figures.huang import all_suites, huang_regularizer
from tests.figures.huang_records import records_of, write_lines

PAGE = Path(suite_pages.__file__).with_name("suite.md").read_text("utf-8")
SUITE = huang_regularizer.SUITES[0]


def test_parts_are_made_with_and_without_records(tmp_path, monkeypatch):
    monkeypatch.setattr(suite_pages, "TABLES", (huang_regularizer,))
    monkeypatch.setattr(suite_pages, "suites", lambda _: (SUITE,))
    made, results = tmp_path / "api", tmp_path / "results"
    results.mkdir()
    suite_pages.write_suite(made, results)
    tasks = (made / "suite-tasks.html").read_text("utf-8")
    assert tasks.count("not trained yet") == len(SUITE.cells)
    assert '<a href="#huang-regularizer">' in tasks
    # What the page asks for is made, but for the pictures of other tables.
    asked = set(re.findall(r"api/([\w.-]+)", PAGE))
    assert asked <= {path.name for path in made.iterdir()}
    sections = (made / "suite-sections.txt").read_text("utf-8")
    assert "(huang-regularizer)=" in sections
    assert "0 of 60 models; trained on nothing yet" in sections
    first = SUITE.cells[0]
    records = records_of(first, first.trials[0], (1.0, 1.0, 0.75))
    write_lines(results / "huang-regularizer.jsonl", records)
    suite_pages.write_suite(made, results)
    tasks = (made / "suite-tasks.html").read_text("utf-8")
    assert tasks.count("not trained yet") == len(SUITE.cells) - 1
    assert "75.0" in tasks


def test_tables_are_made_again_only_if_something_is_newer(tmp_path, monkeypatch):
    monkeypatch.setattr(suite_pages, "TABLES", ())
    monkeypatch.setattr(suite_pages, "suites", lambda _: ())
    suite_pages.write_suite(tmp_path, tmp_path)
    (tmp_path / "suite-tasks.html").write_text("as it was")
    suite_pages.write_suite(tmp_path, tmp_path)
    assert (tmp_path / "suite-tasks.html").read_text() == "as it was"
    assert all_suites.SUITES
