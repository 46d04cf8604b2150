"""The deepest expressions that are allowed go through everything."""

import pytest

from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.core.simplify import simplify
from lengthwise.crasp.language.formatter import fmt
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.printer import show
from lengthwise.crasp.running import interpreter, meaning
from lengthwise.errors import CraspSyntaxError

DEEP = {
    "counts": (
        '!(#[i - j == 1]("a" || 1 < ' + "#(1 < " * 46,
        "# true",
        ")" * 46 + ") > 0)",
    ),
    "junctions": ('("a" && !(' * 49, 'i mod 2 == 1 || "b"', "))" * 49),
    "choices": ("1 < " + "(1 if true else " * 97, "# true", ")" * 97),
    "sums": ("1 < " + "(1 - " * 97, "# true", ")" * 97),
}


@pytest.mark.parametrize("name", DEEP)
def test_the_deepest_expressions_go_through_everything(name):
    before, inner, after = DEEP[name]
    text = f"accept {before}{inner}{after}"
    program = parse(text)
    assert parse(show(program)) == parse(fmt(text)) == program
    assert interpreter.run(program, "abc") == meaning.run(program, "abc")
    assert core(program).nodes
    assert facts(simplify(program)).size <= facts(program).size
    assert hash(program)
    assert repr(program)


@pytest.mark.parametrize("name", DEEP)
def test_one_level_more_is_refused_where_it_is(name):
    before, inner, after = DEEP[name]
    if name in {"counts", "junctions"}:
        inner = f"#(1 < {inner})" if name == "counts" else f"!({inner})"
    else:
        inner = f"2 * {inner}"
    with pytest.raises(CraspSyntaxError, match="nested deeper than 100") as caught:
        parse(f"x = true\naccept {before}{inner}{after}")
    assert (caught.value.line, caught.value.column < 20) == (2, True)
