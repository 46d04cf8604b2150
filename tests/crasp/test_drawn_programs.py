from functools import cache

from hypothesis import Phase, given, settings

from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.running.interpreter import accepted
from tests.crasp import program_strategies as our


@cache
def sample():
    found = []

    @settings(max_examples=1000, derandomize=True, phases=[Phase.generate])
    @given(our.programs())
    def collect(program):
        found.append(program)

    collect()
    return found


def short_words(program):
    return [w for n in range(1, 7) for w in program.letters.words(n)]


def test_half_have_counting_depth_two_or_more():
    depths = [facts(program).counting_depth for program in sample()]
    assert sum(depth >= 2 for depth in depths) >= 500


def test_a_third_have_a_local_count():
    assert sum("local" in facts(program).positions for program in sample()) >= 334


def test_a_fifth_have_a_periodic_predicate():
    assert sum("periodic" in facts(program).positions for program in sample()) >= 200


def test_half_are_neither_always_true_nor_always_false_on_short_words():
    answers = (set(accepted(p, short_words(p))) for p in sample())
    assert sum(len(found) == 2 for found in answers) >= 500
