from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lengthwise.errors import SpecError, WordError
from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.machine import Attention
from lengthwise.limit.running import evaluator
from lengthwise.limit.standard._standard_transformer import StandardTransformer
from lengthwise.limit.standard.regularizer import regularizer
from lengthwise.limit.standard.translation import translate
from tests import strategies as our
from tests.limit.limit_programs import EXAMPLES


def differs(machine, model, word, offset):
    expected = evaluator.outputs(machine, word)
    return np.abs(model.outputs(word, offset=offset) - expected).max()


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_short_word_has_the_same_outputs_at_every_offset(name):
    machine = compile_program(EXAMPLES[name])
    model = translate(machine, 9)
    for length in range(5):
        for word in machine.alphabet.words(length):
            for offset in range(9 - length):
                assert differs(machine, model, word, offset) < 1e-9


@pytest.mark.parametrize("context", [64, 128, 256])
@pytest.mark.parametrize("name", ["fourth", "window", "choice"])
def test_long_words_have_the_same_outputs_up_to_the_whole_context(name, context):
    machine = compile_program(EXAMPLES[name])
    model = translate(machine, context)
    rng = np.random.default_rng(context)
    for length in (1, 2, context // 2, context - 1):
        word = tuple(rng.choice(machine.alphabet.symbols, size=length))
        for offset in {0, 1, (context - 1 - length) // 2, context - 1 - length}:
            if offset + length + 1 <= context:
                assert differs(machine, model, word, offset) < 1e-9


@settings(max_examples=60)
@given(data=st.data())
def test_random_machines_have_the_same_outputs_at_every_offset(data):
    machine = data.draw(our.machines(kinds=("softmax", "finite", "hardmax")))
    if machine.delta > 1 and not machine.bos:
        with pytest.raises(SpecError, match="relative to"):
            translate(machine, 8)
        return
    model = translate(machine, 8)
    word = data.draw(our.words(machine.alphabet, max_size=7 - machine.bos))
    offset = data.draw(st.integers(0, 8 - machine.bos - len(word)))
    assert differs(machine, model, word, offset) < 1e-6


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_regularizer_does_not_grow_with_the_context(name):
    machine = compile_program(EXAMPLES[name])
    values = [regularizer(translate(machine, n)).total for n in (16, 32, 64)]
    assert values[1] == pytest.approx(values[0], rel=1e-3)
    assert values[2] == pytest.approx(values[1], rel=1e-3)


def test_the_decisive_term_is_the_sum_of_squared_biases():
    machine = compile_program(EXAMPLES["window"])
    biases = [head.lags for layer in machine.layers for head in layer.heads]
    for context in (8, 64):
        terms = regularizer(translate(machine, context))
        assert terms.distances == sum(float((phi**2).sum()) for phi in biases)
        assert terms.layers == len(machine.layers)
        assert terms.heads == len(biases)
        assert terms.bits == 0


def test_what_cannot_be_translated_is_refused():
    machine = compile_program(EXAMPLES["majority"])
    with pytest.raises(SpecError, match="context of 0"):
        translate(machine, 0)
    with pytest.raises(SpecError, match="log i"):
        translate(replace(machine, attention=Attention("infinite")), 8)


def test_a_word_that_does_not_fit_is_refused():
    model = translate(compile_program(EXAMPLES["majority"]), 4)
    assert len(model.outputs("aba")) == 4
    for word, offset in (("abab", 0), ("aba", 1), ("a", -1)):
        with pytest.raises(WordError, match="do not fit into a context of 4"):
            model.outputs(word, offset=offset)


def test_a_standard_transformer_has_no_biases_on_lags():
    machine = compile_program(EXAMPLES["factor"])
    with pytest.raises(SpecError, match="no lag biases"):
        StandardTransformer(
            alphabet=machine.alphabet,
            embedding=machine.embedding,
            positions=np.zeros((4, machine.width)),
            layers=machine.layers,
            readout=machine.readout,
            attention=machine.attention,
            bos=True,
        )
