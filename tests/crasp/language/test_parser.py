import pytest

from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.parser import MOST_CHARACTERS, MOST_TOKENS, parse
from lengthwise.crasp.language.printer import show_expression
from lengthwise.errors import CraspSyntaxError

A, B, C = s.Symbol("a"), s.Symbol("b"), s.Symbol("c")
COUNT_A, COUNT_B = s.Count(A), s.Count(B)


def accepted(text):
    return parse(f"accept {text}").accept


@pytest.mark.parametrize(
    ("text", "expr"),
    [
        ('"a" || "b" && "c"', s.Or((A, s.And((B, C))))),
        ('!"a" && "b"', s.And((s.Not(A), B))),
        ('!# "a" < # "b"', s.Not(s.Compare(COUNT_A, "<", COUNT_B))),
        ('# "a" == 1 && "b"', s.And((s.Compare(COUNT_A, "==", s.Number(1)), B))),
        ('# !"a" > 1', s.Compare(s.Count(s.Not(A)), ">", s.Number(1))),
        (
            '2 * # "a" + # "b" >= 3',
            s.Compare(
                s.Sum(((1, s.Times(2, COUNT_A)), (1, COUNT_B))), ">=", s.Number(3)
            ),
        ),
        (
            '# "a" - 1 - # "b" != -2',
            s.Compare(
                s.Sum(((1, COUNT_A), (-1, s.Number(1)), (-1, COUNT_B))),
                "!=",
                s.Sum(((-1, s.Number(2)),)),
            ),
        ),
        (
            '(1 if "a" || "b" else 2 if "c" else 3) <= 4',
            s.Compare(
                s.Conditional(
                    s.Number(1),
                    s.Or((A, B)),
                    s.Conditional(s.Number(2), C, s.Number(3)),
                ),
                "<=",
                s.Number(4),
            ),
        ),
        ('exists "a" && never[i - j <= 2] !"b"',
         s.And((s.Exists(A), s.Never(s.Not(B), (0, 1, 2))))),
        ('#[i - j in {4, 1, 4}] "a" > 0',
         s.Compare(s.Count(A, (1, 4)), ">", s.Number(0))),
        ("i mod 3 == 2 || false", s.Or((s.Modulus(3, 2), s.Truth(False)))),
        ('min(1, max(2, # "a")) > 0',
         s.Compare(s.Min(s.Number(1), s.Max(s.Number(2), COUNT_A)), ">", s.Number(0))),
    ],
)  # fmt: skip
def test_precedence_is_that_of_the_manual(text, expr):
    assert accepted(text) == expr
    assert accepted(show_expression(expr)) == expr


def test_the_example_of_the_manual():
    program = parse(
        """
        // a 1 that follows a 0, at an even position
        alphabet "0" "1"
        after_zero = #[i - j == 1] "0" >= 1        // also other guards
        even       = i mod 2 == 0
        accept "1" && after_zero && even
        """
    )
    assert program.alphabet.symbols == ("0", "1")
    assert [line.name for line in program.lines] == ["after_zero", "even"]


def test_newlines_between_brackets_do_not_end_a_statement():
    text = 'accept ("a" // one\n  && // two\n "b"\n)\n'
    assert parse(text).accept == s.And((A, B))


def test_new_keywords_are_names_where_the_grammar_expects_no_keyword():
    words = "alphabet accept next mod in i j exists never"
    text = "\n".join(
        [
            *(f"{word} = # true" for word in words.split()),
            "sum = alphabet + accept + next + mod + in + i + j + exists + never",
            "c = exists if exists(i mod 2 == 0) else never if never true else i",
            "accept exists != never && accept == c && sum > exists - in",
        ]
    )
    assert len(parse(text).lines) == 11


def test_a_byte_order_mark_and_the_lack_of_a_last_newline_do_not_matter():
    assert parse('\ufeffaccept "a"') == parse('accept "a"\n')


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("x =", 1, 4, "unexpected end of the line; allowed is an expression"),
        ("x == 3", 1, 3, "unexpected '=='; allowed is '='"),
        ("accept 1 < 2 < 3", 1, 14, "comparisons do not chain"),
        ('accept "a', 1, 8, "a symbol without its closing quote"),
        ("accept # 3", 1, 10, "unexpected '3'; allowed are a name, a symbol, true"),
        ('\naccept "a" "b"', 2, 12, "allowed are a comparison, '&&'"),
        ("alphabet a", 1, 10, "unexpected 'a'; allowed is a symbol in quotes"),
        ('accept #[i - k == 1] "a"', 1, 14, "allowed is j"),
        ("accept i mod x == 1", 1, 14, "allowed is a number"),
        ("accept min(1) > 2", 1, 13, "allowed is ','"),
        ("true = 3", 1, 1, "unexpected 'true'"),
        ("accept (1\n< 2", 2, 3, "the '(' in line 1 is still open"),
        ("accept (1 < 2\nx = 3", 2, 1, "the '(' in line 1 is still open"),
        ("accept @", 1, 8, "unexpected '@'"),
        (")", 1, 1, "unexpected ')'"),
        ("accept (1 < 2)) ", 1, 15, "unexpected ')'"),
    ],
)
def test_syntax_errors_say_where_what_was_found_and_what_was_allowed(
    text, line, column, reason
):
    with pytest.raises(CraspSyntaxError) as caught:
        parse(text)
    error = caught.value
    assert reason in error.reason
    assert (error.line, error.column) == (line, column)
    assert str(error).splitlines()[2] == " " * (column - 1) + "^"


def test_what_could_steer_a_terminal_is_not_printed():
    with pytest.raises(CraspSyntaxError) as caught:
        parse("accept \x1b[31m")
    assert "\x1b" not in str(caught.value)


def test_the_deepest_nesting_that_is_allowed_prints_and_parses():
    text = "accept " + "#(1 < " * 33 + "# true" + ")" * 33 + " == 1"
    program = parse(text)
    assert parse(f"accept {show_expression(program.accept)}") == program


def test_limits_are_told():
    with pytest.raises(CraspSyntaxError, match=f"at most {MOST_CHARACTERS}"):
        parse("x" * (MOST_CHARACTERS + 1))
    with pytest.raises(CraspSyntaxError, match=f"at most {MOST_TOKENS}"):
        parse("x " * (MOST_TOKENS + 1))
    with pytest.raises(CraspSyntaxError, match="nested deeper than 100"):
        parse("accept " + "!" * 200 + "true")
    with pytest.raises(CraspSyntaxError, match="nested deeper than 100"):
        parse("accept " + "(" * 201 + "true" + ")" * 201)
