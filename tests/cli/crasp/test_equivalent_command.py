import json

import pytest

from lengthwise.automata.automaton_files import to_json
from lengthwise.automata.regex import regex
from lengthwise.cli import main


def test_the_exit_code_is_1_where_programs_differ(capsys):
    assert main.run(["crasp", "equivalent", "d2", "d3"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "different, first at length 6: a a a b b b",
        "the first rejects it, the second accepts it",
    ]
    assert main.run(["crasp", "equivalent", "d3", "d_n:n=3"]) == 0
    assert capsys.readouterr().out.startswith("equal on all words over {a, b} (")


def test_json_has_the_answer_the_word_and_the_basis(capsys):
    assert main.run(["crasp", "equivalent", "d2", "d3", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["answer"] == "different"
    assert data["word"] == list("aaabbb")
    assert (data["basis"], data["length"]) == ("decided", 6)
    assert data["says"] == [False, True]
    assert (
        main.run(["crasp", "equivalent", "--regex", "a", "--regex", "a|a", "--json"])
        == 0
    )
    data = json.loads(capsys.readouterr().out)
    assert (data["answer"], data["word"], data["length"]) == ("equal", None, None)


def test_separate_shows_what_each_program_does_on_the_word(capsys):
    assert main.run(["crasp", "separate", "d2", "d3"]) == 0
    out = capsys.readouterr().out
    assert "first\n" in out
    assert out.count("a a a b b b") == 3


def test_separate_has_exit_code_1_where_there_is_no_word(capsys):
    assert main.run(["crasp", "separate", "d3", "d_n:n=3"]) == 1
    assert main.run(["crasp", "separate", "d3", "d_n:n=3", "--json"]) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["word"] is None


def test_automata_are_read_from_files(tmp_path, capsys):
    path = tmp_path / "ab.json"
    path.write_text(to_json(regex("(ab)*").dfa))
    line = ["crasp", "equivalent", "--dfa", str(path), "--regex", "(ab|abab)*"]
    assert main.run(line) == 0
    assert main.run(["crasp", "separate", "d2", "--dfa", str(path)]) == 0
    assert "a a b b" in capsys.readouterr().out


def test_letters_can_be_named_and_the_older_dialect_is_noted(capsys):
    texts = ['accept # "a" >= 1', 'accept # "b" == 0 && # true >= 1']
    assert main.run(["crasp", "equivalent", *texts, "--alphabet", "a,b"]) == 1
    shown = capsys.readouterr()
    assert "length 2: a b" in shown.out
    assert "names the letters a b" in shown.err
    old = 'x = !"a" && "b"'
    assert main.run(["crasp", "equivalent", old, 'accept "b"']) == 0
    assert "note: program 1, line 1" in capsys.readouterr().err
    main.run(["crasp", "equivalent", old, 'accept "b"', "--quiet"])
    assert not capsys.readouterr().err


@pytest.mark.parametrize("line", [["dyck1"], ["dyck1", "d2"], ["dyck1", "nosuch"]])
def test_what_cannot_be_compared_is_one_line_and_exit_code_2(line, capsys):
    assert main.run(["crasp", "equivalent", *line]) == 2
    assert capsys.readouterr().err.count("\n") == 1
