"""What `SECURITY.md` promises names its tests, and what is installed is what works."""

import re
import tomllib
from pathlib import Path

import pytest

from lengthwise.experiments.records import jsonl
from lengthwise.experiments.store import _database as database
from lengthwise.experiments.store import _foreign_files as foreign_files
from lengthwise.experiments.store import _weight_files, kept_weights, store
from tests.security import locked

ROOT = Path(__file__).parents[1]
SAID = (ROOT / "SECURITY.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
FLOORS = {"equinox": (0, 13, 1), "jax": (0, 10, 2)}
"""The first versions that work: those before have other names, or none."""


def test_every_test_that_is_named_is_there():
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", SAID)
    assert len(named) > 30
    for file, test in named:
        text = (ROOT / file).read_text("utf-8")
        assert not test or f"def {test}(" in text, (file, test)


def test_every_promise_has_a_test():
    table = SAID.split("## How it is checked")[1]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 20
    assert [row for row in rows if "`tests/" not in row] == []


def test_the_numbers_are_those_of_the_code():
    megabyte = 1 << 20
    for text, number, promised in (
        ("values of more than 32 MB", foreign_files.LONGEST, 32 * megabyte),
        ("weights of more than 1 MB", kept_weights.HEAVIEST, 1_000_000),
        ("files of more than 1 GB", _weight_files.LARGEST, 1024 * megabyte),
        ("pages of 64 MB", database.MOST, 64 * megabyte),
        ("interrupted after 60 s", foreign_files.SECONDS, 60),
        ("one more for each megabyte", foreign_files.BYTES_A_SECOND, 1e6),
        ("(60 s when it begins", store.PATIENCE, 60),
        ("one line of it (16 MB at most)", jsonl.LARGEST, 16 * megabyte),
        ("no function but five", len(foreign_files.FUNCTIONS), 5),
    ):
        assert text in SAID
        assert number == promised, text


@pytest.mark.parametrize("name", FLOORS)
def test_the_floors_are_versions_that_work(name):
    extras = PROJECT["optional-dependencies"].values()
    given = [*PROJECT["dependencies"], *(one for extra in extras for one in extra)]
    found = re.findall(rf"^{name}(?:\[\w+\])?>=([\d.]+)", "\n".join(given), re.M)
    assert found
    for floor in found:
        assert tuple(map(int, floor.split("."))) >= FLOORS[name]


def test_what_is_locked_has_hashes():
    text = (ROOT / "locks/dev.txt").read_text("utf-8")
    parts = re.split(r"^(?=[\w.-]+==)", text, flags=re.M)[1:]
    assert len(parts) >= len(locked(text)) > 50
    assert [one[:40] for one in parts if "--hash=sha256:" not in one] == []
