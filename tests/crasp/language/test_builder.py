"""Programs made as values are checked, and their texts read back as the same."""

import ast
import re
from pathlib import Path

import pytest

import lengthwise
from lengthwise.crasp.language.builder import (
    FALSE,
    TRUE,
    Builder,
    Commented,
    all_of,
    any_of,
    compare,
    number,
    total,
)
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.printer import show
from lengthwise.crasp.language.syntax import And, BoolName, Count, CountName, Or, Symbol
from lengthwise.crasp.library import programs
from lengthwise.errors import CraspNameError, CraspSortError, CraspSyntaxError

P, Q, R = map(BoolName, "pqr")


def test_joining_leaves_out_what_adds_nothing():
    assert all_of(P, all_of(Q, TRUE), P, R) == And((P, Q, R))
    assert any_of(P, any_of(Q, FALSE), P, R) == Or((P, Q, R))
    assert all_of(any_of(P, Q), R) == And((Or((P, Q)), R))
    assert (all_of(), any_of(), all_of(P, FALSE), any_of(P, TRUE)) == (
        TRUE,
        FALSE,
        FALSE,
        TRUE,
    )


@pytest.mark.parametrize("value", [0, 1, -1, 12, -12])
def test_numbers_and_sums_read_back(value):
    build = Builder("ab")
    n = build.line("n", total((1, Count(Symbol("a"))), (-3, Count(Symbol("b")))))
    m = build.line("m", total((-1, n), constant=value))
    k = build.line("k", number(value))
    program = build.program(all_of(compare(m, ">=", value), compare(m, "<", k)))
    assert parse(show(program)) == program


def test_lines_that_are_not_needed_can_be_left_out():
    build = Builder("ab")
    n = build.line("n", Count(Symbol("a")))
    build.line("m", Count(Symbol("b")))
    used = build.line("k", total((2, n)))
    build.emit("a", compare(used, ">", 1))
    assert [line.name for line in build.program().lines] == ["n", "m", "k"]
    only = build.program(only_needed=True)
    assert [line.name for line in only.lines] == ["n", "k"]


def test_what_is_built_is_checked():
    build = Builder("ab")
    build.line("n", Count(Symbol("a")))
    with pytest.raises(CraspSyntaxError, match="nothing is accepted"):
        build.program()
    with pytest.raises(CraspSortError, match="'n' is a count, used as a Boolean"):
        build.program(BoolName("n"))
    with pytest.raises(CraspNameError, match="not in the alphabet"):
        build.program(Symbol("c"))
    build.line("n", Count(Symbol("b")))
    with pytest.raises(CraspNameError, match="defined twice"):
        build.program(compare(CountName("n"), "==", 1))


def test_comments_stand_at_the_head_in_short_rows():
    text = "What follows is next-token " * 9 + "a-" * 60
    made = Commented(text, Builder("a").program(TRUE))
    rows = made.text.splitlines()
    assert parse(made.text) == made.program
    assert programs.comment(made.text) == text
    assert max(map(len, rows[:-3])) <= 88
    assert rows[-2:] == ['alphabet "a"', "accept true"]


SOURCES = Path(lengthwise.__file__).parent
ROW = re.compile(
    r"""
    ^(accept|alphabet|next)[ ]("|[{]}|$)      # a statement begins
    | (?<!\#)\#[ ]?(["(]|[{]}) | \#\[           # a count
    | \b(exists|never)[ ]?(["(\[]|[{]})       # its relatives
    | (&&|[|][|])[ ](["!(]|[{]}) | ^[ ](&&|[|][|])[ ]$
    | \bi[ ]mod[ ][{]}[ ]==
    """,
    re.VERBOSE,
)
"""What the text of a program looks like, with ``{}`` for what is filled in."""


def texts(path):
    """The texts in a module but its docstrings, with ``{}`` for what is filled in."""
    tree = ast.parse(path.read_text("utf-8"))
    seen = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            seen.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            seen.update(node.values)
            filled = [getattr(piece, "value", "") for piece in node.values]
            yield "".join(p if isinstance(p, str) else "{}" for p in filled)
        elif isinstance(node, ast.Constant) and node not in seen:
            yield str(node.value)


@pytest.mark.parametrize("package", ["crasp/library", "theory"])
def test_where_programs_are_made_none_is_glued_from_texts(package):
    glued = [
        (path.name, text)
        for path in sorted((SOURCES / package).rglob("*.py"))
        for text in texts(path)
        if ROW.search(text)
    ]
    assert glued == []


def test_texts_of_programs_are_recognized():
    printer = SOURCES / "crasp" / "language" / "printer.py"
    assert len([text for text in texts(printer) if ROW.search(text)]) > 5
