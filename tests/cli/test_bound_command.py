"""``lengthwise bound``: numbers or machines in, a table or JSON out."""

import json

import pytest

from lengthwise.cli.main import run
from lengthwise.limit.constructions.one_layer_machines import simple_task
from lengthwise.limit.saving import save


def answer(capsys, *arguments):
    code = run(["bound", *arguments, "--json"])
    found = capsys.readouterr()
    assert (code, found.err) == (0, "")
    assert found.out.count("\n") == 1
    return {entry["theorem"]: entry for entry in json.loads(found.out)["bounds"]}


def test_numbers_keep_their_capitals(capsys):
    found = answer(
        capsys,
        *("--tau", "1", "--delta", "1", "--L", "1", "--eps", "0.1", "--sigma", "2"),
        *("--p", "8", "--gamma", "inf", "--alpha0", "1", "--C", "10"),
        *("--positional-gamma", "0.5", "--agreement", "0.01", "--G", "1"),
        *("--k", "1", "--n", "3"),
    )
    assert {name: found[name]["value"] for name in ("izzo-4.1-full", "chen-dfa")} == {
        "izzo-4.1-full": pytest.approx(6400),
        "chen-dfa": 4,
    }
    assert found["izzo-5.2"]["value"] == pytest.approx(1e6)
    assert found["izzo-4.1-explicit"]["constants"] == "explicit"
    assert "0.21 for every x" in found["izzo-4.1-explicit"]["why"]
    assert all(entry["applies"] for name, entry in found.items() if "5.2-e" not in name)


def test_huge_lengths_have_a_logarithm_and_no_value(capsys):
    found = answer(capsys, "--p", "16", "--gamma", "0.001")["izzo-hardmax"]
    assert found["value"] is None
    assert found["log10"] == pytest.approx(16000 * 0.30103, rel=1e-5)


def test_machines_are_files_or_constructions(capsys, tmp_path):
    path = tmp_path / "sine.safetensors"
    save(simple_task(omega=2.0), path)
    by_file = answer(capsys, "--f", str(path), "--g", "simple:omega=2", "--eps", "0.1")
    by_name = answer(
        capsys, "--f", "simple:omega=2", "--g", "simple:omega=2", "--eps", "0.1"
    )
    assert by_file == by_name
    assert by_file["izzo-4.1-explicit"]["applies"]
    assert not by_file["izzo-5.2"]["applies"]


def test_the_k_gram_is_a_construction_in_the_class_of_the_theorem(capsys):
    machines = ("--f", "kgram:k=1,S=2", "--g", "kgram:k=1,S=2,b=4", "--eps", "0.1")
    assert answer(capsys, *machines)["izzo-5.2"]["applies"]
    assert run(["bound", *machines]) == 0
    said = capsys.readouterr().out
    assert said.count("note: ") == 1
    assert "inside the class of Theorem 5.2, right in the limit" in said
    exact = [
        part.replace("kgram", "kgram_exact").replace(",b=4", "") for part in machines
    ]
    assert not answer(capsys, *exact)["izzo-5.2"]["applies"]
    assert run(["bound", *exact, "--json"]) == 0
    (note,) = json.loads(capsys.readouterr().out)["notes"]
    assert "right on every word and outside the class" in note


def test_the_table_is_for_people(capsys):
    assert run(["bound", "--tau", "1", "--delta", "1", "--L", "1", "--eps", "0.1"]) == 0
    said = capsys.readouterr().out
    assert "izzo-4.1-workshop" in said
    assert "sigma not given" in said


@pytest.mark.parametrize(
    "arguments",
    [
        *(["--eps", x] for x in ("0", "-1", "nan", "inf", "abc", "1e400")),
        *(["--tau", x] for x in ("-1", "1.5", "x")),
        *(["--gamma", x] for x in ("0", "-inf", "nan")),
        *(["--delta", "0"], ["--sigma", "0"], ["--p", "0"], ["--L", "-3"]),
        ["--f", "simple:omega=4"],
        ["--f", "simple:omega=4", "--g", "simple:omega=4"],
        ["--f", "simple:omega=4", "--g", "simple:omega=4", "--eps", "1", "--tau", "2"],
        ["--f", "nosuch.safetensors", "--g", "simple:omega=4", "--eps", "1"],
        ["--f", "modp:p=3", "--g", "simple:omega=4", "--eps", "1"],
        ["--nosuch", "1"],
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(arguments, capsys):
    assert run(["bound", *arguments]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.count("\n") == 1
