import pytest
from hypothesis import given

from lengthwise.automata.minimize import minimize
from lengthwise.automata.next_symbols import next_symbols
from lengthwise.automata.regex import regex
from lengthwise.errors import UnknownNameError
from lengthwise.theory.membership.evidence.evidence_kinds import Potentials, Searched
from lengthwise.theory.membership.membership_answer import LastSymbols
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.decided_formats import (
    DECIDED,
    membership_in_format,
)
from lengthwise.theory.membership.search.search_limits import Limits
from tests.automata.automaton_strategies import dfas
from tests.theory.membership.language_examples import EXPENSIVE
from tests.theory.membership.language_list import ENDS_IN_B, PARITY, TOMITA_3, TOMITA_4


def answer(dfa, format, positions="none"):
    found = membership_in_format(dfa, format, positions=positions)
    assert found.format == format
    return found.answer


def test_ends_in_b_depends_on_the_format():
    assert {f: answer(ENDS_IN_B, f) for f in DECIDED} == {
        "recognize-end": "no",
        "recognize-last": "yes",
        "state-blank": "no",
        "next-set": "yes",
    }


def test_the_last_letter_may_decide_what_follows_outside_of_the_class():
    dfa = regex("(b|bc)*").dfa
    assert membership(dfa).answer == "no"
    found = membership_in_format(dfa, "next-set")
    assert (found.answer, found.acceptance) == ("yes", "next")
    dfa = regex("(aa|b)*").dfa
    assert answer(dfa, "next-set") == "unknown"


def test_last_symbols_decide_where_positions_are_seen():
    assert answer(TOMITA_4, "next-set") == "unknown"
    assert answer(TOMITA_4, "next-set", "periodic-local") == "yes"
    assert answer(TOMITA_3, "next-set", "periodic-local") == "unknown"
    assert answer(PARITY, "next-set", "periodic-local") == "unknown"


@EXPENSIVE
@given(dfas(max_states=4))
def test_a_table_of_last_symbols_is_right_on_all_prefixes_of_members(dfa):
    found = membership_in_format(dfa, "next-set", positions="periodic-local")
    if not isinstance(found.evidence, LastSymbols):
        assert isinstance(found.evidence, Potentials | Searched)
        return
    minimal = minimize(dfa)
    follows = next_symbols(minimal)
    table = {row[:2]: row[2:] for row in found.evidence.table}
    for length in range(1, 6):
        for word in dfa.alphabet.words(length):
            state = minimal.run(word)
            if state in minimal.live:
                seen = word[-found.evidence.window - 1 :]
                row = table[seen, length % found.evidence.period]
                assert row == follows[state]


def test_limits_hold_for_last_symbols_too():
    limits = Limits(states=8)
    found = membership_in_format(
        TOMITA_3, "next-set", positions="periodic-local", limits=limits
    )
    why = "the machine with a window of 1 and a period of 2 has more than 8 states"
    assert found.evidence == Searched(-1, 4, 0, all_blocks=False, stopped=why)


def test_other_formats_are_refused():
    with pytest.raises(UnknownNameError, match="no format of a regular language"):
        membership_in_format(PARITY, "real")
