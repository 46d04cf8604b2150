"""``lengthwise verdict``: an expression, automaton, task or program in, answers out."""

import json
import math
import shlex
import subprocess
import sys

import pytest

from lengthwise.automata.automaton_files import to_json
from lengthwise.automata.regex import regex
from lengthwise.cli import verdict_command
from lengthwise.cli.main import run
from tests.automata.operations import to_att


@pytest.fixture(autouse=True)
def slow_machine(monkeypatch):
    """On a slow machine answers are noted one by one; these tests are not about it."""
    monkeypatch.setattr(verdict_command, "PATIENCE", math.inf)


def answers(capsys, *arguments):
    code = run(["verdict", *arguments, "--json"])
    found = capsys.readouterr()
    assert found.err == ""
    assert found.out.count("\n") == 1
    rows = json.loads(found.out)["answers"]
    return code, {(row["positions"], row["acceptance"]): row["answer"] for row in rows}


def test_json_has_both_classes_and_both_conventions(capsys):
    assert answers(capsys, "--regex", "(a|b)*b") == (
        0,
        {
            ("none", "end"): "no",
            ("none", "last"): "yes",
            ("periodic-local", "end"): "yes",
            ("periodic-local", "last"): "yes",
        },
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--regex", "(aa)*"], 0),
        (["--regex", "(aa)*", "--positions", "none"], 1),
        (["--regex", "(a|b)*b", "--positions", "none"], 1),
        (["--regex", "b*(ab*ab*)*"], 1),
        (["--task", "repeat_copy"], 1),
        (["--task", "unique_copy"], 0),
        (["--task", "unique_copy", "--positions", "none"], 0),
        (["--task", "bin_majority_interleave", "--positions", "none"], 1),
        (["--task", "modp", "--positions", "none"], 0),
        (["--program", "dyck1"], 0),
    ],
)
def test_the_exit_code_is_one_exactly_if_the_headline_is_no(capsys, arguments, code):
    assert run(["verdict", *arguments]) == code
    assert capsys.readouterr().err == ""


def test_an_alphabet_can_be_named(capsys):
    _, small = answers(capsys, "--regex", ".*ab.*")
    code, large = answers(capsys, "--regex", ".*ab.*", "--alphabet", "abc")
    assert (small["none", "end"], large["none", "end"], code) == ("yes", "no", 0)


@pytest.mark.parametrize("write", [to_json, to_att])
def test_automata_are_read_from_files(capsys, tmp_path, write):
    path = tmp_path / "automaton"
    path.write_text(write(regex("b*(ab*ab*)*").dfa))
    code, found = answers(capsys, "--dfa", str(path))
    assert code == 1
    assert set(found.values()) == {"no"}


def test_the_program_of_a_yes_is_shown(capsys):
    assert run(["verdict", "--regex", "(ab)*", "--show-program"]) == 0
    assert "\naccept never out1 && count1 == 0\n" in capsys.readouterr().out
    assert run(["verdict", "--task", "parity", "--show-program"]) == 1
    assert "no program: the answer is no" in capsys.readouterr().out
    run(["verdict", "--program", "dyck1", "--show-program", "--json"])
    assert "accept" in json.loads(capsys.readouterr().out)["program"]


def test_certificates_in_json_are_checked_again(capsys, tmp_path):
    path = tmp_path / "verdict.json"
    run(["verdict", "--task", "parity", "--json"])
    text = capsys.readouterr().out
    path.write_text(text)
    assert run(["verdict", "--check", str(path)]) == 0
    assert capsys.readouterr().out.count("the certificate holds") == 2
    path.write_text(text.replace('"1/2"', '"1/3"'))
    assert run(["verdict", "--check", str(path)]) == 1
    assert (
        "WRONG: the path from 0 to 1 is not a sum of walks" in capsys.readouterr().out
    )
    assert run(["verdict", "--check", str(path), "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["certificates"]) == 2


@pytest.mark.parametrize(
    ("row", "message"), [(1, "the convention end"), (2, "the class none")]
)
def test_a_certificate_speaks_of_its_own_row_only(capsys, tmp_path, row, message):
    run(["verdict", "--regex", "(aa)*", "--json"])
    data = json.loads(capsys.readouterr().out)
    evidence = data["answers"][0]["evidence"]
    data["answers"] = [data["answers"][row] | {"evidence": evidence, "answer": "no"}]
    path = tmp_path / "verdict.json"
    path.write_text(json.dumps(data))
    assert run(["verdict", "--check", str(path)]) == 1
    assert f"the certificate is for {message}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"answers": 3}', '{"answers": [1]}', "[" * 5000]
)
def test_what_is_no_verdict_is_not_checked(capsys, tmp_path, text):
    path = tmp_path / "verdict.json"
    path.write_text(text)
    assert run(["verdict", "--check", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_verdict_without_certificates_has_nothing_to_check(capsys, tmp_path):
    path = tmp_path / "verdict.json"
    path.write_text('{"answers": []}')
    assert run(["verdict", "--check", str(path)]) == 0
    assert "no certificate to check" in capsys.readouterr().out


def test_a_plus_that_may_mean_union_gets_a_note(capsys):
    run(["verdict", "--regex", "(ab+bbaa)*"])
    assert "note: '+' means one or more here" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give exactly one of --regex, --dfa, --task and --program"),
        (["--regex", "a", "--task", "sort"], "give exactly one of"),
        (["--regex", "(a"], "'(' without ')'"),
        (["--task", "majorty"], "did you mean 'majority'?"),
        (["--program", "dyck"], "no program is called 'dyck'"),
        (["--dfa", "nowhere.json"], "nowhere.json: no such file"),
        (["--task", "sort", "--alphabet", "ab"], "the option alphabet belongs to"),
    ],
)
def test_mistakes_are_one_line(capsys, arguments, message):
    assert run(["verdict", *arguments]) == 2
    found = capsys.readouterr()
    assert message in found.err
    assert found.err.count("\n") == 1
    assert found.out == ""


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe\x00", "is UTF-16 text; save it as UTF-8"),
        (b"\xff\xff", "is not UTF-8 text: byte 1 is 0xff"),
        (b"null", "not null"),
        (b"0 0 a\0\n", "has a NUL character in the middle"),
        (b"{}", "the automaton has no 'alphabet'"),
        (b"[1]", "an object with the keys"),
        (b"", "the text has no transition"),
    ],
)
def test_damaged_automata_are_one_line(capsys, tmp_path, data, message):
    path = tmp_path / "automaton"
    path.write_bytes(data)
    assert run(["verdict", "--dfa", str(path)]) == 2
    found = capsys.readouterr().err
    assert message in found
    assert found.count("\n") == 1


def test_an_expression_needs_no_jax():
    code = (
        "import sys; from lengthwise.cli.main import run; "
        "run(['verdict', '--regex', '(ab)*']); "
        "sys.exit(any(name in sys.modules for name in ('jax', 'scipy', 'sqlalchemy')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert b"? Yes, with or without position embeddings." in done.stdout


def steps(capsys, *arguments):
    run(["verdict", *arguments])
    _, found, text = capsys.readouterr().out.partition("\nnext steps\n")
    return [line.partition("lengthwise ")[2] for line in text.splitlines() if found]


def test_the_next_steps_are_commands_that_run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = steps(capsys, "--regex", "(a|b)*b")
    assert found == [
        "verdict --regex '(a|b)*b' --show-program",
        "verdict --regex '(a|b)*b' --positions none --pairs pairs.jsonl",
        "study --regex '(a|b)*b'",
    ]
    for line in found:
        assert run(shlex.split(line)) in {0, 1}
    assert (tmp_path / "pairs.jsonl").exists()


def test_the_next_steps_repeat_the_options(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = steps(capsys, "--regex", "(aa)*", "--positions", "none", "--window", "1")
    pairs = "verdict --regex '(aa)*' --positions none --window 1 --pairs pairs.jsonl"
    assert found == [pairs, "study --regex '(aa)*'"]
    assert run(shlex.split(pairs)) == 1  # the answer is no, and the pairs are there
    assert (tmp_path / "pairs.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--task", "parity"], ["study parity"]),
        (
            ["--program", "dyck1"],
            [
                "crasp compile dyck1 --out machine.safetensors",
                "study --program dyck1",
            ],
        ),
        (["--program", 'alphabet "a"\naccept "a"'], []),
        (["--regex", "(ab)*", "--show-program"], []),
    ],
)
def test_the_next_steps_fit_the_answer(capsys, arguments, expected):
    assert steps(capsys, *arguments) == expected
