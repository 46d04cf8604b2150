from hypothesis import given
from hypothesis import strategies as st

from lengthwise.crasp import evaluate, reference
from lengthwise.crasp.core import core
from lengthwise.crasp.nodes import AtLeastZero, And, Choice, Count, Linear, Not
from lengthwise.crasp.parser import parse
from lengthwise.crasp.simplify import simplify
from lengthwise.crasp.printer import show
from lengthwise.crasp.formatter import fmt
from tests.crasp import strategies as our

@given(our.programs(), st.data())
def test_arrays_agree_with_the_reference(program, data):
    word = data.draw(our.words(program))
    assert evaluate.run(program, word) == reference.run(program, word)

@given(our.programs(emits=True), st.data())
def test_arrays_agree2(program, data):
    word = data.draw(our.words(program))
    assert evaluate.run(program, word) == reference.run(program, word)

@given(our.programs())
def test_simp(program):
    q = simplify(program)
    ws = [w for n in range(1,6) for w in program.letters.words(n)]
    assert list(evaluate.accepted(program, ws)) == list(evaluate.accepted(q, ws))
    assert simplify(q) == q
    assert fmt(show(program)) == show(program)
