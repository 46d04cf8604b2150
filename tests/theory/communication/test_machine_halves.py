"""Bob's activations are those of the whole machine."""

from dataclasses import replace

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


def test_content_logits_are_refused():
    with pytest.raises(SpecError, match="layer 1 has content logits"):
        machine_layout(named("simple:omega=4"))


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
