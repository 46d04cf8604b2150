"""Sizes of programs are those of what is written."""

import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.crasp.core.program_facts import facts
from lengthwise.theory.membership.programs import program_size
from lengthwise.theory.membership.programs.checked_program import (
    write_next_program,
    write_program,
)
from lengthwise.theory.membership.programs.program_size import facts_of_program
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.decided_formats import membership_in_format
from lengthwise.theory.verdict.decision import program_of, verdict
from lengthwise.words import Alphabet


@pytest.mark.parametrize("text", ["((ab|cd|ca)*(b|d))*", "[abcd]*(abc|dcb)"])
def test_a_short_program_that_looks_back_has_the_size_of_what_is_written(text):
    """Windows over four letters: few of the things that could be seen are asked for."""
    dfa = minimize(regex(text).dfa)
    found = membership(dfa, positions="periodic-local")
    assert found.evidence.window == 3
    written = write_program(found.evidence, dfa)
    size = facts_of_program(found.evidence, dfa, emits=False)
    assert size == facts(written.program)
    assert written.lines <= 9
    assert size.size < 100
    row = verdict(dfa=dfa).headline()
    assert f"size {size.size} with {size.lines} named lines" in row.evidence.text
    assert dict(row.evidence.details)["size"] == size.size


def test_programs_that_say_what_may_follow_are_measured_too():
    for text, positions in (("(b|bc)*", "none"), ("(aab)*", "none")):
        dfa = minimize(regex(text).dfa)
        found = membership_in_format(dfa, "next-set", positions=positions)
        written = write_next_program(found.evidence, dfa)
        assert facts_of_program(found.evidence, dfa, emits=True) == facts(
            written.program
        )


@pytest.mark.parametrize("work", [1, 8, 45])
def test_a_program_that_takes_long_is_not_written_for_its_size(work, monkeypatch):
    """The lifted machine is too large, or its edges and components together are."""
    monkeypatch.setattr(program_size, "MOST_WORK", work)
    facts_of_program.cache_clear()
    long = verdict(regex=f"({'a' * 40})?b")
    facts_of_program.cache_clear()
    row = long.headline()
    assert "a program for 43 states (--show-program prints it)" in row.evidence.text
    assert "size" not in dict(row.evidence.details)
    assert "may be large (it is for 43 states)" in long.notes[-1]
    assert program_of(row)


@pytest.mark.parametrize("symbol", ['"', "\x07", "<eos>"])
def test_symbols_that_no_program_can_hold_still_have_a_verdict(symbol):
    dfa = DFA(Alphabet([symbol, "a"]), ((1, 0), (0, 1)), 0, frozenset({0}))
    found = verdict(dfa=dfa)
    assert found.headline().answer == "no"
    everything = DFA(Alphabet([symbol, "a"]), ((0, 0),), 0, frozenset({0}))
    found = verdict(dfa=everything)
    assert found.headline().answer == "yes"
    assert found.notes == ()
    with_next = membership_in_format(everything, "next-set")
    assert facts_of_program(with_next.evidence, everything, emits=True) is None
