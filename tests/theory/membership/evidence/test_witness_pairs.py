from hypothesis import given
from hypothesis import strategies as st

from lengthwise.theory.membership.evidence.witness_pairs import witness
from lengthwise.theory.membership.search.decide import membership
from tests.automata.automaton_strategies import dfas
from tests.theory.membership.language_examples import EXPENSIVE
from tests.theory.membership.language_list import LAST_NOT_2, PARITY


@EXPENSIVE
@given(
    dfas(max_states=5),
    st.sampled_from(["none", "periodic-local"]),
    st.sampled_from(["end", "last"]),
    st.integers(0, 5),
)
def test_exactly_one_of_the_two_words_is_in_the_language(
    dfa, positions, acceptance, repetitions
):
    found = membership(dfa, positions=positions, acceptance=acceptance)
    if found.answer == "no":
        first, second = witness(found.evidence).words(repetitions)
        assert dfa.accepts(first) != dfa.accepts(second)


def test_words_grow_by_the_loop():
    found = witness(membership(PARITY).evidence)
    assert found.words(9) == (("a",) * 18, ("a",) * 19)


def test_against_windows_blocks_are_spread_by_neutral_ones():
    found = witness(membership(LAST_NOT_2, positions="periodic-local").evidence)
    assert {more for _, more in found.detour} == {("2",)}
    first, second = found.words(4)
    assert first[-4:] == second[-4:] == ("2",) * 4
