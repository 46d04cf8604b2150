"""Exact errors in files: what is damaged is named by file and line."""

import json
import tracemalloc
from types import SimpleNamespace

import pytest

from lengthwise.cli.main import run
from lengthwise.errors import FormatError, SpecError
from lengthwise.experiments.spec.trial import trial
from lengthwise.figures._exact_error_lines import LARGEST, read_exact_lines
from lengthwise.figures.all_figures import figure
from lengthwise.figures.exact_errors import exact_errors
from lengthwise.figures.figure import from_folder
from tests.figures.measured import write_records

GOOD = {
    "trial": "0" * 64,
    "numbers": {"omega": 4.0},
    "train_length": 8,
    "seed": 0,
    "rms": {"8": 0.1},
    "sup": {"8": 0.5},
    "limits": [0.1],
    "attention": {"length": 80, "on": [0.1, 0.0], "off": [0.1, 0.0]},
}


def read(folder, *lines):
    path = folder / "a-sup.jsonl"
    path.write_bytes(b"\n".join(lines))
    return list(read_exact_lines(path))


def changed(**parts):
    return json.dumps(GOOD | parts).encode()


def test_good_lines_are_read_and_empty_ones_are_nothing(tmp_path):
    (found,) = read(tmp_path, changed(), b"", b"  ")
    assert (found.sup, found.limits, found.seed) == ({8: 0.5}, (0.1,), 0)


@pytest.mark.parametrize(
    "line",
    [
        *(b"{", b"[]", b"\xff", b"[" * 5000, b"1" * 5000, b"{}"),
        *(changed(sup=value) for value in ({}, {"8": None}, {"8": -1}, {"x": 1}, 3)),
        *(changed(rms=value) for value in ({"8": "0.1"}, {"-8": 0.1}, None)),
        *(changed(**{name: None}) for name in ("trial", "numbers", "seed", "limits")),
        *(changed(train_length=value) for value in (1.5, True, "8", 10**5)[:3]),
        *(changed(attention=value) for value in ({}, [], {"length": 1, "on": [1]})),
        b'{"sup": {"8": NaN}}',
        changed(sup={"8": float("inf")}),
        changed(numbers={"omega": "4"}),
    ],
)
def test_a_damaged_line_is_named(line, tmp_path):
    with pytest.raises(FormatError, match=r"a-sup\.jsonl, line 2: "):
        read(tmp_path, changed(), line)


def test_a_line_without_end_is_not_read_whole(tmp_path):
    tracemalloc.start()
    with pytest.raises(FormatError, match="line 1: more than"):
        read(tmp_path, b"[" * (20 * LARGEST))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 44 * LARGEST  # the test itself holds it twice


def test_the_command_tells_it_in_one_line(tmp_path, capsys):
    write_records(tmp_path, "izzo-fig1")
    (tmp_path / "izzo-fig1-sup.jsonl").write_text("{}\n")
    assert run(["figure", "izzo-fig1", "--records", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "izzo-fig1-sup.jsonl, line 1: no exact errors of a model" in said
    assert said.count("\n") == 1


def test_exact_errors_are_those_of_their_record(tmp_path):
    write_records(tmp_path, "izzo-fig1")
    path = tmp_path / "izzo-fig1-sup.jsonl"
    path.write_text(path.read_text().replace('"seed":1', '"seed":2'))
    with pytest.raises(SpecError, match="other numbers, training length or seed"):
        from_folder(figure("izzo-fig1"), tmp_path)


def test_a_net_for_a_task_that_counts_do_not_decide_is_not_enumerated():
    asked = trial("dyck1", {}, train_length=8, seed=0)
    assert exact_errors(SimpleNamespace(trial=asked, weights=b"symbols")) is None
