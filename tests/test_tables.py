import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.columns import listing
from lengthwise.errors import SpecError
from lengthwise.tables import MOST_ROWS, Table, text

OURS = (
    *(r"\textbackslash{}", r"\textasciitilde{}", r"\textasciicircum{}"),
    *(r"\textless{}", r"\textgreater{}", r"\textbar{}", "{[}", "{*}", "$-$"),
    *(rf"$\{name}$" for name in ("times", "cdot", "infty", "le", "ge", "Delta")),
    *(rf"$\{name}$" for name in ("Sigma", "gamma", "delta", "varepsilon", "tau")),
    r"$\omega$",
)
words = st.text(st.characters(codec="utf-8", exclude_characters="\x00"))
cells = st.one_of(st.none(), st.integers(), st.floats(), words)


def table(rows, header=("a", "b")):
    return Table(name="t", caption="c", header=header, rows=rows)


@given(st.lists(st.tuples(cells, cells)).map(tuple))
def test_csv_holds_every_cell_in_full(rows):
    made = io.StringIO(table(rows).csv(), newline="")
    read = list(csv.reader(made))[1:]
    for row, cells_read in zip(rows, read, strict=True):
        for cell, found in zip(row, cells_read, strict=True):
            if cell is None:
                assert found == ""
            elif isinstance(cell, str):
                assert found.removeprefix("'") == cell.removeprefix("'")
            else:
                assert repr(type(cell)(found)) == repr(cell)


@given(st.sampled_from("=+-@\t\r"), words)
def test_no_text_is_a_formula_for_a_spreadsheet(sign, rest):
    made = io.StringIO(table(((sign + rest, None),)).csv(), newline="")
    assert list(csv.reader(made))[1][0] == "'" + sign + rest


def test_a_negative_number_stays_a_number():
    assert table(((-0.5, -3),)).csv().splitlines()[1] == "-0.5,-3"


@given(words)
def test_latex_has_no_command_that_a_text_brought(word):
    line = table(((word, 1),)).latex().splitlines()[4]
    inside = line.removesuffix(r" & 1 \\")
    for known in OURS:
        inside = inside.replace(known, "")
    inside = re.sub(r"\$\^\{[-0-9]+\}\$", "", inside)
    for sign in "&%$#_{}":
        inside = inside.replace(f"\\{sign}", "")
    assert not set(inside) & set("\\&%$#_{}~^\n")


@pytest.mark.parametrize(
    ("cell", "made"),
    [
        (-2.5e-7, r"$-$2.5 $\times$ 10$^{-7}$"),
        ("|Σ| < 3", r"\textbar{}$\Sigma$\textbar{} \textless{} 3"),
        ("[0, 1]", "{[}0, 1]"),
        ("50 %", r"50 \%"),
        (None, "–"),
    ],
)
def test_latex_has_signs_that_every_engine_knows(cell, made):
    assert table(((cell, "x"),)).latex().splitlines()[4] == rf"{made} & x \\"


def test_a_table_is_saved_as_its_name_ends(tmp_path):
    made = table((("ε", 1),))
    assert made.save(tmp_path / "t.csv").read_bytes().decode() == made.csv()
    assert made.save(tmp_path / "t.tex").read_text("utf-8") == made.latex()
    with pytest.raises(SpecError, match=r"does not end in \.csv or \.tex"):
        made.save(tmp_path / "t.html")


def test_latex_aligns_numbers_right():
    assert table((("a", 1), ("b", None))).latex().startswith(r"\begin{tabular}{lr}")


def test_a_table_without_rows_has_a_head():
    assert table(()).latex().startswith(r"\begin{tabular}{ll}")
    assert table(()).csv() == "a,b\r\n"


def test_a_row_of_another_width_is_refused():
    with pytest.raises(SpecError, match="its header has 2"):
        table(((1,),))


def test_only_columns_that_hold_nothing_are_left_out():
    made = table(((None, ""), (1, "")))
    assert made.without("a", "b").header == ("a",)
    assert made.without("a").header == ("a", "b")


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("x", "x"),
        (None, "–"),
        (float("nan"), "not a number"),
        (-float("inf"), "−∞"),
        (-1234, "−1,234"),
        (123456.0, "123,456"),
        (0.0, "0"),
        (-2.5e-7, "−2.5 × 10⁻⁷"),
        (0.0123456, "0.0123"),
    ],
)
def test_cells_are_shown_as_people_read_them(cell, shown):
    assert text(cell) == shown


@given(st.lists(st.tuples(cells, cells)).map(tuple))
def test_every_row_of_a_text_is_one_line_that_does_nothing_to_a_terminal(rows):
    lines = table(rows).text().split("\n")
    assert len(lines) == len(rows) + 1
    assert all(line.isprintable() for line in lines)


def test_columns_of_a_text_are_as_wide_as_they_look():
    made = table((("語", 1), ("ab", 22), ("e\u0301", 3)))
    assert made.text().split("\n") == ["a    b", "語   1", "ab  22", "e\u0301    3"]


def test_a_text_is_aligned_as_it_says():
    made = Table(header=("a", "b"), rows=(("1", "2"), ("333", "44")), align="rl")
    assert made.text(gap=1) == "  a b\n  1 2\n333 44"
    with pytest.raises(SpecError, match="its header has 2"):
        Table(header=("a", "b"), rows=(), align="rlr")


@given(words)
def test_html_has_no_element_that_a_text_brought(word):
    made = Table(header=(word, "b"), rows=((word, word),), caption=word, name=word)
    found = set(re.findall(r"</?([a-z]*)", made.html(row_heads=True)))
    assert found <= {*["table", "caption", "span", "thead", "tbody", "tr", "th", "td"]}


def test_a_notebook_shows_the_first_rows():
    made = Table(header=("n",), rows=tuple((n,) for n in range(MOST_ROWS + 3)))
    assert made._repr_html_().count("<tr>") == MOST_ROWS + 1
    assert made._repr_html_().endswith("<p>and 3 more rows</p>")
    assert made.html().count("<tr>") == MOST_ROWS + 4


def test_html_tells_numbers_and_sentences_apart():
    made = table((("long enough to be a sentence", 1), ("x", None))).html(css="mine")
    assert made.startswith('<table class="mine">\n<caption><span id="t-caption">c<')
    assert '<th scope="col" class="number">b</th>' in made
    assert '<td class="words">long enough' in made
    assert '<td>x</td><td class="number">–</td>' in made


@given(words)
def test_a_row_of_markdown_is_one_line_of_as_many_cells(word):
    lines = table(((word, "x"),)).markdown().splitlines()
    assert lines[:2] == ["| a | b |", "|---|---|"]
    assert len(lines) == 3
    assert len(re.findall(r"(?<!\\)\|", lines[2].replace("\\\\", ""))) == 3


def test_a_column_that_is_left_out_takes_its_side_along():
    made = Table(header=("a", "b"), rows=((None, "x"),), align="rl")
    assert made.without("a").align == "l"


def test_facts_are_wrapped_below_each_other():
    facts = {"one": "a b c d", "two": "e\nf g h i j", "three": ""}
    made = listing(facts, indent=1, least=6, width=15).split("\n")
    assert made == [
        *(" one     a b c", "         d"),
        *(" two     e", "         f g h", "           i j"),
        " three",
    ]
