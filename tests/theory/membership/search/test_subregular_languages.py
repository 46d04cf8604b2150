"""Local, testable and piecewise languages of large alphabets are settled in time."""

import resource
import time

import pytest

from lengthwise.theory.membership.evidence import certificate_checker as check
from lengthwise.theory.membership.evidence import definite_checker as definite
from lengthwise.theory.membership.evidence import potential_checker as induction
from lengthwise.theory.membership.evidence.evidence_kinds import (
    Certificate,
    Definite,
    Potentials,
)
from lengthwise.theory.membership.search.decide import membership
from tests.theory.membership.subregular import KINDS, language

SECONDS = 10
"""Five times the goal: types are checked here, and machines differ."""


def require_right(found, dfa):
    match found.evidence:
        case Potentials() as potentials:
            assert induction.flaw(potentials, dfa) is None
        case Definite() as groups:
            assert definite.flaw(groups, dfa) is None
        case Certificate() as certificate:
            assert check.flaw(certificate, dfa) is None
        case _:
            raise AssertionError(found)


def _most_kilobytes():
    """The most memory that this process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("order", "letters"), [(2, 64), (3, 16), (6, 4)])
def test_every_answer_is_there_with_evidence(kind, order, letters):
    dfa = language(kind, order, letters, seed=1)
    begin, before = time.process_time(), _most_kilobytes()
    found = [
        membership(dfa, positions=positions, acceptance=acceptance)
        for positions in ("none", "periodic-local")
        for acceptance in ("end", "last")
    ]
    assert time.process_time() - begin < SECONDS
    assert _most_kilobytes() - before < 1_000_000
    for one in found:
        require_right(one, dfa)
    answers = [one.answer for one in found]
    if kind == "piecewise testable":
        assert answers == ["yes"] * 4
    elif kind != "mixed":
        assert answers[2:] == ["yes", "yes"]
