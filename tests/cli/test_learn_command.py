"""``lengthwise learn``: labels in, a table or JSON out."""

import json

from lengthwise.automata.automaton_files import to_json
from lengthwise.automata.regex import regex
from lengthwise.cli import progress_lines
from lengthwise.cli.main import run


def answer(capsys, *arguments):
    assert run(["learn", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_json_has_the_keys_to_rely_on(capsys):
    found = answer(capsys, "contains_ab")
    assert found["n0"] == 3
    assert found["program"].endswith('accept exists("b" && exists[i - j == 1] "a")')
    assert found["searched"] == {"size": 7, "positions": "periodic-local"}
    assert [row["final"] for row in found["rows"]] == [False, False, True, True, True]
    assert found["rows"][1]["first_error"] == ["a", "b", "a"]
    assert found["sources"] == [
        "huang2025formal",
        "chen2025nonasymptotic",
        "lengthwise",
    ]


def test_the_answer_comes_first(capsys):
    assert run(["learn", "tomita1", "--class", "none"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("From length 2 on, the smallest program for the task tomita1")
    assert 'accept never "0"' in out
    assert "each on 510 word positions" in out


def test_none_up_to_a_size_is_an_answer(capsys):
    found = answer(capsys, "parity_language", "--class", "none", "--size", "8")
    assert (found["n0"], found["program"], found["basis"]) == (None, None, "searched")
    assert found["searched"]["size"] == 8
    assert run(["learn", "parity_language", "--size", "5"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("No program of this class with at most 5 lines is right")
    assert "none up to 5 lines" in out


def test_automata_expressions_programs_and_examples_are_learned(capsys, tmp_path):
    path = tmp_path / "ab.json"
    path.write_text(to_json(regex("(ab)*").dfa))
    from_file = answer(capsys, "--dfa", str(path), "--class", "dfa")
    written = answer(capsys, "--regex", "(ab)*", "--class", "dfa")
    assert from_file["rows"] == written["rows"]
    assert answer(capsys, "--program", "tomita1")["n0"] == 2
    examples = tmp_path / "examples.txt"
    examples.write_text("+ ab\n- ba\n")
    found = answer(capsys, "--examples", str(examples), "--alphabet", "a,b")
    assert found["basis"] == "examples"


def test_a_wrong_setting_is_one_line(capsys):
    assert run(["learn", "simple"]) == 2
    assert "accepts or rejects words" in capsys.readouterr().err
    assert run(["learn", "sort"]) == 2
    assert "use a smaller length or fewer symbols" in capsys.readouterr().err
    assert run(["learn", "tomita1", "--memory", "nan"]) == 2
    assert "--memory is nan" in capsys.readouterr().err
    assert run(["learn"]) == 2
    assert "0 things to learn" in capsys.readouterr().err


def test_progress_is_told_and_an_interrupt_gives_the_best_so_far(capsys, monkeypatch):
    monkeypatch.setattr(progress_lines, "PATIENCE", 0.0)
    monkeypatch.setattr(progress_lines, "INTERVAL", 0.0)
    assert run(["learn", "tomita1"]) == 0
    assert "different lines; right up to length" in capsys.readouterr().err

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(progress_lines, "print_note", interrupt)
    assert run(["learn", "tomita1"]) == 3
    assert "The search was interrupted." in capsys.readouterr().out
    assert run(["learn", "tomita1", "--quiet"]) == 0
