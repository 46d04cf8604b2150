import io
import json
import sys
from types import SimpleNamespace

import pytest

from lengthwise.cli.main import run

TEXT = 'x = # "a" // all\naccept x >= 2 && !!"b"\n'


@pytest.fixture
def lengthwise(capsys):
    def call(*arguments):
        code = run(["crasp", *arguments])
        captured = capsys.readouterr()
        return SimpleNamespace(code=code, out=captured.out, err=captured.err)

    return call


def test_run_answers_for_each_word(lengthwise):
    assert lengthwise("run", "dyck1", "(()())", ")(", "").out == (
        "accepted\t( ( ) ( ) )\nrejected\t) (\nundefined\t\n"
    )


def test_run_as_json(lengthwise):
    found = json.loads(lengthwise("run", "dyck1", "()", ")", "", "--json").out)
    assert found == {
        "results": [
            {"word": ["(", ")"], "accepted": True},
            {"word": [")"], "accepted": False},
            {"word": [], "accepted": None},
        ],
        "sources": ["huang2025formal", "lengthwise"],
    }


def test_run_of_a_next_token_program(lengthwise):
    word = "<bos> 0 1 1 <sep>"
    found = json.loads(lengthwise("run", "bin_majority", word, "", "--json").out)
    assert found["results"] == [
        {"word": word.split(), "next": ["1"]},
        {"word": [], "next": None},
    ]
    assert lengthwise("run", "bin_majority", word).out == f"next: 1\t{word}\n"
    assert lengthwise("run", "bin_majority", "<bos>").out == "next: none\t<bos>\n"


def test_words_come_from_a_file_or_standard_input(lengthwise, tmp_path, monkeypatch):
    text = "// all\n()   // balanced\n\n( ( )\n"
    path = tmp_path / "words.txt"
    path.write_text(text)
    expected = "accepted\t( )\nrejected\t( ( )\n"
    assert lengthwise("run", "dyck1", "--words", str(path)).out == expected
    stdin = SimpleNamespace(buffer=io.BytesIO(text.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert lengthwise("run", "dyck1", "--words", "-").out == expected


def test_a_file_of_words_that_is_no_text_is_told(lengthwise, tmp_path):
    path = tmp_path / "words.txt"
    path.write_bytes(b"(\xff)")
    found = lengthwise("run", "dyck1", "--words", str(path))
    assert found.code == 2
    assert "byte 2 is 0xff" in found.err


def test_a_word_in_place_of_a_file_is_told(lengthwise):
    found = lengthwise("run", "dyck1", "--words", "(())")
    assert found.code == 2
    assert "(()): no such file; --words is a file with one word per line" in found.err


def test_no_word_is_an_error(lengthwise):
    found = lengthwise("run", "dyck1")
    assert (found.code, found.out) == (2, "")
    assert "no word was given" in found.err


def test_a_symbol_outside_the_alphabet_is_an_error(lengthwise):
    found = lengthwise("run", "dyck1", "(a)")
    assert found.code == 2
    assert found.err == (
        "lengthwise: 'a' at place 2 is not one of the symbols {(, )}\n"
    )


def test_check_says_what_a_program_is_made_of(lengthwise, tmp_path):
    path = tmp_path / "mine.crasp"
    path.write_text(TEXT)
    assert lengthwise("check", str(path)).out == (
        "well formed: 1 line, accepts words, open alphabet: a b\n"
    )
    found = json.loads(lengthwise("check", "bin_majority", "--json").out)
    assert (found["ok"], found["kind"], found["lines"]) == (True, "next", ["after"])


def test_a_mistake_is_shown_with_its_place(lengthwise):
    found = lengthwise("check", 'c = # "a" && "b"')
    assert found.code == 2
    assert found.err == (
        'lengthwise: line 1, column 5: # "a" is a count where a Boolean is needed; '
        'did you mean #("a" && "b")?\nc = # "a" && "b"\n    ^\n'
    )


def test_other_readings_are_noted_on_standard_error(lengthwise):
    found = lengthwise("run", 'x = !"a" && "b"', "b")
    assert found.out == "accepted\tb\n"
    assert found.err == (
        'lengthwise: note: line 1: read as (!"a") && "b"; the older C-RASP '
        'interpreter reads it as !("a" && "b")\n'
    )


def test_trace_as_text_json_and_html(lengthwise, tmp_path):
    assert lengthwise("trace", 'n = # "a"\naccept n > 1', "aa").out == (
        "             a a\nn            1 2\naccept n > 1 · 1\n"
    )
    found = json.loads(lengthwise("trace", "anbn", "ab", "--json").out)
    assert found["traces"][0]["lines"] == {"a_late": [False, False]}
    page = tmp_path / "trace.html"
    assert lengthwise("trace", "anbn", "ab", "--html", str(page)).out == ""
    assert page.read_text().startswith("<!doctype html>")


def test_fmt_prints_or_writes(lengthwise, tmp_path):
    path = tmp_path / "mine.crasp"
    path.write_text(TEXT)
    expected = 'x = # "a"  // all\naccept x >= 2 && !!"b"\n'
    assert lengthwise("fmt", str(path)).out == expected
    found = json.loads(lengthwise("fmt", str(path), "--json").out)
    assert found == {"text": expected, "sources": ["lengthwise"]}
    assert lengthwise("fmt", str(path), "--write").out == ""
    assert path.read_text() == expected
    assert lengthwise("fmt", "dyck1", "--write").code == 2


def test_simplify(lengthwise):
    assert lengthwise("simplify", TEXT).out == 'x = # "a"\naccept x >= 2 && "b"\n'
    found = json.loads(lengthwise("simplify", TEXT, "--json").out)
    assert found["size"] == {"before": 11, "after": 9}


def test_facts_list_the_bounds_that_apply(lengthwise):
    out = lengthwise("facts", "dyck1").out
    assert "counting depth  2" in out
    assert "yang-no-bound applies" in out
    assert "no computable function" in out
    found = json.loads(lengthwise("facts", "count_k", "--json").out)
    assert found["positive"] is True
    applying = [b["theorem"] for b in found["bounds"] if b["applies"]]
    assert applying == ["depth-1", "yang-positive"]


def test_list_names_every_program(lengthwise):
    assert "\ndyck1 " in lengthwise("list").out
    found = json.loads(lengthwise("list", "--json").out)
    names = [entry["name"] for entry in found["programs"]]
    assert {"dyck1", "d_n", "aa_star"} <= set(names)
    assert len(set(names)) == len(names)


def test_an_unknown_program_is_told(lengthwise):
    found = lengthwise("run", "dyck", "()")
    assert found.code == 2
    assert "did you mean 'dyck1'" in found.err
