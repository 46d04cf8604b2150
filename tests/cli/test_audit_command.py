import json
from dataclasses import replace

import pytest

from lengthwise.cli import main
from lengthwise.crasp.library.loading import load
from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.constructions.named_machines import simple_task
from lengthwise.limit.machine import Attention
from lengthwise.limit.saving import save


def test_a_construction_is_audited_on_its_own_task(capsys):
    assert main.run(["audit", "simple:omega=4,pieces=16", "--lengths", "8,16"]) == 0
    assert "sup error" in capsys.readouterr().out


def test_a_saved_machine_needs_a_task(tmp_path, capsys):
    path = tmp_path / "sine.safetensors"
    save(simple_task(omega=4.0), path)
    assert main.run(["audit", str(path)]) == 2
    assert "add --task" in capsys.readouterr().err
    options = ["--task", "simple:omega=4", "--lengths", "4", "--json"]
    assert main.run(["audit", str(path), *options]) == 0
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    assert len(error["word"]) == 4
    assert error["sup"] < 0.01


@pytest.mark.parametrize("lengths", ["", "0", "a,b", "-1"])
def test_lengths_that_are_none_are_refused(lengths, capsys):
    assert main.run(["audit", "simple", f"--lengths={lengths}"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_k_gram_is_audited_word_by_word(capsys):
    assert main.run(["audit", "kgram:k=1,S=2", "--lengths", "4,64"]) == 0
    out = capsys.readouterr().out
    assert "positional margin" in out
    assert "skipped: 64" in out
    assert main.run(["audit", "kgram:k=1,S=2", "--lengths", "64"]) == 2
    assert "use shorter lengths, from 2 up" in capsys.readouterr().err


def test_the_exact_k_gram_is_audited_on_the_k_gram(capsys):
    options = ["--lengths", "4,10", "--json"]
    assert main.run(["audit", "kgram_exact:k=2,S=2", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["task"] == "kgram:k=2,S=2"
    assert [error["sup"] for error in found["errors"]] == [0, 0]


def test_a_machine_without_the_factor_says_why_it_has_no_margin(tmp_path, capsys):
    path = tmp_path / "plain.safetensors"
    save(replace(simple_task(omega=4.0), attention=Attention("infinite")), path)
    options = ["--task", "simple:omega=4", "--lengths", "4"]
    assert main.run(["audit", str(path), *options]) == 0
    assert "only if logits are multiplied" in capsys.readouterr().out
    assert main.run(["audit", str(path), *options, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["eta"], said["gamma_eta"], said["log2_T_max"]) == (None, None, None)
    assert "only if logits are multiplied" in said["remark"]


def test_every_length_is_certified_with_a_word_that_nearly_attains_it(capsys):
    line = ["audit", "simple:omega=4,pieces=16", "--lengths", "8", "--all-lengths"]
    assert main.run(line) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "all words of every length: error at most 0.03" in out
    assert "with a share of zeros and ones of at least 0.1" in out
    assert "premise: error at most" in out
    assert main.run([*line, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    everywhere, _ = said["certificates"]
    assert everywhere["attained"] <= everywhere["bound"] < 1.02 * 4**2 / (2 * 16**2)
    assert said["premise"]["theorem"] == "izzo-4.1-explicit"


def test_a_model_without_a_certificate_says_why(capsys):
    assert main.run(["audit", "kgram:k=1,S=2", "--lengths", "4", "--all-lengths"]) == 0
    assert "no certificate for every length" in capsys.readouterr().out


def compiled(tmp_path, name):
    path = str(tmp_path / "machine.safetensors")
    save(compile_program(load(name)), path)
    return path


@pytest.mark.parametrize("name", ["majority_language", "dyck1", "anbn", "contains_ab"])
def test_a_compiled_program_is_audited_on_its_language(tmp_path, capsys, name):
    assert main.run(["audit", compiled(tmp_path, name), "--task", name]) == 0
    first, head, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("Right on every word of the lengths 1, 2, ")
    assert head.split("  ")[0] == "length"


def test_a_compiled_program_is_audited_on_a_program(tmp_path, capsys):
    path = compiled(tmp_path, "dyck1")
    options = ["--program", "dyck1", "--lengths", "4,30", "--all-lengths"]
    assert main.run(["audit", path, *options]) == 0
    said = capsys.readouterr().out
    assert "Right on every word of the lengths 4." in said
    assert "skipped: 30" in said
    assert "no certificate for every length: certificates bound real" in said
    assert main.run(["audit", path, *options, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (row,) = found["decisions"]
    assert (row["wrong"], row["looked"], row["by"]) == (0, 16, "words")
    assert row["worst"] == ["(", "(", ")", ")"]
    assert found["errors"] == found["certificates"] == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--task", "dyck1", "--program", "dyck1"],
            "--task and --program were both given",
        ),
        (["--program", "sort"], "the program emits symbols"),
        (["--task", "sort"], "audit a machine for simple, modp or kgram"),
    ],
)
def test_what_a_recognizer_cannot_be_compared_with_is_one_line(
    tmp_path, capsys, options, message
):
    assert main.run(["audit", compiled(tmp_path, "dyck1"), *options]) == 2
    found = capsys.readouterr()
    assert message in found.err
    assert found.err.count("\n") == 1
