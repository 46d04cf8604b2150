from hypothesis import given

from lengthwise.crasp.core import shared_parts
from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.core.shared_parts import share
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.printer import show
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.language.syntax import Exists, Or
from lengthwise.crasp.running.interpreter import batch
from tests.crasp import program_strategies as our

LARGE = '# "a" == 1 && # "b" == 2 && # "c" == 3'


def doubled(program):
    """The same program, with everything said twice."""
    if program.accept is not None:
        accept = Or((program.accept, Exists(program.accept, (0,))))
        return Program(program.lines, accept, alphabet=program.alphabet)
    twice = tuple((a, Or((p, Exists(p, (0,))))) for a, p in program.next)
    return Program(program.lines, next=twice, alphabet=program.alphabet)


@given(our.programs())
def test_sharing_keeps_meaning(program):
    words = list(program.letters.words(4))
    before = doubled(program)
    after = share(before)
    assert (batch(after, words).accepts == batch(before, words).accepts).all()
    assert facts(after).size <= facts(before).size


@given(our.programs(emits=True))
def test_sharing_keeps_what_is_emitted(program):
    before = doubled(program)
    words = list(program.letters.words(4))
    after = batch(share(before), words).emits
    for symbol, holds in batch(before, words).emits.items():
        assert (after[symbol] == holds).all()


def test_a_program_without_large_parts_stays_as_it_is():
    program = parse('x = # "a" == 1\naccept # "a" == 1 && x')
    assert share(program) is program


def test_names_that_are_taken_are_not_given():
    program = parse(f'part1 = "a"\nx = ({LARGE}) || part1\naccept x && ({LARGE})')
    assert [line.name for line in share(program).lines] == ["part1", "part2", "x"]


def test_a_line_that_says_it_first_gives_the_name():
    after = share(parse(f"x = {LARGE}\ny = {LARGE}\naccept ({LARGE}) || exists y"))
    assert show(after) == f"x = {LARGE}\ny = x\naccept x || exists y\n"


def test_the_largest_part_gets_the_name_and_small_ones_none():
    inner, size = f"exists({LARGE})", shared_parts.SMALLEST
    after = share(parse(f'x = "a" && {inner}\naccept x || "b" && {inner}'))
    assert len(after.lines) == 2
    assert facts(after).size > size
    assert show(after).startswith(f"part1 = {inner}\n")


def test_a_part_inside_a_named_one_is_named_where_it_occurs_alone():
    text = f"x = exists({LARGE}) || false\ny = exists({LARGE}) && true\n"
    after = share(parse(f"{text}accept x && y && never({LARGE})"))
    rows = show(after).splitlines()
    assert rows[:2] == [f"part1 = {LARGE}", "part2 = exists part1"]
    assert rows[-1] == "accept x && y && never part1"
