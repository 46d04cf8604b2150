"""``lengthwise tasks`` lists every task, and says what one of them is."""

import json

import pytest

from lengthwise.cli.main import run
from lengthwise.tasks.catalogue import FAMILIES, GROUPS, task


def said(capsys, *arguments):
    assert run(["tasks", *arguments]) == 0
    return capsys.readouterr().out


def test_every_task_is_listed_with_an_example_within_80_columns(capsys):
    lines = said(capsys).splitlines()
    for group, names in GROUPS.items():
        assert group in lines
        for name in names:
            assert any(line.split()[:1] == [name] for line in lines)
    assert sum("→" in line for line in lines) == sum(map(len, GROUPS.values()))
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("name", FAMILIES)
def test_every_format_of_a_task_is_described_within_80_columns(name, capsys):
    for form in FAMILIES[name].formats:
        text = said(capsys, f"{name}@{form}")
        assert text.startswith(str(task(f"{name}@{form}")))
        assert f"  format        {form}:" in text
        assert max(map(len, text.splitlines())) <= 80


def test_one_task_is_described(capsys):
    text = said(capsys, "d12@state-blank")
    assert "states        14" in text
    assert "example       aaabbb → state 0" in text
    assert "n, largest depth: a whole number from 1 to 10000" in text
    assert "source        huang2025formal" in text
    assert "distribution  Instances: bits, drawn again until" in said(
        capsys, "bin_majority"
    )


def test_labels_are_written_as_people_write_them(capsys):
    assert "002012 → 0.9093" in said(capsys, "simple")
    assert "00100 → 0 1 0" in said(capsys, "kgram")
    assert "01010 → no" in said(capsys, "count_k")
    assert "<bos> 2 0 1 <sep> → 0 1 2 <eos>" in said(capsys, "sort")
    assert "0100100 → {1, <eos>}" in said(capsys, "tomita4")


def test_json_has_every_task_with_its_group(capsys):
    tasks = json.loads(said(capsys, "--json"))["tasks"]
    assert len(tasks) == sum(map(len, GROUPS.values()))
    assert {one["group"] for one in tasks} == set(GROUPS)
    for one in tasks:
        assert task(one["task"]).data() == {k: one[k] for k in one if k != "group"}


def test_json_of_one_task_has_its_automaton(capsys):
    (one,) = json.loads(said(capsys, "tomita1", "--json"))["tasks"]
    assert one["language"]["transitions"] == [[1, 0], [1, 1]]
    assert one["law"] == {"kind": "UniformWords"}
    assert one["label"] == ["1", "<eos>"]


def test_a_misspelled_name_is_answered_with_the_nearest(capsys):
    assert run(["tasks", "majorty"]) == 2
    assert "did you mean 'majority'?" in capsys.readouterr().err
