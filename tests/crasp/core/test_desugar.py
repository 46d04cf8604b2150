import pytest
from hypothesis import given

from lengthwise.crasp.core import desugar as module
from lengthwise.crasp.core import nodes
from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.syntax import Modulus, Symbol, Truth
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running import meaning
from lengthwise.errors import TooLargeError
from tests.crasp import program_strategies as our


def values(plain, word):
    """The value of every node at every position, one position at a time."""
    found = []
    for node in plain.nodes:
        found.append(tuple(value(node, found, word, i) for i in range(len(word))))
    return found


def value(node, found, word, i):
    def form(f):
        return f.constant + sum(k * found[place][i] for place, k in f.terms)

    match node:
        case Symbol(symbol):
            return word[i] == symbol
        case Modulus(m, r):
            return (i + 1) % m == r
        case Truth(truth):
            return truth
        case nodes.Not(of):
            return not found[of][i]
        case nodes.And(parts):
            return all(found[p][i] for p in parts)
        case nodes.AtLeastZero(f) | nodes.Linear(f):
            return form(f) >= 0 if isinstance(node, nodes.AtLeastZero) else form(f)
        case nodes.Count(where, lags):
            lags = range(i + 1) if lags is None else lags
            return sum(found[where][i - d] for d in lags if d <= i)
        case nodes.Choice(test, then, other):
            return form(then if found[test][i] else other)


@given(our.runs())
def test_the_core_has_the_values_of_the_program(case):
    program, word = case
    plain, expected = core(program), meaning.run(program, word)
    found = values(plain, word)
    assert tuple((name, found[k]) for name, k in plain.lines) == expected.lines
    assert found[plain.accept] == expected.accepts


@given(our.runs(emits=True))
def test_the_core_emits_what_the_program_emits(case):
    program, word = case
    plain, expected = core(program), meaning.run(program, word)
    found = values(plain, word)
    held = [(symbol, found[place]) for symbol, place in plain.next]
    emits = [tuple(a for a, row in held if row[i]) for i in range(len(word))]
    assert tuple(emits) == expected.emits


@given(our.programs())
def test_nodes_have_the_promised_form(program):
    plain = core(program)
    assert len(set(plain.nodes)) == len(plain.nodes)
    used = {k for _, k in plain.lines} | {k for _, k in plain.next}
    used |= {plain.accept} - {None}
    for place, node in enumerate(plain.nodes):
        assert all(k < place for k in nodes.operands(node))
        used.update(nodes.operands(node))
        inside = [plain.nodes[k] for k in nodes.operands(node)]
        if isinstance(node, nodes.Not):
            assert isinstance(inside[0], Symbol | Modulus | nodes.And)
        if isinstance(node, nodes.And):
            assert len(node.parts) >= 2
            assert node.parts == tuple(sorted(set(node.parts)))
            assert not any(isinstance(p, Truth | nodes.And) for p in inside)
        if isinstance(node, nodes.AtLeastZero):
            assert all(isinstance(p, nodes.Count | nodes.Choice) for p in inside)
            assert all(k for _, k in node.form.terms)
    assert used == set(range(len(plain.nodes)))


def shown(text):
    return core(parse(f"accept {text}")).nodes


def test_equal_subexpressions_are_one_node():
    assert shown('# "a" > 3') == shown('!(# "a" <= 3)') == shown('2 * # "a" >= 7')
    assert (
        len([n for n in core(load("dyck1")).nodes if isinstance(n, nodes.Count)]) == 3
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"a" || !"a"', True),
        ('"a" && !"a"', False),
        ("3 <= 4", True),
        ('# "a" < # "a"', False),
        ('#("a" && false) == 0', True),
        ("never false && i mod 1 == 0", True),
        ('(1 if "a" else 2) >= 1', True),
        ('(3 if true else # "a") == (# "b" if false else 3)', True),
        ('(# "b" if "a" else # "b") == # "b"', True),
        ("true && true", True),
        ("!false", True),
    ],
)
def test_constants_are_folded(text, value):
    assert shown(text) == (Truth(value),)


def test_a_choice_between_numbers_is_its_test():
    assert shown('(1 if "a" else 0) >= 1') == (Symbol("a"),)
    assert shown('(0 if "a" else 1) >= 1') == (Symbol("a"), nodes.Not(0))
    assert shown('#[i - j == 0] "a" >= 1') == (Symbol("a"),)
    (_, choice, *_) = shown('(# "b" if !"a" else 1) >= 1')[2:]
    assert isinstance(choice, nodes.Choice)


def test_sums_of_sums_that_explode_are_refused(monkeypatch):
    monkeypatch.setattr(module, "LIMIT", 1000)
    lines = ['x0 = # "a"'] + [
        f"x{k} = x{k - 1} + #(# true == {k})" for k in range(1, 60)
    ]
    with pytest.raises(TooLargeError, match="machine words"):
        core(parse("\n".join([*lines, "accept x59 > 0"])))


def test_open_programs_get_one_letter_more():
    assert core(parse('accept "a"')).alphabet.symbols == ("a", "_")
