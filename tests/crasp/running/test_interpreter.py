from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running import interpreter, meaning
from lengthwise.errors import WordError
from tests.crasp import program_strategies as our


@given(our.runs())
def test_arrays_agree_with_the_reference(case):
    assert interpreter.run(*case) == meaning.run(*case)


@given(our.runs(emits=True))
def test_arrays_agree_with_the_reference_on_what_is_emitted(case):
    assert interpreter.run(*case) == meaning.run(*case)


@given(our.runs())
def test_values_at_a_position_ignore_the_future(case):
    program, word = case
    whole = interpreter.run(program, word)
    for end in range(1, len(word)):
        part = interpreter.run(program, word[:end])
        assert part.accepts == whole.accepts[:end]
        assert part.lines == tuple((n, v[:end]) for n, v in whole.lines)


@given(our.programs(), st.lists(st.integers(1, 8), min_size=1, max_size=5))
def test_words_in_a_batch_do_not_disturb_each_other(program, lengths):
    words = [our.random_word(program, n, seed) for seed, n in enumerate(lengths)]
    alone = [interpreter.run(program, word).accepted for word in words]
    assert list(interpreter.accepted(program, words)) == alone


def test_a_local_count_has_the_definition_at_every_position():
    random = Random(0)
    word = tuple(random.choices("ab", k=50))
    for lags in [(0,), (1,), (0, 1, 2), (3, 7), (49,), (50, 51), (2, 3, 4, 9)]:
        guard = "{" + ", ".join(map(str, lags)) + "}"
        program = parse(f'n = #[i - j in {guard}] "a"\naccept n > 0')
        expected = [
            sum(d <= i and word[i - d] == "a" for d in lags) for i in range(len(word))
        ]
        assert dict(interpreter.run(program, word).lines)["n"] == tuple(expected)


def test_numbers_beyond_64_bits_are_exact():
    lines = ['x0 = # "a"'] + [f"x{k} = 3 * x{k - 1}" for k in range(1, 60)]
    program = parse("\n".join([*lines, "y = x59 - 1", "accept y < x59"]))
    run = interpreter.run(program, "aab")
    assert dict(run.lines)["y"] == (3**59 - 1, 2 * 3**59 - 1, 2 * 3**59 - 1)
    assert run == meaning.run(program, "aab")


def test_min_max_and_conditional_are_exact_beyond_64_bits():
    big = "999999999999999999"
    text = f"""
        b = {big} * # true
        c = b + {big} * b
        d = min(c, b) + max(c, 1) + (c if "a" else b)
        accept d > 0 && exists[i - j <= 1](c != d)
    """
    program = parse(text)
    assert interpreter.run(program, "ab") == meaning.run(program, "ab")


def test_the_empty_word_has_no_answer():
    for runner in (interpreter, meaning):
        assert runner.run(load("dyck1"), "").accepted is None
        assert runner.run(load("bin_majority"), "").next is None


def test_an_answer_of_the_other_kind_is_none():
    assert interpreter.run(load("dyck1"), "()").next is None
    assert interpreter.run(load("bin_majority"), "<bos>").accepted is None
    assert interpreter.run(load("bin_majority"), "<bos>").next == ()


def test_a_symbol_that_an_open_program_does_not_name_is_another_letter():
    program = parse('accept # "a" < # true')
    assert interpreter.run(program, "a").accepted is False
    assert interpreter.run(program, ["a", "anything"]).accepted is True


def test_a_symbol_outside_a_declared_alphabet_is_refused():
    with pytest.raises(WordError, match="'c' at place 1 is not one of the symbols"):
        interpreter.run(parse('alphabet "a" "b"\naccept "a"'), ["c"])


def test_many_words_are_taken_piece_by_piece(monkeypatch):
    monkeypatch.setattr(interpreter, "_CHUNK", 10)
    words = [w for n in range(1, 6) for w in load("dyck1").letters.words(n)]
    program = load("dyck1")
    expected = [meaning.run(program, word).accepted for word in words]
    assert list(interpreter.accepted(program, words)) == expected


def test_no_words_have_no_answers():
    assert list(interpreter.accepted(load("dyck1"), [])) == []


def test_codes_of_minus_one_are_symbols_without_a_name():
    program = parse('accept "a" || !("b")')
    found = interpreter.evaluate(program, np.array([[0, 1, -1]]), ("a", "b"))
    assert found.accepts.tolist() == [[True, False, True]]
