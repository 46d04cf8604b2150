"""``lengthwise store``: list, show, import, export."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.trial import trial
from lengthwise.experiments.store.store import Store
from tests.experiments import stub

RECORDS = [stub.record(trial) for trial in stub.small_grid()]


@pytest.fixture
def filled(command):
    with Store() as store:
        store.add_all(RECORDS)
    return command


def test_every_record_is_listed_in_one_line(filled):
    code, out, _ = filled("list")
    assert code == 0
    lines = out.splitlines()
    assert len(lines) == len(RECORDS)
    assert lines == sorted(lines)
    record = next(one for one in RECORDS if one.outcome.converged)
    (line,) = (one for one in lines if one.startswith(record.trial.key[:12]))
    assert f"converged after {record.outcome.steps} steps" in line
    assert "at length 1000" in line


def test_nets_that_differ_in_a_setting_only_have_different_lines(command):
    settings = {"train_length": 8, "seed": 0}
    usual = trial("simple", {"omega": 2}, **settings)
    plain = trial("simple", {"omega": 2}, **settings, model={"scaling": "none"})
    short = trial("simple", {"omega": 2}, **settings, recipe={"batch": 64})
    with Store() as store:
        store.add_all([stub.record(one) for one in (usual, plain, short)])
    _, out, _ = command("list")
    ends = {line[:12]: line.rpartition(" ")[2] for line in out.splitlines()}
    assert ends[plain.key[:12]] == "(scaling=none)"
    assert ends[short.key[:12]] == "(batch=64)"
    assert "(" not in ends[usual.key[:12]]
    _, out, _ = command("show", plain.key[:12])
    assert out.splitlines()[0].endswith("(scaling=none)")


def test_all_commands_print_json(filled):
    _, out, _ = filled("list", "--json")
    assert json.loads(out)["sources"] == [
        *("izzo2025quantitative", "yang2022tensor", "lengthwise"),
    ]
    found = json.loads(out)["records"]
    assert {one["keys"]["trial"] for one in found} == {one.key[0] for one in RECORDS}
    _, out, _ = filled("show", RECORDS[0].trial.key[:20], "--json")
    (found,) = json.loads(out)["records"]
    assert found["outcome"] == RECORDS[0].outcome.plain()
    _, out, _ = filled("export", "all.jsonl", "--json")
    ours = {"sources": ["lengthwise"]}
    assert json.loads(out) == {"written": 20, "file": "all.jsonl", **ours}
    _, out, _ = filled("import", "all.jsonl", "--json")
    said = {"read": 20, "new": 0, "store": "lengthwise.db", "different": []}
    assert json.loads(out) == said | ours


def test_a_trial_is_shown_with_all_its_evaluations(filled):
    record = RECORDS[3]
    with Store() as store:
        store.add_all([stub.record(record.trial, Evaluation(lengths=(7777,)))])
    code, out, _ = filled("show", record.trial.key[:12])
    assert code == 0
    assert f"trial       {record.trial.key}" in out
    assert f"weights     {record.outcome.digest}" in out
    loss = record.outcome.losses[64]
    row = next(line.split() for line in out.splitlines() if line.split()[:1] == ["64"])
    assert row == [
        "64",
        f"{loss.mean:.4g}",
        f"{loss.standard_error:.2g}",
        f"{record.outcome.errors[64]:.4g}",
        "64",
    ]
    assert " 7777 " in out


def test_export_and_import_make_an_equal_store(filled):
    assert filled("export", "all.jsonl")[1] == "20 records were written to all.jsonl\n"
    other = ("--store", "sqlite:///other.db")
    code, out, _ = filled("import", "all.jsonl", *other)
    assert (code, out) == (
        0,
        "20 records were read, 20 of them are new in other.db\n",
    )
    assert filled("export", "-", *other)[1] == filled("export", "-")[1]
    assert filled("list", *other)[1] == filled("list")[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "xyz"], "at least the first 4 of its 64 digits"),
        (["show", "0" * 64], "has no trial whose key starts with"),
        (["show", "A" * 12], "at least the first 4 of its 64 digits"),
        (["show", "abc"], "at least the first 4 of its 64 digits"),
        (["list", "--store", "sqlite:///none.db"], "there is no store none.db"),
        (["import", "none.jsonl"], "none.jsonl: no such file or directory"),
    ],
)
def test_wrong_arguments_are_one_line_and_code_2(filled, arguments, words):
    code, out, err = filled(*arguments)
    assert code == 2
    assert words in err
    assert err.count("\n") == 1
    assert out == ""


def test_a_prefix_of_several_keys_is_refused(filled, monkeypatch):
    monkeypatch.setattr("lengthwise.experiments.spec.canonical.LEAST", 1)
    first = {}
    for record in RECORDS:
        first.setdefault(record.trial.key[0], []).append(record)
    digit = next(digit for digit, found in first.items() if len(found) > 1)
    code, _, err = filled("show", digit)
    assert code == 2
    assert f"several keys start with {digit}" in err


def test_a_file_with_one_bad_line_adds_nothing(command, tmp_path):
    lines = [one.line() for one in RECORDS]
    lines[7] = lines[7].replace('"steps"', '"step"')
    (tmp_path / "bad.jsonl").write_text("\n".join(lines) + "\n")
    code, _, err = command("import", "bad.jsonl")
    assert code == 2
    assert err.startswith("lengthwise: bad.jsonl, line 8: not a record: ")
    assert not (tmp_path / "lengthwise.db").exists()


NASTY = "a\x1b]0;title\x07\x1b[2J\x9b1m\r\n\u202e\u2028b"


def test_names_of_others_do_nothing_to_the_terminal(command):
    """Hosts, devices, runs and keys are foreign text in every line that shows them."""
    made = replace(
        RECORDS[0].circumstances,
        host=NASTY,
        device=NASTY,
        fingerprint={NASTY: NASTY},
    )
    record = replace(RECORDS[0], circumstances=made)
    with Store() as store:
        store.add_all([record, *RECORDS[1:]])
        store.report(NASTY, {"updated": "2001-01-01T00:00:00+00:00"})
    Path("lengthwise.db.version-\x1b[2J").write_text("")
    Path("bad.jsonl").write_text(record.line().replace('"steps"', '"\\u001b[2J"'))
    change = "UPDATE records SET trial = ? WHERE trial = ?"
    calls = [["list"], ["show", record.key[0]], ["info"], ["prune", "--days", "0"]]
    calls += [["import", "bad.jsonl"], ["show", NASTY], [NASTY], ["import", NASTY]]
    for arguments in calls:
        _, out, err = command(*arguments)
        assert all(line.isprintable() for line in (out + err).split("\n")), arguments
    with sqlite3.connect("lengthwise.db") as connection:
        connection.execute(change, (NASTY, RECORDS[1].key[0]))
    connection.close()
    for arguments in (["list"], ["check"], ["prune", "--damaged"], ["info"]):
        _, out, err = command(*arguments)
        assert all(line.isprintable() for line in (out + err).split("\n")), arguments
        assert "\\x1b" in command("check")[1]


def test_the_path_of_a_store_need_not_be_text(command):
    code, _, err = command("list", "--store", "sqlite:///a\udcff.db")
    assert code == 2
    assert err == (
        "lengthwise: there is no store a\\udcff.db; choose another with --store\n"
    )


def test_an_export_keeps_the_mode_of_a_file_and_replaces_no_device(command, tmp_path):
    with Store("sqlite:///lengthwise.db"):
        pass
    private = tmp_path / "all.jsonl"
    private.touch(0o600)
    link = tmp_path / "null.jsonl"
    link.symlink_to("/dev/null")
    for path in (private, link):
        assert command("export", path.name)[0] == 0
    assert private.stat().st_mode & 0o777 == 0o600
    assert link.is_char_device()
