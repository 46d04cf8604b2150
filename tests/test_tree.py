"""What must hold of the tree itself."""

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
PYTHON = [
    path
    for folder in ("src", "tests", "benchmarks", "docs")
    for path in sorted((ROOT / folder).rglob("*.py"))
]


def test_no_python_file_is_longer_than_300_lines():
    lengths = {path: len(path.read_text().splitlines()) for path in PYTHON}
    assert not {path: n for path, n in lengths.items() if n > 300}


def test_no_file_name_occurs_twice():
    names = Counter(
        path.name.removeprefix("_")
        for path in PYTHON
        if path.name not in {"__init__.py", "__main__.py", "conftest.py"}
    )
    assert not [name for name, times in names.items() if times > 1]


def test_at_most_ten_lines_are_excluded_from_coverage_each_with_a_reason():
    marks = [
        line
        for path in PYTHON
        for line in path.read_text().splitlines()
        if re.search(r"#\s*pragma:\s*no cover", line) and path != Path(__file__)
    ]
    assert len(marks) <= 10
    assert all(re.search(r"no cover\s*[-:(]\s*\w", line) for line in marks)


def test_no_file_names_a_registry_or_a_machine():
    names = ["pyproject.toml", "Makefile", "README.md", "locks/dev.txt", ".ci/run"]
    for name in names:
        text = (ROOT / name).read_text()
        assert not re.search(r"https?://[^\s]*(pypi|npmjs|pythonhosted|debian)", text)
        assert "index-url" not in text
    assert not (ROOT / "uv.lock").exists()


def test_every_citation_is_in_the_bibliography():
    known = set(
        re.findall(
            r"@\w+\{(\w+),", (ROOT / "src/lengthwise/references.bib").read_text()
        )
    )
    texts = [*SOURCES, *sorted((ROOT / "docs").glob("*.md"))]
    for path in texts:
        roles = re.findall(
            r"cite:[pt]:`([\w, ]+)`|\{cite:[pt]\}`([\w, ]+)`", path.read_text()
        )
        cited = {
            key.strip() for pair in roles for part in pair for key in part.split(",")
        }
        assert cited - {""} <= known, path


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_module_says_what_it_is_for(path):
    assert re.match(r'r?"""[A-Z`]', path.read_text())
