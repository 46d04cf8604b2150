"""What `SECURITY.md` promises names its tests, and what is installed is what works."""

import re
import tomllib
from pathlib import Path

import pytest

from lengthwise import report
from lengthwise.automata import automaton_size, regex
from lengthwise.cli import verdict_command, word_options
from lengthwise.crasp.language import parser
from lengthwise.crasp.running import run_size
from lengthwise.experiments.records import jsonl
from lengthwise.experiments.spec import grid, schema
from lengthwise.experiments.store import _database as database
from lengthwise.experiments.store import _foreign_files as foreign_files
from lengthwise.experiments.store import _weight_files, kept_weights, store
from lengthwise.jobs import decoder_size, study_size
from lengthwise.limit import saving
from lengthwise.tasks import dataset
from lengthwise.tasks.own import task_file
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
        ("Values of more than 32 MB", foreign_files.LONGEST, 32 * megabyte),
        ("weights of more than 1 MB", kept_weights.HEAVIEST, 1_000_000),
        ("files of more than 1 GB", _weight_files.LARGEST, 1024 * megabyte),
        ("pages of 64 MB", database.MOST, 64 * megabyte),
        ("interrupted after 60 s", foreign_files.SECONDS, 60),
        ("plus one for each megabyte", foreign_files.BYTES_A_SECOND, 1e6),
        ("(60 s when it begins", store.PATIENCE, 60),
        ("one line at a time (16 MB at most)", jsonl.LARGEST, 16 * megabyte),
        ("all but five functions", len(foreign_files.FUNCTIONS), 5),
        ("| 16 MB, 1,048,576 characters a line", word_options.LARGEST, 16 * megabyte),
        ("1,048,576 characters a line", word_options.LONGEST, 1_048_576),
        ("stops at 2^29 values", run_size.MOST_TOGETHER, 2**29),
        ("at 2^25 for one word", run_size.MOST_VALUES, 2**25),
        ("`crasp trace` at 2^24", run_size.MOST_TRACED, 2**24),
        ("1,000,000 characters, 60,000", parser.MOST_CHARACTERS, 1_000_000),
        ("60,000 tokens", parser.MOST_TOKENS, 60_000),
        ("| 10,000 characters", regex.MAX_CHARACTERS, 10_000),
        ("2,000 symbols in one repeat", regex.MAX_POSITIONS, 2000),
        ("250,000 transitions", automaton_size.MAX_CELLS, 250_000),
        ("| 32 MB, 250,000", verdict_command.LARGEST, 32 * megabyte),
        ("| 8 KB, 1,000,000 trials", schema.LARGEST_GRID, 8 << 10),
        ("1,000,000 trials", grid.MOST, 1_000_000),
        ("saved machines | 256 MB", saving.LARGEST, 256 * megabyte),
        ("`matplotlibrc` | 1 MB", report.LARGEST_SETTINGS, megabyte),
        ("files with tasks", task_file.LARGEST, megabyte),
        ("at most 1,000,000 symbols", study_size.LONGEST, 1_000_000),
        ("(decoders 10,000)", decoder_size.LONGEST, 10_000),
        ("at most 100,000,000 rows", dataset.MOST_ROWS, 100_000_000),
        ("inputs up to length 1,048,576", dataset.LONGEST, 1_048_576),
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
