from itertools import product
from pathlib import Path

import pytest

from lengthwise.crasp.language.formatter import fmt
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.program import Note
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import accepted, run
from lengthwise.errors import CraspNameError

FOLDER = Path(__file__).parent / "dialect"

CASES = {
    "balanced": ({"()", "(())()", "()()"}, {"(", ")(", "())("}),
    "ordered": ({"abc", "aabbcc"}, {"a", "acb", "aabbc", "abcabc"}),
    "even_length": ({"aa", "aaaa"}, {"a", "aaa", "ab", "bb"}),
    "odd_length": ({"a", "aba"}, {"ab", "abab"}),
    "neighbors": ({"ab", "cab", "abc"}, {"ba", "acb", "a"}),
    "echo": ({"abaaba", "bbbbbb"}, {"abaabb", "aa", "abab", "aaaaaaaa"}),
    "strictly_before": ({"ab", "aa", "bab"}, {"a", "bba", "bbb"}),
    "extremes": ({"ab", "aab", "a", "c"}, {"aa", "aabbbb"}),
    "twice_plus": ({"aab", "aaa", "bbbbb"}, {"aa", "bbbb", "ab"}),
    "not_and": ({"b", "ab", "bac"}, {"a", "ba", "c"}),
    "not_or": ({"a", "c", "ba"}, {"b", "bc"}),
    "keywords": ({"ab", "c", "bbaa"}, {"a", "b"}),
    "windows_newlines": ({"aa", "aba"}, {"a", "bb"}),
    "carry": ({"0010", "1001", "0111"}, {"0000", "1010", "001", "1101"}),
}
"""Words that each file accepts, and words that it does not."""


@pytest.mark.parametrize("name", CASES)
def test_files_of_the_older_dialect_run_as_they_are(name):
    program = load(FOLDER / f"{name}.cr")
    yes, no = CASES[name]
    for word in sorted(yes | no):
        assert run(program, word).accepted == (word in yes), word


def test_every_file_has_words_and_there_are_at_least_ten():
    assert {path.stem for path in FOLDER.glob("*.cr")} == set(CASES)
    assert len(CASES) >= 10


def test_values_of_lines_are_those_of_the_dialect():
    lines = dict(run(load(FOLDER / "echo.cr"), "abaaba").lines)
    assert lines["hits"] == (0, 0, 0, 1, 2, 3)
    lines = dict(run(load(FOLDER / "twice_plus.cr"), "aab").lines)
    assert lines["score"] == (2, 4, 5)


@pytest.mark.parametrize("name", CASES)
def test_formatting_a_file_of_the_dialect_keeps_its_meaning(name):
    text = (FOLDER / f"{name}.cr").read_text()
    assert parse(fmt(text)) == parse(text)
    assert "import" not in fmt(text)


def test_a_note_gives_the_line_and_both_readings():
    assert load(FOLDER / "twice_plus.cr").notes == (
        Note(4, "(2*a_s) + b_s", "2*(a_s + b_s)"),
    )
    assert load(FOLDER / "not_and.cr").notes == (
        Note(3, '(!"a") && seen_b', '!("a" && seen_b)'),
    )
    (note,) = load(FOLDER / "not_or.cr").notes
    assert str(note) == (
        'line 2: read as (!seen_b) || "a" && seen_b; the older C-RASP interpreter '
        'reads it as !(seen_b || "a" && seen_b)'
    )


@pytest.mark.parametrize(
    "text",
    [
        'x = (!"a") && "b"',
        'x = "b" && !"a"',
        'x = !("a" && "b")',
        'x = #"a" + 2*#"b" > 1',
        'x = (2*#"a") + #"b" > 1',
        'x = 2*(#"a" + #"b") > 1',
        'alphabet "a" "b"\nx = !"a" && "b"\ny = 2*#"a" + #"b" > 1',
    ],
)
def test_no_note_where_both_read_the_same_or_an_alphabet_is_declared(text):
    assert parse(text).notes == ()


def test_one_note_a_form_at_its_first_place():
    text = 'x = !"a" && "b"\ny = !"b" && "a"\nz = (2*#x + #y > 1) && (2*#x - #y > 1)'
    assert [note.line for note in parse(text).notes] == [1, 3]
    assert parse(text).notes[0].theirs == '!("a" && "b")'


def test_notes_show_what_surrounds_the_form():
    (note,) = parse('x = "b" || (#"a" + 2*#"b" - 1 > 0)').notes
    assert (note.ours, note.theirs) == (
        '#"a" + (2*#"b") - 1',
        '#"a" + 2*(#"b" - 1)',
    )


def test_both_readings_of_a_note_really_differ():
    for text in ['!"a" && "b"', '2*#"a" + #"b" > 4']:
        program = parse(f"x = {text}")
        (note,) = program.notes
        words = [w for n in range(1, 5) for w in product("ab", repeat=n)]
        end = "" if "!" in text else " > 4"
        ours, theirs = parse(f"x = {note.ours}{end}"), parse(f"x = {note.theirs}{end}")
        assert list(accepted(ours, words)) == list(accepted(program, words))
        assert list(accepted(theirs, words)) != list(accepted(program, words))


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("#import foo\nx = true", (1, 9), "no predicate is called 'foo'"),
        ('x = #[pred] "a" > 0', (1, 7), "no guard is called 'pred'"),
        ('#import pos_even\nx = #[pos_even] "a" > 0', (2, 7), "no guard is called"),
        ("#import pred\nx = pred", (2, 5), "no line above defines 'pred'"),
        ('#import pos_even\npos_even = "a"', (2, 1), "is imported"),
        ('pos_even = "a"\n#import pos_even', (2, 9), "already the name of a line"),
    ],
)
def test_mistakes_with_imports_are_reported(text, place, reason):
    with pytest.raises(CraspNameError, match=reason) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == place
