import pytest

from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.program import Line, Program
from lengthwise.errors import (
    CraspNameError,
    CraspSortError,
    CraspSyntaxError,
    WordError,
)
from lengthwise.words import Alphabet

A = s.Symbol("a")


@pytest.mark.parametrize(
    ("kind", "arguments", "reason"),
    [
        (CraspNameError, {"accept": s.BoolName("x")}, "no line above defines"),
        (CraspNameError, {"lines": (Line("2x", A),)}, "cannot be the name"),
        (CraspNameError, {"lines": (Line("true", A),)}, "cannot be the name"),
        (CraspNameError, {"lines": (Line("x", A), Line("x", A))}, "defined twice"),
        (
            CraspNameError,
            {"accept": A, "alphabet": Alphabet("b")},
            "not in the alphabet",
        ),
        (CraspNameError, {"next": (("a", A), ("a", A))}, "occurs twice"),
        (CraspSyntaxError, {"next": (("", A),)}, "cannot be a symbol"),
        (CraspSyntaxError, {"next": (("a", A),), "accept": A}, "accept and next"),
        (CraspSyntaxError, {}, "no Boolean line"),
        (
            CraspSortError,
            {"lines": (Line("x", A), Line("y", s.CountName("x")))},
            "'x' is a Boolean, used as a count",
        ),
    ],
)
def test_a_program_that_does_not_fit_together_is_refused(kind, arguments, reason):
    with pytest.raises(kind, match=reason):
        Program(**arguments)


def test_expressions_nested_too_deep_are_refused():
    expr = A
    for _ in range(2000):
        expr = s.Not(expr)
    with pytest.raises(CraspSyntaxError, match="nested deeper than 100"):
        Program(accept=expr)


@pytest.mark.parametrize(
    "build",
    [
        lambda: s.And((A,)),
        lambda: s.Or(()),
        lambda: s.Sum(((1, s.Number(1)),)),
        lambda: s.Sum(((2, s.Number(1)), (1, s.Number(1)))),
        lambda: s.Number(-1),
        lambda: s.Times(-1, s.Number(1)),
        lambda: s.Count(A, ()),
        lambda: s.Count(A, (2, 1)),
        lambda: s.Exists(A, (-1,)),
        lambda: s.Never(A, (100_001,)),
        lambda: s.Modulus(3, 3),
        lambda: s.Modulus(-1, 0),
        lambda: s.Compare(s.Number(1), "=", s.Number(1)),
        lambda: s.Symbol('"'),
        lambda: s.Symbol("$"),
    ],
)
def test_nodes_check_themselves(build):
    with pytest.raises(CraspSyntaxError):
        build()


def test_the_last_boolean_line_is_the_acceptor_where_no_accept_stands():
    program = parse('x = "a"\ny = "b"\nn = # x')
    assert program.acceptor == s.BoolName("y")
    assert program.accept is None


def test_an_open_alphabet_has_the_named_symbols_and_one_more():
    assert parse('accept "b" || "a"').letters == Alphabet("ba_")
    assert parse('accept "_" || "*"').letters == Alphabet("_*?")
    assert parse('next "x" = "y"').letters == Alphabet("yx_")
    everything = " || ".join(f'"{c}"' for c in "_*?.+-~^%&@:;|/=<>")
    assert len(parse(f"accept {everything}").letters) == 19


@pytest.mark.parametrize(
    ("text", "word", "symbols"),
    [
        ('accept "a"', "aba", "a b a"),
        ('accept "a"', "a b a", "a b a"),
        ('accept "a"', "aa foo a", "a a foo a"),
        ('accept "a" || "bc"', "a bc x", "a bc x"),
        ('accept "a" || "bc"', "abc", "abc"),
        ('alphabet "a" "b"\naccept "a"', "ab ba", "a b b a"),
        ('alphabet "a" "bc"\naccept "a"', "a bc", "a bc"),
        ('accept "a"', "", ""),
    ],
)
def test_words_are_read_as_people_write_them(text, word, symbols):
    assert parse(text).read(word) == tuple(symbols.split())


def test_words_outside_the_alphabet_are_refused():
    program = parse('alphabet "a" "b"\naccept "a"')
    assert program.read(iter("ab")) == ("a", "b")
    for word in ("abc", ["a", "c"]):
        with pytest.raises(WordError, match="'c'"):
            program.read(word)
