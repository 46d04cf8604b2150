import pytest
from hypothesis import given

from lengthwise.crasp.core.simplify import simplify
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.printer import show
from lengthwise.crasp.library import programs
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import accepted, batch
from tests.crasp import program_strategies as our


@given(our.programs())
def test_simplify_keeps_meaning(program):
    words = [w for n in range(1, 6) for w in program.letters.words(n)]
    after = simplify(program)
    assert list(accepted(after, words)) == list(accepted(program, words))
    assert len(after.lines) <= len(program.lines)


@given(our.programs(emits=True))
def test_simplify_keeps_what_is_emitted(program):
    words = [w for n in range(1, 5) for w in program.letters.words(n)]
    before, after = (batch(p, words).emits for p in (program, simplify(program)))
    ends = [(k, len(word) - 1) for k, word in enumerate(words)]
    for symbol in before:
        assert all(before[symbol][at] == after[symbol][at] for at in ends)


@given(our.programs())
def test_simplifying_twice_changes_nothing(program):
    once = simplify(program)
    assert simplify(once) == once


@pytest.mark.parametrize("name", programs.names())
def test_programs_of_the_library_are_simple(name):
    program = load(name)
    assert len(simplify(program).lines) <= len(program.lines)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('x = "a"\ny = x\naccept y && y', 'x = "a"\naccept x'),
        ('x = # "a"\ny = # "b"\naccept x > 1', 'x = # "a"\naccept x > 1'),
        ('x = # "a"\naccept # "a" > 1', 'x = # "a"\naccept x > 1'),
        ('accept !(# "a" < 3) || false', 'accept # "a" >= 3'),
        (
            'accept !!exists "a" && !never[i - j == 1] "b"',
            'accept exists "a" && exists[i - j == 1] "b"',
        ),
        ('accept "a" && ("b" && true) && "a"', 'accept "a" && "b"'),
        ('accept "a" || ("b" || !"a")', "accept true"),
        ('c = # "a" + # "a" - 1 + 3\naccept c > 0', 'c = 2 * # "a" + 2\naccept c > 0'),
        ('accept # "a" - # "a" >= 1', "accept false"),
        ('accept min(# "a", # "a" + 1) == max(# "a", # "a" - 2)', "accept true"),
        (
            'accept (1 if !"a" else 2) > (# "b" if true else 3)',
            'accept (2 if "a" else 1) > # "b"',
        ),
        ("accept (4 if false else 3) > 3 * # false", "accept true"),
        ('accept (# "b" if "a" else # "b") > 0', 'accept # "b" > 0'),
        ("accept exists true && i mod 1 == 0", "accept true"),
        ("accept exists[i - j == 1] true", "accept exists[i - j == 1] true"),
        ('accept exists[i - j == 0] "a"', 'accept "a"'),
        ('accept 0 - # "a" < 2 * (1 + # "b")', 'accept -# "a" < 2 * # "b" + 2'),
        ('k = 3\nt = !false\naccept t && # "a" > k', 'accept # "a" > 3'),
    ],
)
def test_examples(before, after):
    assert show(simplify(parse(before))) == after + "\n"


def test_numbers_too_large_to_write_are_left_alone():
    big = "999999999999999999"
    text = f'accept {big} * ({big} * # "a") > 1'
    assert show(simplify(parse(text))) == f'accept {big} * {big} * # "a" > 1\n'
