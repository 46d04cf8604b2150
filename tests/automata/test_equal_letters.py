"""Letters that act alike are merged, and nothing else is."""

from hypothesis import given

from lengthwise.automata.dfa import DFA
from lengthwise.automata.equal_letters import merge_letters
from lengthwise.words import Alphabet
from tests.automata.automaton_strategies import dfas


@given(dfas(max_states=5))
def test_a_word_of_first_letters_is_judged_as_any_word_of_its_classes(dfa):
    twice = DFA(
        Alphabet([*dfa.alphabet, *(f"{s}'" for s in dfa.alphabet)]),
        tuple((*row, *row) for row in dfa.transitions),
        dfa.start,
        dfa.accepting,
    )
    merged = merge_letters(twice)
    assert sorted(s for one in merged.letters for s in one) == sorted(twice.alphabet)
    assert all(f"{s}'" in one for one in merged.letters for s in one if s[-1] != "'")
    assert merge_letters(merged.dfa).dfa == merged.dfa
    first = {symbol: one[0] for one in merged.letters for symbol in one}
    for word in twice.alphabet.words(3):
        assert twice.accepts(word) == merged.dfa.accepts(first[s] for s in word)
