"""Bob's activations are those of the whole machine."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library import programs
from lengthwise.errors import FormatError, SpecError, TooLargeError
from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.constructions.named_machines import machine as named
from lengthwise.limit.machine import MLP, Attention, Head, Layer, LimitTransformer
from lengthwise.limit.running import definition
from lengthwise.theory.communication import machine_bits
from lengthwise.theory.communication.alice_and_bob import Message, message_layout
from lengthwise.theory.communication.machine_bits import (
    activations_agree,
    machine_protocol,
)
from lengthwise.theory.communication.machine_halves import (
    machine_alice,
    machine_bob,
)
from lengthwise.theory.communication.machine_layout import machine_layout
from lengthwise.words import Alphabet
from tests import strategies as our
from tests.crasp.program_strategies import random_word, runs

LIBRARY = {programs.program(name): name for name in programs.names()}
SMALL = {p: name for p, name in LIBRARY.items() if len(core(p).nodes) < 100}
NAMED = pytest.mark.parametrize("program", SMALL, ids=SMALL.get)
WITHOUT_MARK = LimitTransformer(
    alphabet=Alphabet("ab"),
    embedding=np.diag([1.0, 0.0]),
    layers=(
        Layer(
            heads=(Head(bilinear=np.zeros((2, 2)), value=np.eye(2, k=-1)),),
            mlp=MLP.none(2),
        ),
    ),
    readout=np.array([[0.0, 1.0]]),
)
"""The share of a among all symbols so far."""


def halves(program, half, seed=0):
    machine = compile_program(program)
    word = random_word(program, 2 * half, seed)
    return machine, word, machine_alice(machine, word[:half], 2 * half)


@NAMED
def test_bob_has_the_activations_of_the_compiled_machine(program):
    for half in (8, 64, 512):
        machine, word, message = halves(program, half)
        assert activations_agree(machine, message, word)


@pytest.mark.slow
@NAMED
def test_bob_has_the_activations_at_100_000_symbols(program):
    machine, word, message = halves(program, 100_000)
    assert activations_agree(machine, message, word)


@given(runs(), st.integers(0, 99))
def test_drawn_programs_may_be_compiled_and_cut(run, seed):
    program, _ = run
    machine, word, message = halves(program, machine_layout_needs(program), seed)
    stages = definition.streams(machine, word)
    for one, other in zip(
        machine_bob(machine, message, word[message.half :]), stages, strict=True
    ):
        assert one == pytest.approx(other[message.half + 1 :], abs=1e-12)


def machine_layout_needs(program):
    return compile_program(program).tau + 2


@pytest.mark.parametrize("kind", [Attention("finite", 4), Attention("hardmax")])
def test_attention_may_be_rounded_or_hard(kind):
    program = programs.program("tomita4")
    machine = replace(compile_program(program), attention=kind)
    word = random_word(program, 64, 0)
    assert activations_agree(machine, machine_alice(machine, word[:32], 64), word)


def test_a_machine_may_read_no_mark():
    message = machine_alice(WITHOUT_MARK, "aab", 6)
    assert message.bits == "10"
    assert activations_agree(WITHOUT_MARK, message, tuple("aabbab"))


def test_a_compiled_program_without_lags_and_periods_sends_what_the_program_sends():
    for name in ("majority_language", "dyck1", "anbncn", "shuffle4", "l_k"):
        program = programs.program(name)
        found = machine_layout(compile_program(program)).layout
        assert found.bits(64) == message_layout(program).bits(64)


def test_a_wrong_message_is_noticed():
    machine, word, right = halves(programs.program("dyck1"), 8)
    flipped = "10"[int(right.bits[-1])]
    wrong = Message(right.bits[:-1] + flipped, 8)
    assert activations_agree(machine, right, word)
    assert not activations_agree(machine, wrong, word)
    with pytest.raises(FormatError):
        machine_bob(machine, Message("0", 8), word)


CONTENT = {
    "simple:omega=4": (3, 0),
    "modp:p=5,k=1": (4, 3),
    "kgram_exact:k=1,S=2": (8, 2),
    "kgram_exact:k=2,S=3": (42, 6),
}
"""Constructions with content logits: numbers that are counted, and other bits."""


@pytest.mark.parametrize("name", CONTENT)
@pytest.mark.parametrize("half", [4, 9, 30])
def test_heads_with_content_logits_are_told_the_classes_of_keys(name, half):
    machine = named(name)
    symbols = machine.alphabet.symbols
    counts, constant = CONTENT[name]
    for seed in range(4):
        word = Random(seed).choices(symbols[: 1 + seed], k=half) + Random(seed).choices(
            symbols, k=half + seed
        )
        message = machine_alice(machine, word[:half], len(word))
        assert len(message) == counts * half.bit_length() + constant
        stages = definition.streams(machine, word)
        found = machine_bob(machine, message, word[half:])
        for one, other in zip(found, stages, strict=True):
            assert one == pytest.approx(other[half + machine.bos :], abs=1e-9)


@pytest.mark.parametrize(
    "name",
    [
        "simple:omega=4",
        "modp:p=5,k=1",
        pytest.param("kgram_exact:k=1,S=2", marks=pytest.mark.slow),
        pytest.param("kgram_exact:k=2,S=3", marks=pytest.mark.slow),
    ],
)
def test_content_logits_at_100_000_symbols(name):
    counts, constant = CONTENT[name]
    found = machine_protocol(named(name), [100_000])
    assert found.rows[0].equal
    assert found.rows[0].bits == counts * 17 + constant


@given(our.machines(layers=(1,), kinds=("softmax", "finite", "hardmax")), st.data())
def test_drawn_machines_of_one_layer_may_be_cut(machine, data):
    replaced = replace(machine, layers=tuple(map(by_content, machine.layers)))
    half = machine.tau + 1 + data.draw(st.integers(0, 4))
    word = our.words(machine.alphabet, min_size=half + 1, max_size=half + 6)
    drawn = data.draw(word)
    found = machine_bob(
        replaced, machine_alice(replaced, drawn[:half], len(drawn)), drawn[half:]
    )
    stages = definition.streams(replaced, drawn)
    for one, other in zip(found, stages, strict=True):
        assert one == pytest.approx(other[half + machine.bos :], abs=1e-9, rel=1e-9)


def by_content(layer):
    """The layer, with content logits in every head."""
    heads = (
        head if head.bilinear.any() else replace(head, bilinear=np.eye(len(head.value)))
        for head in layer.heads
    )
    return replace(layer, heads=tuple(heads))


def test_keys_that_are_real_numbers_are_refused():
    share = WITHOUT_MARK.layers[0]
    head = Head(bilinear=np.eye(2), value=np.eye(2, k=-1))
    above = Layer(heads=(head,), mlp=MLP.none(2))
    with pytest.raises(SpecError, match="keys or values in layer 2 are real numbers"):
        machine_alice(replace(WITHOUT_MARK, layers=(share, above)), "aab", 6)


def test_classes_of_too_many_beginnings_are_refused():
    with pytest.raises(TooLargeError, match="at most 2000 are read"):
        machine_layout(named("kgram_exact:k=3,S=9"))


def test_infinite_attention_is_refused():
    with pytest.raises(SpecError, match="infinite attention"):
        machine_layout(replace(WITHOUT_MARK, attention=Attention("infinite")))


def test_averages_of_real_numbers_are_refused():
    half = replace(WITHOUT_MARK, embedding=np.diag([0.5, 0.0]))
    with pytest.raises(SpecError, match="averages real numbers"):
        machine_alice(half, "aab", 6)


def test_a_half_that_is_shorter_than_a_lag_is_refused():
    machine = compile_program(parse('accept #[i - j == 3] "a" >= 1'))
    with pytest.raises(SpecError, match="lags up to 3"):
        machine_alice(machine, "aaa", 6)


def test_a_machine_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(machine_bits, "MOST_NUMBERS", 100)
    with pytest.raises(TooLargeError, match="at most 100"):
        machine_protocol(WITHOUT_MARK, [64])
