"""``lengthwise bound``: numbers or machines in, a table or JSON out."""

import json
import re

import pytest

from lengthwise.cli.main import run
from lengthwise.crasp.library.loading import load
from lengthwise.experiments.store.store import Store
from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.constructions.one_layer_machines import simple_task
from lengthwise.limit.saving import save
from tests.analysis.test_trained_nets import untrained


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
    assert "inside the class of Theorem 5.2, exact in the limit" in said
    exact = [
        part.replace("kgram", "kgram_exact").replace(",b=4", "") for part in machines
    ]
    assert not answer(capsys, *exact)["izzo-5.2"]["applies"]
    assert run(["bound", *exact, "--json"]) == 0
    (note,) = json.loads(capsys.readouterr().out)["notes"]
    assert "exact on every word, but outside the class" in note


def test_the_table_is_for_people(capsys):
    assert run(["bound", "--tau", "1", "--delta", "1", "--L", "1", "--eps", "0.1"]) == 0
    first, *_ = said = capsys.readouterr().out.splitlines()
    assert first.endswith("gives a length that suffices; add --sigma for one.")
    assert "izzo-4.1-workshop" in "\n".join(said)


def test_the_length_that_matters_is_the_first_line(capsys):
    numbers = "--tau 1 --delta 1 --L 1 --eps 0.1 --sigma 2 --p 8 --gamma 1"
    run(["bound", *numbers.split()])
    upper, lower, given, *rest = capsys.readouterr().out.splitlines()
    assert upper.startswith(
        "Training inputs up to 64,800 symbols suffice: |f(x) - g(x)|"
    )
    assert lower.startswith("Some machines of this norm and period need N >= 2 ")
    assert given.startswith("given: tau = 1, delta = 1, L = 1")
    # What applies stands above what is missing, and nothing is a dash.
    known, orders, more = (
        rest.index(next(line for line in rest if line.startswith(title)))
        for title in ("with every constant known", "asymptotic", "options")
    )
    assert known < orders < more
    assert not any(" - " in line.replace("f(x) - g(x)", "") for line in rest)


@pytest.mark.parametrize("numbers", [["--eps", "0.1"], ["--tau", "1", "--L", "2"]])
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_numbers_of_which_no_theorem_speaks_are_told_what_to_add(capsys, numbers, form):
    assert run(["bound", *numbers, *form]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err.count("\n") == 1
    assert (
        "no theorem applies yet; give more parameters, for one layer, every input: --"
        in found.err
    )
    assert "for learners of automata: --n" in found.err


def test_every_option_that_is_proposed_exists(capsys):
    run(["bound", "--n", "3"])
    proposed = set(re.findall(r"--[\w-]+", capsys.readouterr().out))
    run(["bound", "--help"])
    assert proposed <= set(re.findall(r"--[\w-]+", capsys.readouterr().out))
    assert {"--tau", "--positional-gamma", "--f", "--g"} <= proposed


def test_the_two_layer_form_says_which_constants_are_set_to_one(capsys):
    machines = ("--f", "kgram:k=1,S=2", "--g", "kgram:k=1,S=2", "--eps", "0.1")
    run(["bound", *machines])
    said = capsys.readouterr().out.splitlines()
    assert said[1].startswith("With two of its constants set to 1, izzo-5.2-explicit ")


def test_compiled_programs_are_told_why_no_theorem_speaks(capsys, tmp_path):
    path = str(tmp_path / "machine.safetensors")
    for name in ("majority_language", "dyck1", "anbn", "contains_ab", "abab_star"):
        save(compile_program(load(name)), path)
        assert run(["bound", "--f", path, "--g", path, "--eps", "0.1"]) == 0
        first = capsys.readouterr().out.splitlines()[0]
        assert first.startswith("No theorem gives a length here: compiled programs")
        assert "crasp facts" in first


def test_a_machine_may_be_a_trained_net_of_a_store(capsys, tmp_path):
    url = f"sqlite:///{tmp_path / 'nets.db'}"
    record = untrained(4.0)
    with Store(url) as kept:
        list(kept.add_all([record]))
    key = record.trial.key[:12]
    asked = ["--f", "simple:omega=4", "--g", key, "--eps", "0.5", "--store", url]
    found = answer(capsys, *asked)
    assert not found["izzo-5.2"]["applies"]
    assert found["lower-delta-l-eps"]["applies"]
    assert run(["bound", *asked[:3], "ab" * 6, *asked[4:]]) == 2
    assert "no trained model is called" in capsys.readouterr().err


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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--f modp:p=2 --eps 0.1", "bounds for two machines also need --g"),
        ("--g modp:p=2", "bounds for two machines also need --f and --eps"),
        (
            "--f modp:p=2 --g modp:p=2 --eps 0.1 --tau 1 --positional-gamma 1",
            "with --f and --g, omit --tau and --positional-gamma, which they determine",
        ),
        (
            "--f dyck1 --g dyck1 --eps 0.1",
            (
                "dyck1 is a program, not a machine; compile it first: lengthwise crasp "
                "compile dyck1 --out dyck1.safetensors"
            ),
        ),
    ],
)
def test_what_two_machines_lack_is_named(capsys, arguments, message):
    assert run(["bound", *arguments.split()]) == 2
    assert capsys.readouterr().err == f"lengthwise: {message}\n"


def test_the_two_machines_are_an_alternative_only_to_numbers(capsys):
    given = "--C 3 --positional-gamma 1 --eps 0.1 --tau 1 --sigma 2"
    assert run(["bound", *given.split()]) == 0
    printed = capsys.readouterr().out
    assert "  two layers, every input            --f and --g\n" in printed
