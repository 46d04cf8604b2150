"""Compiled machines against the interpreter, line by line."""

import numpy as np
import pytest

from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.running import interpreter
from lengthwise.errors import TooLargeError
from lengthwise.limit.compile.compiler import (
    SUFFICIENT_BITS,
    Sign,
    compilation,
    compile_program,
)
from lengthwise.limit.machine import Attention
from lengthwise.limit.running import definition, evaluator
from tests.conftest import EVERYTHING
from tests.crasp import program_strategies as programs
from tests.limit.limit_programs import EXAMPLES
from tests.limit.naive import naive_compile


def expected(program, word):
    """The outputs of the interpreter at every position, one column each."""
    found = interpreter.batch(program, [word])
    columns = [found.accepts] if program.next == () else found.emits.values()
    return np.stack([column[0] for column in columns], axis=1)


def require_same_outputs(program, machine, words, **options):
    for word, outputs in zip(
        words, evaluator.batch(machine, words, **options), strict=True
    ):
        assert (outputs[0] == 0).all()
        assert (outputs[1:] == expected(program, word)).all(), word


def require_same_lines(program, word):
    """Every line within 1e-9 of the interpreter at every position, and 0 at $."""
    made = compilation(program)
    stream = evaluator.streams(made.machine, word)[-1]
    read = np.arange(1, len(word) + 2)
    truth = interpreter.batch(program, [word]).lines
    for name, place in made.lines.items():
        form = place.form if isinstance(place, Sign) else place
        value = np.full(len(stream), form.constant)
        for k, weight in form.terms.items():
            value += weight * stream[:, k]
        if isinstance(place, Sign):
            assert ((value[1:] >= 0) == truth[name][0]).all(), name
            continue
        assert abs(value[0]) < 1e-9, name
        scale = 1.0 if truth[name].dtype == bool else read[1:]
        assert np.abs(value[1:] - truth[name][0] / scale).max() < 1e-9, name


@pytest.mark.parametrize("name", EXAMPLES)
def test_compiled_equals_interpreted_and_one_operation_a_layer(name):
    program = EXAMPLES[name]
    machine, oracle = compile_program(program), naive_compile(program)
    words = [w for n in range(1, 8) for w in program.letters.words(n)][:2000]
    require_same_outputs(program, machine, words)
    require_same_outputs(program, oracle, words[:200])
    assert len(machine.layers) < len(oracle.layers)
    assert machine.width < oracle.width


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_line_is_exact_up_to_length_2000(name):
    program = EXAMPLES[name]
    rng = np.random.default_rng(0)
    symbols = program.letters.symbols
    require_same_lines(program, tuple(rng.choice(symbols, size=2000)))
    for symbol in symbols:
        require_same_lines(program, (symbol,) * 300)
    require_same_lines(program, (symbols[0],) * 150 + (symbols[-1],) * 150)


@pytest.mark.parametrize("kind", ["hardmax", "finite", "finite-large"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_rounding_changes_nothing_from_the_stated_precision_on(name, kind):
    attention = {
        "hardmax": Attention("hardmax"),
        "finite": Attention("finite", SUFFICIENT_BITS),
        "finite-large": Attention("finite", 12),
    }[kind]
    program = EXAMPLES[name]
    words = [w for n in (1, 2, 3, 5) for w in program.letters.words(n)]
    require_same_outputs(program, compile_program(program), words, attention=attention)


@pytest.mark.parametrize("lag", [1, 2, 7, 100, 1999])
def test_a_lag_is_right_at_every_length_around_it(lag):
    program = parse(f'alphabet "a" "b"\naccept #[i - j == {lag}] "a" >= 1')
    machine = compile_program(program)
    rng = np.random.default_rng(lag)
    for length in {1, 2, lag, lag + 1, lag + 2, min(2 * lag, 2100)}:
        words = [tuple(rng.choice(["a", "b"], size=length)), ("a",) * length]
        require_same_outputs(program, machine, words)


@pytest.mark.parametrize("part", range(5))
def test_random_programs_compile_to_what_they_mean(part):
    rng = np.random.default_rng(part)
    for seed in range(1000 if EVERYTHING else 100):
        program = programs.random_program(5 * seed + part, int(rng.integers(1, 7)))
        symbols = program.letters.symbols
        lengths = rng.integers(1, 17, size=3)
        words = [tuple(rng.choice(symbols, size=n).tolist()) for n in lengths]
        require_same_outputs(program, compile_program(program), words)
        require_same_lines(program, words[0])


def test_the_reference_evaluator_agrees_on_the_empty_word():
    machine = compile_program(EXAMPLES["dyck"])
    assert definition.outputs(machine, ()).shape == (1, 1)


def test_lines_that_no_output_needs_are_dropped_unless_kept():
    program = parse('alphabet "a" "b"\nspare = # "a"\naccept "a"')
    assert compile_program(program).dimensions == ("$", "a")
    assert "spare" in compilation(program).machine.dimensions


def test_dimensions_bear_the_names_of_lines():
    assert "below" in compile_program(EXAMPLES["dyck"]).dimensions


def test_heads_of_a_layer_are_one_average_and_one_a_lag():
    machine = compile_program(EXAMPLES["choice"])
    for layer in machine.layers:
        lags = [tuple(head.lags) for head in layer.heads]
        assert len(set(lags)) == len(lags)


def test_coefficients_beyond_float64_are_refused():
    with pytest.raises(TooLargeError, match="cannot be compared exactly in float64"):
        compile_program(parse('accept 4000000000 * # "a" <= # "b"'))


def test_periods_with_a_large_common_multiple_are_not_compiled():
    text = 'alphabet "a"\naccept i mod 10007 == 0 || i mod 10009 == 1'
    with pytest.raises(TooLargeError, match="least common multiple 100160063"):
        compile_program(parse(text))


@pytest.mark.parametrize(
    "text",
    [
        'accept #[i - j <= 1000] "a" >= 3',
        'accept #[i - j <= 1000] "a" >= # "b"',
        'accept #[i - j <= 150] "a" >= 3 && #[i - j <= 150] "b" >= 2',
    ],
)
def test_windows_that_take_gigabytes_are_named(text):
    with pytest.raises(TooLargeError, match="at most 67108864 are built") as caught:
        compile_program(parse(f'alphabet "a" "b"\n{text}'))
    assert "has a window of 1" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_program_that_takes_gigabytes_without_windows_is_refused():
    """Counts of counts: each line is a layer with a head of its own."""
    lines = ['x0 = "a"', *(f"x{k} = # x{k - 1} >= {k + 1}" for k in range(1, 250))]
    text = "\n".join([*lines, "accept x249"])
    with pytest.raises(TooLargeError, match=r"67108864 are built$"):
        compile_program(parse(text))
