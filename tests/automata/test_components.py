from hypothesis import given

from lengthwise.automata.components import components
from tests.automata.automaton_strategies import dfas


def reachable(transitions, state):
    found = {state}
    for source in (waiting := [state]):
        for target in transitions[source]:
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


@given(dfas(max_states=8, symbols=("a", "ab")))
def test_states_of_a_component_reach_each_other_and_runs_go_forward(dfa):
    found = components(dfa.transitions)
    place = {s: k for k, component in enumerate(found) for s in component}
    assert sorted(place) == list(range(len(dfa)))
    for p in range(len(dfa)):
        for q in range(len(dfa)):
            there = q in reachable(dfa.transitions, p)
            back = p in reachable(dfa.transitions, q)
            assert (place[p] == place[q]) == (there and back)
            assert not there or place[p] <= place[q]


def test_a_long_chain_needs_no_recursion():
    chain = [[min(k + 1, 99_999)] for k in range(100_000)]
    assert len(components(chain)) == 100_000
