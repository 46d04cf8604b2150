"""Certificates of others are checked in bounded time, or refused in one line."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.errors import TooLargeError
from lengthwise.theory.membership.evidence import certificate_checker as check
from lengthwise.theory.membership.evidence.certificate_checker import flaw
from lengthwise.theory.membership.evidence.evidence_kinds import ClosedWalk, Link
from lengthwise.theory.membership.search.decide import membership
from lengthwise.words import Alphabet
from tests.theory.membership.language_list import PARITY

CERTIFICATE = membership(PARITY).evidence


def cycle(states, accepting=()):
    table = tuple(((state + 1) % states,) for state in range(states))
    return DFA(Alphabet("a"), table, 0, frozenset(accepting))


def refused(certificate, dfa, what):
    with pytest.raises(TooLargeError, match=what) as caught:
        flaw(certificate, dfa)
    assert "\n" not in str(caught.value)
    assert caught.value.size > caught.value.limit


def test_pairs_of_two_long_cycles_are_not_all_looked_at(monkeypatch):
    monkeypatch.setattr(check, "MOST_PAIRS", 1000)
    claimed = replace(CERTIFICATE, machine=cycle(101), blocks=(("a",),))
    refused(claimed, cycle(102), "1001 pairs of states; at most 1000")
    assert flaw(claimed, cycle(9)) is not None


def test_long_blocks_on_many_states_are_not_read():
    claimed = replace(CERTIFICATE, machine=cycle(2), blocks=(("a",),))
    claimed = replace(claimed, right=("a",) * 10_000)
    refused(claimed, cycle(2000), "20002000 letters in blocks; at most 10000000")


def test_fractions_without_end_are_not_added():
    primes = [p for p in range(2, 4000) if all(p % k for k in range(2, p))]
    shares = tuple((0, Fraction(1, p)) for p in primes)
    link = replace(CERTIFICATE.links[0], shares=shares)
    refused(replace(CERTIFICATE, links=(link,)), PARITY, "bits in a denominator")


def test_many_sums_of_large_numbers_are_not_added(monkeypatch):
    monkeypatch.setattr(check, "MOST_STEPS", 1000)
    link = replace(CERTIFICATE.links[0], shares=((0, Fraction(2**2000)),) * 40)
    refused(replace(CERTIFICATE, links=(link,)), PARITY, "additions; at most 1000")


def test_a_long_chain_of_links_is_followed_in_time():
    """The smaller group joins the larger: no work that grows with the square."""
    states = 10_000
    machine = cycle(states, [0])
    claimed = replace(
        CERTIFICATE,
        machine=machine,
        blocks=(("a",),),
        classes=(tuple(range(states)),),
        walks=(ClosedWalk(0, ("a",) * states),),
        links=tuple(
            Link(state - 1, state, ("a",), ((0, Fraction(1, states)),))
            for state in range(states - 1, 0, -1)
        ),
        pair=(0, 1),
        separator=(),
    )
    assert flaw(claimed, machine) is None
