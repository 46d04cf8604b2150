"""Bob's values are those of the whole input, from a message as long as the formula."""

from math import ceil, lcm, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.nodes import Count
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.syntax import Modulus
from lengthwise.crasp.library import programs
from lengthwise.crasp.running import meaning
from lengthwise.errors import FormatError, WordError
from lengthwise.theory.communication import alice_and_bob
from lengthwise.theory.communication.alice_and_bob import alice, bob
from lengthwise.theory.communication.protocol_bits import bob_is_right
from tests.crasp.program_strategies import random_word, runs

NAMES = {programs.program(name): name for name in programs.names()}
"""Every program of the library, once."""

SMALL = {p: name for p, name in NAMES.items() if len(core(p).nodes) < 100}
LARGE = {p: name for p, name in NAMES.items() if p not in SMALL}
NAMED = pytest.mark.parametrize("program", NAMES, ids=NAMES.get)
NAMED_SMALL = pytest.mark.parametrize("program", SMALL, ids=SMALL.get)


def formula(program, half):
    nodes = core(program).nodes
    counts = [node for node in nodes if isinstance(node, Count)]
    periods = [node.period for node in nodes if isinstance(node, Modulus)]
    size = sum(node.lags is None for node in counts) * ceil(log2(half + 1))
    size += sum(node.lags[-1] for node in counts if node.lags is not None)
    return size + ceil(log2(lcm(*periods)))


def assert_as_defined(program, word, half):
    """Bob's values are those of the definition of a program."""
    whole = meaning.run(program, word)
    found = bob(program, alice(program, word[:half]), word[half:])
    for name, values in whole.lines:
        assert found.lines[name][0].tolist() == list(values[half:])
    if whole.accepts is not None:
        assert found.accepts[0].tolist() == list(whole.accepts[half:])
    for symbol, holds in found.emits.items():
        assert holds[0].tolist() == [symbol in here for here in whole.emits[half:]]


@NAMED_SMALL
def test_bob_computes_what_the_definition_says(program):
    assert_as_defined(program, random_word(program, 16, 0), 8)
    assert_as_defined(program, random_word(program, 128, 1), 64)


@pytest.mark.parametrize("program", LARGE, ids=LARGE.get)
def test_bob_computes_what_the_definition_says_of_large_programs(program):
    assert_as_defined(program, random_word(program, 16, 0), 8)


@NAMED
def test_messages_have_as_many_bits_as_the_formula(program):
    for half in (0, 1, 7, 8, 64, 100):
        message = alice(program, random_word(program, half, 0))
        assert len(message) == formula(program, half)
        assert set(message.bits) <= {"0", "1"}


@NAMED
def test_bob_computes_what_the_interpreter_says_of_512_symbols(program):
    word = random_word(program, 1024, 0)
    assert bob_is_right(program, alice(program, word[:512]), word)


@NAMED_SMALL
def test_bob_computes_what_the_interpreter_says_of_100_000_symbols(program):
    word = random_word(program, 200_000, 0)
    message = alice(program, word[:100_000])
    assert len(message) == formula(program, 100_000)
    assert bob_is_right(program, message, word)


@pytest.mark.slow
@pytest.mark.parametrize("program", LARGE, ids=LARGE.get)
def test_bob_is_right_about_100_000_symbols_of_large_programs(program):
    word = random_word(program, 200_000, 0)
    message = alice(program, word[:100_000])
    assert len(message) == formula(program, 100_000)
    assert bob_is_right(program, message, word)


def test_the_published_examples_have_the_bits_of_the_page():
    for name, bits in {"majority_language": [8, 14, 20], "dyck1": [12, 21, 30]}.items():
        program = programs.program(name)
        words = [random_word(program, half, 0) for half in (8, 64, 512)]
        assert [len(alice(program, word)) for word in words] == bits


@given(runs(), st.data())
def test_a_word_may_be_cut_anywhere(run, data):
    program, word = run
    assert_as_defined(program, word, data.draw(st.integers(0, len(word))))


@given(runs(emits=True), st.data())
def test_next_token_programs_may_be_cut_anywhere(run, data):
    program, word = run
    assert_as_defined(program, word, data.draw(st.integers(0, len(word))))


@given(runs())
def test_reading_piece_by_piece_changes_nothing(run):
    program, word = run
    half = len(word) // 2
    message = alice(program, word[:half])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alice_and_bob, "PIECE", 2 * len(core(program).nodes))
        assert alice(program, word[:half]) == message
        assert bob_is_right(program, message, word)


def test_numbers_beyond_64_bits_are_exact():
    large = 10**18
    lines = f'big = {large} * # "a"\nbigger = {large} * big - # "b"'
    program = parse(f"{lines}\naccept bigger >= {large} * big && i mod 9 == 4")
    assert_as_defined(program, tuple("aabababba"), 4)


def test_symbols_that_an_open_program_does_not_name_are_one_more_letter():
    assert_as_defined(parse('accept # "a" > #(!"a")'), tuple("axaya"), 2)


def test_a_message_of_another_program_is_refused():
    message = alice(programs.program("dyck1"), "(())")
    with pytest.raises(FormatError, match="has 0 bits"):
        bob(programs.program("ends_in_b"), message, "ab")


def test_symbols_of_another_alphabet_are_refused():
    dyck = programs.program("dyck1")
    with pytest.raises(WordError):
        alice(dyck, "ab")
    with pytest.raises(WordError):
        bob(dyck, alice(dyck, "("), "ab")


def test_a_message_shows_its_size_and_bits():
    assert repr(alice(programs.program("majority_language"), "aab")) == (
        "<Message 4 bits about 3 symbols: 0110>"
    )
