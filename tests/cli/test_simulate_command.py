import json
from dataclasses import replace

import pytest

from lengthwise.cli.main import run
from lengthwise.crasp.library.loading import load
from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.constructions.named_machines import machine, mod_p_task
from lengthwise.limit.machine import Attention
from lengthwise.limit.saving import save

SIMPLE = ["simulate", "--f", "simple:omega=4,pieces=64", "--g", "simple:omega=4"]


def answer(arguments, capsys):
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)["simulations"]


def test_a_billion_symbols_given_by_their_counts(capsys):
    counts = ["--counts", "0=3,1=600000000,2=400000000", "--suffix", "2"]
    (found,) = answer([*SIMPLE, "--eps", "0.5", *counts], capsys)
    assert found["x"]["length"] == 1_000_000_004
    assert found["z"]["length"] <= found["bound"] < 2e6
    assert found["z"]["suffix"] == ["2"]
    assert found["basis"] == "proved"
    assert found["kept"]
    assert found["void"] == []
    assert 1.9 < found["f"]["range"] < 2.1
    for side in (found["f"], found["g"]):
        assert side["error"] <= side["promised"] <= 0.5
        assert abs(side["on_x"][0] - side["on_z"][0]) == pytest.approx(side["error"])


def test_a_void_promise_is_told(capsys):
    counts = ["--counts", "0=3,1=600000000,2=400000000", "--suffix", "2"]
    (found,) = answer([*SIMPLE, "--eps", "3", *counts], capsys)
    assert found["void"] == ["f", "g"]
    assert found["f"]["void"]
    assert run([*SIMPLE, "--eps", "3", *counts]) == 0
    assert "promise: void for f and g" in capsys.readouterr().out


def test_what_is_printed_can_be_given_again(capsys):
    counts = ["--counts", "0=3,1=600000000,2=400000000", "--suffix", "2"]
    assert run([*SIMPLE, "--eps", "0.5", *counts]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("x has length 1,000,000,004, z has length")
    given = lines[-1].removeprefix("z: ").replace("'", "").split()
    (again,) = answer([*SIMPLE, "--eps", "0.5", *given], capsys)
    assert again["case"] == "short"


def test_words_of_a_file_one_a_line(tmp_path, capsys):
    file = tmp_path / "words.txt"
    file.write_text("0 1 2\n// none\n0120\n")
    found = answer([*SIMPLE, "--eps", "0.5", "--words", str(file)], capsys)
    assert [one["x"]["word"] for one in found] == [list("012"), list("0120")]
    assert {one["case"] for one in found} == {"short"}


def test_machines_from_files_with_counts_per_residue_class(tmp_path, capsys):
    file = tmp_path / "f.safetensors"
    save(mod_p_task(p=2), file)
    machines = ["simulate", "--f", str(file), "--g", "modp:p=2,k=1", "--eps", "0.5"]
    counts = ["--counts", "0=300000,1@0=200000,1=100000", "--suffix", "1"]
    (found,) = answer([*machines, *counts], capsys)
    assert found["x"]["counts"] == {"0": [75000, 225000], "1": [225000, 75000]}
    assert found["basis"] == "measured, proof sketched"
    assert found["kept"]


def test_short_words_are_printed_and_long_ones_are_not(capsys):
    machines = ["simulate", "--f", "kgram:k=1,S=2,b=3", "--g", "kgram:k=1,S=2,b=4"]
    word = ["--eps", "0.1", "--word", "0010111" * 100]
    assert run([*machines, *word, "--length", "20"]) == 0
    shown = capsys.readouterr().out.splitlines()[-1]
    assert len(shown.removeprefix("z: ").split()) == 20
    assert run([*machines, *word, "--length", "300"]) == 0
    assert "z: 300 symbols; --json prints them" in capsys.readouterr().out
    (found,) = answer([*machines, *word], capsys)
    assert found["bound"] is None or found["bound"] > 1e9
    assert found["f"]["promised_distance"] is None


def test_bits_and_the_law_can_be_given(capsys):
    options = ["--bits", "4", "--method", "coupling", "--length", "100"]
    law = ["--alpha", "1,0.5,2", "--seed", "3", "--eps", "0.1"]
    (found,) = answer([*SIMPLE, *options, *law, "--word", "012" * 200], capsys)
    assert found["z"]["length"] == 100
    assert found["f"]["promised"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "one of --word, --words and --counts"),
        (["--word", "01", "--counts", "0=1"], "one of --word, --words and --counts"),
        (["--word", "01", "--suffix", "0"], "--suffix belongs to --counts"),
        (["--counts", "0=1"], "a suffix of 0 symbols"),
        (["--word", "013"], "'3' at place 3"),
        (["--word", "01", "--alpha", "x"], "--alpha 'x'"),
        (["--word", "01", "--bits", "0"], "0 bits"),
        (["--word", "01", "--method", "magic"], "magic"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(arguments, message, capsys):
    assert run([*SIMPLE, "--eps", "0.5", *arguments]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


def test_compiled_programs_are_told_why_nothing_stands_in_for_a_long_word(
    tmp_path, capsys
):
    path = str(tmp_path / "machine.safetensors")
    for name, word in (("majority_language", "ab"), ("dyck1", "()")):
        save(compile_program(load(name)), path)
        machines = ["--f", path, "--g", path, "--eps", "0.1"]
        assert run(["simulate", *machines, "--word", word]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert "no theorem simulates a machine that reads $" in said
        assert "Attention(" not in said


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("simple:omega=2", "softmax", "round it with --bits P"),
        ("kgram:k=1,S=2", "softmax", "the two-layer theorem is about infinite"),
    ],
)
def test_another_attention_is_told_what_the_theorem_needs(
    tmp_path, capsys, name, kind, message
):
    path = str(tmp_path / "machine.safetensors")
    save(replace(machine(name), attention=Attention(kind)), path)
    machines = ["--f", path, "--g", path, "--eps", "0.1", "--word", "0 1 0 1"]
    assert run(["simulate", *machines]) == 2
    assert message in capsys.readouterr().err
