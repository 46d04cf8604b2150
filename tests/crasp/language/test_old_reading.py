"""The older reading, against a second parser; no difference without a note."""

import re
from random import Random

import pytest

from lengthwise.cli.main import run as command
from lengthwise.crasp.language._source import Source
from lengthwise.crasp.language.formatter import fmt
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library.loading import load
from lengthwise.errors import CraspError, CraspSyntaxError, SpecError
from tests.crasp.language.old_descent import COMPARISONS, Descent, tree_of

HEAD = 'p = "a"\nq = "b"\nc = #"a"\nd = #"b"\n'


def boolean(rng, depth):
    kind = rng.randrange(7) if depth else 0
    below = depth - 1
    if kind == 0:
        return rng.choice(["p", "q", '"a"', '"b"'])
    if kind == 1:
        return f"!{boolean(rng, below)}"
    if kind in {2, 3}:
        sign = rng.choice(["&&", "||"])
        return f"{boolean(rng, below)} {sign} {boolean(rng, below)}"
    if kind == 4:
        return f"({boolean(rng, below)})"
    sign = rng.choice(sorted(COMPARISONS))
    return f"{count(rng, below)} {sign} {count(rng, below)}"


def count(rng, depth):
    kind = rng.randrange(8) if depth else 0
    below = depth - 1
    if kind == 0:
        return rng.choice(["c", "d", "1", "2"])
    if kind in {1, 2}:
        return f"# {boolean(rng, below if rng.random() < 0.3 else 0)}"
    if kind == 3:
        return f"{rng.randrange(2, 4)}*{count(rng, below)}"
    if kind in {4, 5}:
        return f"{count(rng, below)} {rng.choice('+-')} {count(rng, below)}"
    if kind == 6:
        return f"({count(rng, below)})"
    return f"{count(rng, below)} if {boolean(rng, below)} else {count(rng, below)}"


def reading(text, **options):
    """The last line as a tree, with the program; None where it is no program."""
    try:
        program = parse(f"{HEAD}x = {text}", **options)
    except CraspError:
        return None, None
    return tree_of(program.lines[-1].value), program


def random_texts(number):
    rng = Random(2026)
    for _ in range(number):
        make = boolean if rng.random() < 0.7 else count
        yield f"{make(rng, 4)}"


def test_random_expressions_are_read_as_the_older_interpreter_reads_them():
    same = 0
    for text in random_texts(1500):
        try:
            _, expected = Descent(text).everything()
        except ValueError:
            expected = None
        found, _ = reading(text, dialect="old")
        assert found == expected, text
        same += expected is not None
    assert same > 700


def test_there_is_a_note_exactly_where_the_readings_differ():
    different = 0
    for text in random_texts(1500):
        ours, program = reading(text)
        theirs, _ = reading(text, dialect="old")
        if None in (ours, theirs):
            continue
        assert bool(program.notes) == (ours != theirs), text
        different += ours != theirs
    assert different > 100


@pytest.mark.parametrize(
    ("text", "ours", "theirs"),
    [
        ("c == #p && q", "(c == #p) && q", "c == #(p && q)"),
        ("q || c < 1 + #p || q", "q || (c < 1 + #p) || q", "q || c < 1 + #(p || q)"),
        ("c - d + 1", "(c - d) + 1", "c - (d + 1)"),
        ("1 - c + d + 2 - d", "(1 - c) + d + 2 - d", "1 - (c + d + 2) - d"),
        (
            "c if p else d if q else 1",
            "c if p else (d if q else 1)",
            "(c if p else d) if q else 1",
        ),
        ("2*c + d", "(2*c) + d", "2*(c + d)"),
        ("!p && q", "(!p) && q", "!(p && q)"),
    ],
)
def test_a_note_has_both_readings_and_each_is_what_is_read(text, ours, theirs):
    found, program = reading(text)
    (note,) = program.notes
    assert (note.line, note.ours, note.theirs) == (5, ours, theirs)
    assert reading(ours)[0] == found
    assert reading(theirs)[0] == reading(text, dialect="old")[0] != found


def test_each_form_is_noted_once_at_its_first_place():
    lines = ["u = c - d + 1", "v = d - c + 2", "w = c == #p && q", "x = d == #q && p"]
    assert [note.line for note in parse(HEAD + "\n".join(lines)).notes] == [5, 7]


def test_the_older_reading_has_no_notes_and_can_be_written_in_our_dialect():
    text = f"{HEAD}x = c - d + 1 > 0  // late\n\ny = !x && q"
    old = parse(text, dialect="old")
    assert old.notes == ()
    converted = fmt(text, dialect="old")
    assert parse(converted) == old != parse(text)
    assert "x = c - (d + 1) > 0  // late" in converted


def test_guards_brackets_and_new_words_are_read_in_the_older_dialect_too():
    text = (
        "#import pred\n#import pos_even\n"
        'u = #[pred] "a" && "b" // more\n'
        "v = min(u - 1 + 2,\n 3) >= -u + 1\n"
        'w = i mod 2 == 0 && never ("b") || exists[i - j <= 1] "a"\n'
        "z = pos_even && w && true\n"
        'next "a" = !z && v\n'
    )
    lines = [
        'u = #[i - j == 1]("a" && "b")',
        "v = min(u - (1 + 2), 3) >= -(u + 1)",
        'w = i mod 2 == 0 && never "b" || exists[i - j <= 1] "a"',
        "z = i mod 2 == 1 && w && true",
        'next "a" = !(z && v)',
    ]
    assert str(parse(text, dialect="old")).splitlines() == lines


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = c == #p && q == d", "found ==, where the older interpreter"),
        ("x = (c", "found the end"),
        ("x = c +", "an operand is missing"),
        ("x = c if p", "found the end"),
        ("x = && p", "found &&"),
        ("x = #[i - j == 1", "an operand is missing"),
        (f"x = {'!' * 101}p", "nested deeper than 100"),
    ],
)
def test_what_the_older_interpreter_does_not_read_is_told_with_its_place(text, reason):
    with pytest.raises(CraspSyntaxError, match=re.escape(reason)) as error:
        parse(HEAD + text, dialect="old")
    assert error.value.line == 5


@pytest.mark.parametrize("text", ["", "x", "x =", "alphabet", "next", "accept"])
def test_fragments_are_told_by_our_own_grammar(text):
    with pytest.raises(CraspError):
        parse(text, dialect="old")


def test_another_dialect_is_refused():
    with pytest.raises(SpecError, match="the dialect is 'ancient'"):
        parse("accept true", dialect="ancient")


def test_the_command_line_reads_the_older_dialect(tmp_path, capsys):
    path = tmp_path / "old.cr"
    path.write_text('x = !"a" && "b"\n')
    for line, answer in (([], "rejected"), (["--dialect", "old"], "accepted")):
        assert command(["crasp", "run", str(path), "c", *line, "--quiet"]) == 0
        assert capsys.readouterr().out.startswith(answer)
    assert command(["crasp", "fmt", str(path), "--dialect", "old"]) == 0
    assert capsys.readouterr().out == 'x = !("a" && "b")\n'
    assert command(["crasp", "check", str(path)]) == 0
    assert "the older C-RASP interpreter reads it as" in capsys.readouterr().err
    assert load(path, dialect="old") == parse('x = !("a" && "b")')
    for name in ("check", "facts", "simplify", "compile"):
        assert command(["crasp", name, str(path), "--dialect", "old", "--quiet"]) == 0


@pytest.mark.parametrize(
    ("text", "line", "column", "source"),
    [
        ('x = "a"\ny = !x  &&  z // all', 2, 13, "y = !x  &&  z // all"),
        ("c = 2*#x + # y", 1, 8, "c = 2*#x + # y"),
        ('x = "a"\naccept # x && (\n  x\n)  +', 4, 4, ")  +"),
        ('x = "a"\naccept # x', 2, 8, "accept # x"),
    ],
)
def test_errors_point_at_what_was_written(text, line, column, source):
    with pytest.raises(CraspError) as caught:
        parse(text, dialect="old")
    error = caught.value
    assert (error.line, error.column, error.source) == (line, column, source)


def test_an_error_behind_the_last_token_points_at_the_end():
    assert Source("(x) )", "x").error(CraspError, "", 4).column == 2
