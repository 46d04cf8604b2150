"""Programs of large automata are written and tested in little time and memory."""

import resource
import time

import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.programs import checked_program
from lengthwise.theory.membership.programs.checked_program import (
    write_next_program,
    write_program,
)
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.membership.search.decided_formats import membership_in_format
from tests.theory.membership.language_list import ladder, up_then_down


def blocks(number):
    """So many blocks of a and b in turn: a chain of components with one state each."""
    table = {k: {"ab"[k % 2]: k, "ba"[k % 2]: k + 1} for k in range(number)}
    return DFA.from_table("ab", {**table, number: {}}, [number - 1])


def test_a_chain_of_1000_states_takes_little_time_and_memory():
    dfa = blocks(1000)
    potentials = membership(dfa).evidence
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.process_time()
    written = write_program(potentials, dfa)
    seconds = time.process_time() - begin
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert written.lines == 3000
    assert seconds < 8
    assert more < 300_000  # kilobytes


def test_lines_grow_with_the_chain_and_not_faster():
    sizes = {
        n: write_program(membership(blocks(n)).evidence, blocks(n)) for n in (50, 100)
    }
    assert sizes[50].lines == 150
    assert sizes[100].lines == 300


@pytest.mark.parametrize("cells", [1, 1000, 10**9])
def test_words_are_tested_piece_by_piece(cells, monkeypatch):
    monkeypatch.setattr(checked_program, "CELLS", cells)
    monkeypatch.setattr(checked_program, "SHORT_LETTERS", 300)
    dfa = minimize(ladder(2, 4, up_then_down))
    written = write_program(membership(dfa).evidence, dfa)
    assert (written.all_words_up_to, written.long_words) == (3, 50)
    found = membership_in_format(dfa, "next-set")
    assert write_next_program(found.evidence, dfa).long_words == 50


def test_a_program_that_is_too_long_to_be_read_is_refused(monkeypatch):
    monkeypatch.setattr(checked_program, "MOST_TOKENS", 300)
    with pytest.raises(TooLargeError, match="at most 300 can be read"):
        write_program(membership(blocks(50)).evidence, blocks(50))
    assert write_program(membership(blocks(3)).evidence, blocks(3)).lines == 9


def test_a_program_that_is_wrong_does_not_pass(monkeypatch):
    dfa, other = blocks(3), blocks(4)
    monkeypatch.setattr(checked_program, "_require_flawless", lambda *_: None)
    with pytest.raises(AssertionError, match="the program is wrong on"):
        write_program(membership(other).evidence, dfa)
    wrong = membership_in_format(other, "next-set").evidence
    monkeypatch.setattr(
        checked_program, "next_program", lambda *_: checked_next(wrong, other)
    )
    with pytest.raises(AssertionError, match="the program is wrong on"):
        write_next_program(membership_in_format(dfa, "next-set").evidence, dfa)


def checked_next(evidence, dfa):
    from lengthwise.theory.membership.programs.next_program import next_program

    return next_program(evidence, minimize(dfa))
