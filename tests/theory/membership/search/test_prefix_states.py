import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.search.by_definition import in_end
from lengthwise.theory.membership.search.potentials import Separated, separate
from lengthwise.theory.membership.search.prefix_states import lift, machine
from tests.automata.automaton_strategies import dfas
from tests.theory.membership.language_examples import EXPENSIVE
from tests.theory.membership.language_list import ENDS_IN_B, TOMITA_4


@EXPENSIVE
@given(dfas(max_states=5), st.sampled_from(["end", "last"]))
def test_machines_decide_the_language_with_the_last_letter(dfa, acceptance):
    reader = machine(minimize(dfa), acceptance)
    for length in range(1, 5):
        for word in dfa.alphabet.words(length):
            state = reader.dfa.run(word[:-1])
            letter = dfa.alphabet.index(word[-1])
            assert (letter in reader.ends[state]) == dfa.accepts(word)


def test_for_last_states_with_equal_rows_are_one():
    assert len(machine(ENDS_IN_B, "last").dfa) == 1
    assert len(machine(ENDS_IN_B, "end").dfa) == 2
    assert len(machine(TOMITA_4, "last").dfa) == 4


def lifted_language(dfa, window, period):
    """The language over (letter, letters before it, residue), by its definition."""
    minimal = minimize(dfa)
    symbols, table = set(), {}
    waiting = [(minimal.start, (), 1 % period)]
    for state in waiting:
        q, seen, residue = state
        table[state] = {}
        for letter in dfa.alphabet:
            symbol = f"{letter}|{''.join(seen)}|{residue}"
            kept = (*seen, letter)[max(0, len(seen) + 1 - window) :]
            target = (minimal.step(q, letter), kept, (residue + 1) % period)
            symbols.add(symbol)
            table[state][symbol] = target
            if target not in waiting:
                waiting.append(target)
    accepting = [state for state in table if state[0] in minimal.accepting]
    return DFA.from_table(sorted(symbols), table, accepting)


@pytest.mark.parametrize(("window", "period"), [(0, 1), (0, 2), (1, 1), (1, 2), (2, 1)])
@EXPENSIVE
@given(dfa=dfas(max_states=3, symbols=("a", "ab")))
def test_lifting_by_what_is_visible_equals_lifting_the_alphabet(dfa, window, period):
    lifted = lift(machine(minimize(dfa), "end"), window, period)
    outcomes = [separate(component) for component in lifted.components()]
    told_apart = all(isinstance(outcome, Separated) for outcome in outcomes)
    assert told_apart == in_end(lifted_language(dfa, window, period))


def test_lifted_machines_stop_at_their_limit():
    reader = machine(TOMITA_4, "end")
    with pytest.raises(TooLargeError, match="more than 10 states"):
        lift(reader, 2, 2, limit=10)
    assert len(lift(reader, 0, 1, limit=4).states) == 4
