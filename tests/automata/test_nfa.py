import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.automata import nfa as module
from lengthwise.automata.automaton_files import read_json
from lengthwise.automata.nfa import NFA
from lengthwise.errors import FormatError


@st.composite
def nfas(draw):
    names = [f"q{k}" for k in range(draw(st.integers(1, 4)))]
    state = st.sampled_from(names)
    edge = st.tuples(state, st.sampled_from(["a", "b", None]), state)
    found = NFA(symbols={"a": None, "b": None})
    for name in names:
        found.state(name)
    for source, symbol, target in draw(st.lists(edge, max_size=8)):
        found.add(source, symbol, target)
    found.starts = dict.fromkeys(draw(st.lists(state, min_size=1, max_size=2)))
    found.accepting = draw(st.sets(state))
    return found


def accepts(nfa, word):
    """The definition: some run ends in an accepting state."""

    def closed(states):
        found = set(states)
        while more := {
            t for s in found for t in nfa.moves[s].get(None, ()) if t not in found
        }:
            found |= more
        return found

    now = closed(nfa.starts)
    for symbol in word:
        now = closed({t for s in now for t in nfa.moves[s].get(symbol, ())})
    return not now.isdisjoint(nfa.accepting)


@given(nfas())
def test_the_language_stays(nfa):
    read = nfa.read(["a note"])
    assert read.notes[0] == "a note"
    assert (len(read.notes) == 1) == nfa.deterministic
    for length in range(5):
        for word in itertools.product("ab", repeat=length):
            assert read.dfa.accepts(word) == accepts(nfa, word)


def test_a_deterministic_table_keeps_its_states():
    found = NFA(starts={"x": None}, accepting={"y"})
    found.add("y", "a", "x")
    found.add("x", "b", "y")
    dfa = found.read().dfa
    assert dfa.transitions == ((2, 1), (0, 2), (2, 2))
    assert dfa.alphabet.symbols == ("a", "b")


def test_an_alphabet_can_be_named_and_must_have_every_symbol():
    found = NFA(starts={"x": None}, accepting={"x"})
    found.add("x", "a", "x")
    assert found.read(alphabet="ba").dfa.alphabet.symbols == ("b", "a")
    with pytest.raises(FormatError, match="not one of the symbols"):
        found.read(alphabet="b")


def test_an_automaton_needs_a_start():
    found = NFA()
    found.add("x", "a", "x")
    with pytest.raises(FormatError, match="no start state"):
        found.read()


def test_what_becomes_too_large_is_refused(monkeypatch):
    found = NFA(starts={"0": None}, accepting={"18"})
    found.add("0", "a", "0")
    found.add("0", "b", "0")
    for k in range(18):
        for symbol in "ab" if k else "a":
            found.add(str(k), symbol, str(k + 1))
    with pytest.raises(FormatError, match=r"too large to build|at most 250000"):
        found.read()
    monkeypatch.setattr(module, "MAX_WORK", 100)
    with pytest.raises(FormatError, match="its deterministic one is too large"):
        found.read()


def test_too_many_transitions_are_refused(monkeypatch):
    monkeypatch.setattr(module, "MAX_CELLS", 2)
    found = NFA()
    found.add("0", "a", "1")
    found.add("0", "a", "2")
    with pytest.raises(FormatError, match="more than 2 transitions"):
        found.add("0", "a", "3")


GOOD = '{"alphabet": ["a", "b"], "accepting": [1], '


def test_json_may_be_nondeterministic():
    read = read_json(
        GOOD + '"start": [0, 1], "epsilon": [[], [0]], "transitions": '
        "[[[0, 1], 0], [null, []]]}"
    )
    assert read.dfa.accepts("")
    assert read.dfa.accepts("ba")
    assert not read.dfa.accepts("ab")
    assert "nondeterministic with 2 states" in read.notes[0]


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        (
            '"start": [2], "transitions": [[0, 0], [1, 1]]}',
            "'start' has 2; there are 2",
        ),
        ('"start": [], "transitions": [[0, 0], [1, 1]]}', "no start state"),
        ('"start": [0], "transitions": [[0], [1]]}', "state 0 has 1 transitions"),
        ('"start": 0, "epsilon": [], "transitions": [[0, 0]]}', "a list for each"),
        ('"start": 0, "epsilon": [["x"]], "transitions": [[0, 0]]}', 'has "x"'),
        ('"start": [0], "transitions": [1]}', "'transitions' must be a list"),
        ('"start": [0], "x": 1, "transitions": [[0, 0]]}', "has the key 'x'"),
    ],
)
def test_wrong_lists_are_refused(rest, message):
    with pytest.raises(FormatError, match=message):
        read_json(GOOD + rest)


def test_letters_that_cannot_be_printed_are_refused():
    with pytest.raises(FormatError, match=r"symbol 'a\\x00' has a character"):
        read_json(
            '{"alphabet": ["a\\u0000"], "start": 0, "accepting": [], '
            '"transitions": [[0]]}'
        )
