from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import equivalent_states, minimize
from lengthwise.automata.shortest_words import separating_word, shortest_word
from tests.automata.automaton_strategies import dfas


def same_language(first, second):
    words = range(len(first) + len(second))
    return all(
        first.accepts(w) == second.accepts(w)
        for n in words
        if len(first.alphabet) ** n < 300
        for w in first.alphabet.words(n)
    )


@given(dfas())
def test_the_language_stays(dfa):
    assert same_language(dfa, minimize(dfa))


@given(dfas())
def test_every_state_is_reached_and_every_two_are_told_apart(dfa):
    minimal = minimize(dfa)
    words = [shortest_word(minimal, 0, state) for state in range(len(minimal))]
    assert [minimal.run(word) for word in words] == list(range(len(minimal)))
    assert words == sorted(words, key=len)
    for p in range(len(minimal)):
        for q in range(p):
            assert separating_word(minimal, p, q) is not None


@given(dfas(max_states=6), st.randoms())
def test_names_of_states_do_not_matter(dfa, random):
    order = list(range(len(dfa)))
    random.shuffle(order)
    rows = [()] * len(dfa)
    for old, new in enumerate(order):
        rows[new] = tuple(order[t] for t in dfa.transitions[old])
    accepting = frozenset(order[s] for s in dfa.accepting)
    renamed = DFA(dfa.alphabet, tuple(rows), order[dfa.start], accepting)
    assert minimize(renamed) == minimize(dfa)


@given(dfas(max_states=6))
def test_classes_are_those_that_no_word_tells_apart(dfa):
    classes = equivalent_states(dfa)
    for p in range(len(dfa)):
        for q in range(p):
            word = separating_word(dfa, p, q)
            assert (classes[p] == classes[q]) == (word is None)
            if word is not None:
                ends = [
                    DFA(dfa.alphabet, dfa.transitions, s, dfa.accepting) for s in (p, q)
                ]
                assert ends[0].accepts(word) != ends[1].accepts(word)
