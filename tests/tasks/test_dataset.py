"""Rows of a data set are inputs of a task with their targets, and can be repeated."""

import json
from collections import Counter
from itertools import islice

import pytest

from lengthwise.cli.main import run
from lengthwise.errors import SpecError
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.dataset import rows


@pytest.mark.parametrize("name", ["sort", "tomita4", "simple", "kgram", "d12"])
def test_targets_are_those_of_the_task(name):
    one = task(name)
    for row in rows(one, 20, range(1, 20)):
        assert len(row["positions"]) == len(row["targets"])
        expected = one.targets(row["tokens"])
        assert row["positions"] == list(expected)
        assert json.loads(json.dumps(row)) == row


def test_lengths_are_equally_likely_where_the_task_has_them():
    one = task("abab_star")
    seen = Counter(row["length"] for row in rows(one, 900, range(1, 13)))
    assert set(seen) == {4, 8, 12}
    assert all(240 < times < 360 for times in seen.values())  # 300 +- 4 deviations


def test_a_longer_file_begins_with_a_shorter_one_and_seeds_differ():
    one, lengths = task("sort"), range(5, 20)
    ten = list(rows(one, 10, lengths))
    assert list(islice(rows(one, 100, lengths), 10)) == ten
    assert list(rows(one, 10, lengths, seed=1)) != ten


@pytest.mark.parametrize(
    ("number", "lengths", "message"),
    [(0, [4], "0 rows"), (1, [3], "no input of the lengths 3 to 3.*4, 8, 12")],
)
def test_what_cannot_be_drawn_is_one_line(number, lengths, message):
    with pytest.raises(SpecError, match=message):
        next(rows(task("abab_star"), number, lengths))


def test_the_command_writes_a_file_a_folder_or_to_the_terminal(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    command = ["tasks", "sort", "--draw", "3", "--lengths", "2-4,6"]
    assert run(command) == 0
    lines = capsys.readouterr().out
    assert run([*command, "--out", "train.jsonl"]) == 0
    assert (
        capsys.readouterr().out == "3 inputs of sort:symbols=150 are in train.jsonl\n"
    )
    assert (tmp_path / "train.jsonl").read_text() == lines
    assert run([*command, "--out", "sorted/"]) == 0
    assert (tmp_path / "sorted" / "train.jsonl").read_text() == lines
    card = (tmp_path / "sorted" / "README.md").read_text()
    assert card.startswith("---\nconfigs:\n")
    assert "lengthwise tasks sort --draw=3 --lengths=2-4,6 --seed=0" in card


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--draw", "3"], "--draw needs a task"),
        (["sort", "--out", "x"], "--out needs --draw"),
        (["sort", "--draw", "3", "--lengths", "4-2"], "--lengths '4-2'; use lengths"),
        (["sort", "--draw", "3", "--lengths", "x"], "--lengths 'x'; use lengths"),
        (["sort", "--draw", "9" * 11], "99999999999 rows; allowed are 1 to 100,000,0"),
        (["simple", "--draw", "1", "--lengths", "9" * 11], "allowed is 1,048,576"),
    ],
)
def test_wrong_options_are_one_line(arguments, message, capsys):
    assert run(["tasks", *arguments]) == 2
    assert message in capsys.readouterr().err
