"""A machine that is called does what the definition says, and what its program does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import run
from lengthwise.errors import WordError
from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.constructions.named_machines import machine
from lengthwise.limit.running import definition
from tests.conftest import EXPENSIVE

DYCK = load("dyck1")
ACCEPTOR = compile_program(DYCK)
MARKED = compile_program(load("bin_majority"))


@EXPENSIVE
@given(st.lists(st.sampled_from("()"), max_size=20))
def test_a_compiled_acceptor_decides_as_its_program(word):
    found = ACCEPTOR(word)
    assert found.accepted == run(DYCK, word).accepted
    assert found.word == tuple(word)
    assert found.read == ("$", *word)


def test_the_values_are_those_of_the_definition():
    share = machine("simple:omega=4,pieces=4")
    found = share("0 1 2 0")
    assert np.allclose(found.values, definition.outputs(share, "0120"))
    assert found.outputs == {"sine": found.values[-1, 0]}
    assert found.accepted is None


@pytest.mark.parametrize(
    "word", ["(())", "( ( ) )", ["(", "(", ")", ")"], iter("(())")]
)
def test_a_word_is_a_text_or_a_sequence(word):
    assert ACCEPTOR(word).accepted is True


def test_symbols_of_many_characters_are_separated_by_blanks():
    found = MARKED("<bos> 1 <sep>")
    assert found.word == ("<bos>", "1", "<sep>")
    assert found.outputs == {"0": 0.0, "1": 1.0, "<eos>": 0.0}
    assert repr(found) == "<MachineRun 0 0, 1 1, <eos> 0 on '<bos> 1 <sep>'>"


def test_the_empty_word_has_a_value_only_with_the_mark():
    assert ACCEPTOR("").accepted is None
    assert ACCEPTOR("").outputs == {"accept": 0.0}
    with pytest.raises(WordError, match=r"the machine reads no \$; give a symbol"):
        machine("modp:p=2")("")


def test_many_outputs_are_cut_on_a_prompt():
    assert " and 2 more on " in repr(machine("kgram:k=1,S=6")("0123450"))
