"""``lengthwise verdict``: windows, periods, alphabets, classes, pairs and files."""

import json

import pytest

from lengthwise.cli import verdict_command
from lengthwise.cli.main import run
from tests.docs.test_file_formats import check

HARD = "((a(ab)*b)(a|b))*"
"""It needs a window of 3 and a period of 8."""


def rows(capsys, *arguments):
    code = run(["verdict", *arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def answers(found):
    return {(r["positions"], r["acceptance"]): r["answer"] for r in found["answers"]}


@pytest.mark.parametrize(
    ("text", "program"),
    [
        ("(aaaaa)*", "accept i mod 5 == 0"),
        ("(a|b)*a(a|b){5}", 'accept #[i - j == 5] "a" >= 1'),
    ],
)
def test_window_and_period_are_read_off_the_automaton(capsys, text, program):
    code = run(["verdict", "--regex", text, "--show-program"])
    assert code == 0
    assert program in capsys.readouterr().out


def test_an_unknown_says_how_to_go_on_and_that_works(capsys):
    few = ["--regex", HARD, "--window", "2", "--period", "4"]
    code, found = rows(capsys, *few)
    row = found["answers"][2]
    assert (code, row["answer"]) == (0, "unknown")
    advice = "to search further, raise the limits, as in --window 4 --period 8"
    assert advice in row["evidence"]["text"]
    _, found = rows(capsys, "--regex", HARD, "--window", "4", "--period", "8")
    assert answers(found)["periodic-local", "end"] == "yes"


@pytest.mark.parametrize("positions", ["none", "periodic-local"])
@pytest.mark.parametrize("subject", [["--regex", "(a|b)*b"], ["--task", "parity"]])
def test_only_the_class_that_is_named_is_decided(capsys, positions, subject):
    _, found = rows(capsys, *subject, "--positions", positions)
    assert {row["positions"] for row in found["answers"]} == {positions}


def test_answers_are_noted_one_by_one_where_they_take_long(capsys, monkeypatch):
    monkeypatch.setattr(verdict_command, "PATIENCE", -1)
    run(["verdict", "--regex", "(a|b)*b", "--positions", "none"])
    assert capsys.readouterr().err.splitlines() == [
        "lengthwise: C-RASP[], end: no",
        "lengthwise: C-RASP[], last: yes",
    ]


def test_commas_separate_letters_and_a_note_says_so(capsys):
    _, found = rows(capsys, "--regex", ".*ab.*", "--alphabet", "a,b")
    assert found["alphabet"] == ["a", "b"]
    assert "names the letters a b" in found["notes"][-1]
    _, found = rows(capsys, "--regex", "(a|b)*", "--alphabet", "ab,")
    assert found["alphabet"] == ["a", "b", ","]


def test_an_alphabet_can_be_named_for_an_automaton(capsys, tmp_path):
    path = tmp_path / "ab.att"
    path.write_text("0 1 a\n1 0 b\n0\n")
    _, found = rows(capsys, "--dfa", str(path), "--alphabet", "abc")
    assert found["alphabet"] == ["a", "b", "c"]
    assert run(["verdict", "--dfa", str(path), "--alphabet", "a"]) == 2
    assert "has the symbol 'b'" in capsys.readouterr().err


def test_notes_of_a_file_are_shown(capsys, tmp_path):
    path = tmp_path / "ab.dot"
    drawn = "s -> 0 0 [peripheries=2] 0 -> 0 [label=ε] 0 -> 0 [label=a]"
    path.write_text(f"digraph {{ s [shape=point] {drawn} }}", encoding="utf-8")
    assert run(["verdict", "--dfa", str(path)]) == 0
    assert "note: 'ε' reads nothing" in capsys.readouterr().out


def test_pairs_are_written_as_lines_that_their_schema_describes(capsys, tmp_path):
    path = tmp_path / "pairs.jsonl"
    arguments = ["--regex", "b*(ab*ab*)*", "--pairs", str(path), "--up-to", "40"]
    code, found = rows(capsys, *arguments)
    lines = path.read_text("utf-8").splitlines()
    assert (code, found["pairs"]) == (1, len(lines))
    for line in lines:
        check("pairs", json.loads(line))
    run(["verdict", *arguments])
    assert f"{len(lines)} pairs up to 40 letters" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--regex", "a*", "--pairs", "never.jsonl"], "no pairs: the answer in"),
        (["--regex", "(aa)*", "--pairs", "never.jsonl"], "[periodic, local] is yes"),
        (["--regex", "(aa)*", "--pairs", "never.jsonl"], "add --positions none"),
        (["--task", "sort", "--window", "3"], "the option window belongs to"),
        (["--task", "sort", "--period", "3"], "the option period belongs to"),
        (["--regex", "a", "--window", "-1"], "the window is -1; allowed is 0 to"),
        (["--regex", "a", "--period", "0"], "the period is 0; allowed is 1 to"),
    ],
)
def test_options_that_do_not_fit_are_one_line(
    capsys, tmp_path, monkeypatch, arguments, message
):
    monkeypatch.chdir(tmp_path)
    assert run(["verdict", *arguments]) == 2
    found = capsys.readouterr()
    assert message in found.err
    assert found.err.count("\n") == 1
    assert not (tmp_path / "never.jsonl").exists()


def test_the_size_of_a_program_that_is_shown_is_not_a_guess(capsys, tmp_path):
    path = tmp_path / "chain.json"
    rows = [[n + 1] for n in range(999)] + [[None]]
    chain = {"alphabet": ["a"], "start": 0, "accepting": [999], "transitions": rows}
    path.write_text(json.dumps(chain))
    run(["verdict", "--dfa", str(path)])
    assert "may be large (it is for 1,001 states)" in capsys.readouterr().out
    run(["verdict", "--dfa", str(path), "--show-program"])
    said = capsys.readouterr().out
    assert "may be large" not in said
    assert "the program is large (size 431)" in said
    assert len(said) < 10_000


def test_how_a_program_is_read_is_noted(capsys):
    text = 'c = # "a"\nx = c == # "a" && "b"'
    assert run(["verdict", "--program", text]) == 0
    notes = [row for row in capsys.readouterr().out.splitlines() if "note: " in row]
    assert len(notes) == 2
    assert "the older C-RASP interpreter reads it as" in notes[0]
    assert "'_' represents every symbol that it does not name" in notes[1]


@pytest.mark.parametrize(
    ("text", "more", "noted"),
    [
        ("[^a]", [], ["range over the letters that are written, {a};", "is empty"]),
        (".a", [], ["range over the letters that are written, {a};"]),
        ("[^a]", ["--alphabet", "ab"], []),
        ("a∅", [], ["'∅' is the empty language here", "is empty"]),
    ],
)
def test_a_note_says_what_the_letters_are_and_that_nothing_is_accepted(
    capsys, text, more, noted
):
    _, found = rows(capsys, "--regex", text, *more)
    pairs = zip(found["notes"], noted, strict=True)
    assert all(said in note for note, said in pairs)


def test_an_automaton_that_accepts_nothing_is_called_empty(capsys, tmp_path):
    path = tmp_path / "none.att"
    path.write_text("0 0 a a\n0 1 b b\n")
    assert run(["verdict", "--dfa", str(path)]) == 0
    assert "note: the language is empty: no word" in capsys.readouterr().out


def test_up_to_without_pairs_is_refused(capsys):
    assert run(["verdict", "--regex", "(aa)*", "--up-to", "30"]) == 2
    said = capsys.readouterr().err
    assert said.splitlines() == ["lengthwise: --up-to is for --pairs; add --pairs FILE"]
