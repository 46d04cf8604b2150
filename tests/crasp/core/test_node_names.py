"""Nodes of a core are called by their expressions."""

import pytest

from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.node_names import LONGEST, node_names
from lengthwise.crasp.language.parser import parse


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('accept 2*# "a" >= # "b" + 3', "2*#a >= #b + 3"),
        ('accept # "a" >= 1', "#a >= 1"),
        ('accept 4 >= # "a"', "4 >= #a"),
        ('accept # "a" >= # "b" || "c"', "!(#b >= #a + 1 && !c)"),
        ('accept #[i - j in {1, 4}] "a" >= 1', "#[-1,4] a >= 1"),
        ("accept i mod 3 == 1", "i mod 3 == 1"),
        ("accept true", "true"),
        ("accept false", "false"),
        ('accept #(# "a" >= 1 && "b") >= 2', "#(#a >= 1 && b) >= 2"),
    ],
)
def test_an_expression_reads_as_its_program(text, name):
    program = core(parse(text))
    assert node_names(program, {})[program.accept] == name


def test_choices_and_sums_are_written_out():
    program = core(parse('x = # "a" if i mod 2 == 0 else 0 - # "a"\naccept x >= 2'))
    assert "#a if i mod 2 == 0 else -#a" in node_names(program, {}).values()
    assert (
        "-#a + 3" in node_names(core(parse('x = 3 - # "a"\naccept "a"')), {}).values()
    )
    assert "(#a if i mod 2 == 0 else -#a) >= 2" in node_names(program, {}).values()


def test_a_given_name_is_used_and_a_long_expression_is_cut():
    program = core(parse('x = # "a" >= 1\naccept #(x && !"b") >= 1'))
    place = dict(program.lines)["x"]
    names = node_names(program, {place: "x"})
    assert names[program.accept] == "#(x && !b) >= 1"
    long = core(
        parse("accept " + " + ".join(f'# "{c}"' for c in "abcdefghij") + " >= 1")
    )
    cut = f"#a + #b + #c + #d + #e +… [{long.accept}]"
    assert node_names(long, {})[long.accept] == cut


def test_a_long_expression_is_cut_and_told_apart_by_its_place():
    long = " + ".join(f'{k} * # "a{k}"' for k in range(2, 12))
    program = core(parse(f"accept {long} >= 3 && {long} <= 100"))
    names = node_names(program, {})
    cut = [name for name in names.values() if "…" in name]
    assert cut
    assert all(len(name) <= LONGEST for name in names.values())
    assert len(set(names.values())) == len(names)
    assert not any(name.startswith("node") for name in names.values())
