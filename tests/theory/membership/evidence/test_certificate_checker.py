"""The checker refuses everything that was changed in a certificate."""

from dataclasses import replace
from fractions import Fraction

import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.automata.regex import regex
from lengthwise.theory.membership.evidence.certificate_checker import flaw
from lengthwise.theory.membership.evidence.evidence_kinds import ClosedWalk, Link
from lengthwise.theory.membership.search.decide import membership
from lengthwise.words import Alphabet
from tests.theory.membership.language_list import PARITY, SEVENTEEN, TOMITA_5

AABB = regex("(ab|aabb)*").dfa
END = membership(AABB).evidence
LAST = membership(AABB, acceptance="last").evidence
BLOCKS = membership(TOMITA_5, positions="periodic-local").evidence


@pytest.mark.parametrize(
    "name", [n for n, (_, no, _) in SEVENTEEN.items() if no == "no"]
)
def test_certificates_of_known_languages_are_accepted(name):
    dfa, _, with_positions = SEVENTEEN[name]
    assert flaw(membership(dfa).evidence, dfa) is None
    assert flaw(membership(dfa, acceptance="last").evidence, dfa) is None
    if with_positions == "no":
        found = membership(dfa, positions="periodic-local")
        assert flaw(found.evidence, dfa) is None


def test_a_certificate_by_hand():
    """Parity: two times the path from even to odd is a closed walk."""
    certificate = replace(
        membership(PARITY).evidence,
        machine=PARITY,
        classes=((0, 1),),
        walks=(ClosedWalk(0, ("a", "a")),),
        links=(Link(0, 1, ("a",), ((0, Fraction(1, 2)),)),),
        pair=(0, 1),
        separator=(),
    )
    assert flaw(certificate, PARITY) is None
    wrong = Link(0, 1, ("a",), ((0, Fraction(1, 3)),))
    assert "not a sum of walks" in flaw(replace(certificate, links=(wrong,)), PARITY)


def changed_link(certificate, **changes):
    first, *others = certificate.links
    return replace(certificate, links=(replace(first, **changes), *others))


@pytest.mark.parametrize(
    ("certificate", "message"),
    [
        (replace(END, blocks=END.blocks[:1]), "the number of blocks is not"),
        (replace(END, blocks=(("a",), ("b", "b"))), "different lengths"),
        (replace(END, blocks=((), ())), "different lengths"),
        (replace(END, blocks=(("a", "a"), ("b", "b"))), "a block is one letter"),
        (replace(END, acceptance="last"), "requires a fixed last letter"),
        (replace(END, positions="periodic-local"), "no neutral letter"),
        (
            replace(
                END,
                positions="periodic-local",
                neutral=("a",),
                between=((0, 0), (0, 0)),
            ),
            "the neutral letter changes a state",
        ),
        (replace(END, left=("b",)), "does not accept exactly the reduced language"),
        (replace(END, right=("a",)), "does not accept exactly the reduced language"),
        (replace(END, classes=()), "not disjoint sets"),
        (replace(END, classes=(*END.classes, END.classes[0])), "not disjoint sets"),
        (replace(END, classes=((0, 1, 2, 3, 4),)), "do not all reach each other"),
        (replace(END, classes=((0, 1, 2, 3, -1),)), "a state cannot be reached"),
        (replace(END, classes=END.classes[1:]), "do not all reach each other"),
        (replace(END, walks=(ClosedWalk(0, ("a",)),)), "the walk from state 0 ends in"),
        (
            replace(END, walks=(ClosedWalk(0, ("b",)),)),
            "that does not exist",
        ),
        (replace(END, walks=()), "that does not exist"),
        (changed_link(END, word=("a",)), "the path to state"),
        (changed_link(END, word=("x",)), "that does not exist"),
        (changed_link(END, shares=()), "is not a sum of walks"),
        (replace(END, links=()), "are not all linked"),
        (replace(END, pair=(END.pair[0], END.pair[0])), "not two states of one class"),
        (replace(END, pair=(END.classes[0][0], END.pair[1])), "not two states of"),
        (replace(END, separator=("b",) * 9), "does not separate the pair"),
    ],
)
def test_a_changed_certificate_is_refused(certificate, message):
    assert message in flaw(certificate, AABB)


def test_a_pair_that_only_looks_linked_is_refused():
    """With the classes of the wrong partition the sums do not come out."""
    everything = (tuple(s for states in END.classes for s in states),)
    assert flaw(replace(END, classes=everything), AABB) is not None


def test_a_certificate_is_for_one_language_and_one_convention():
    assert flaw(LAST, AABB) is None
    assert flaw(END, regex("(ab|bbaa)*").dfa) is not None
    assert flaw(replace(LAST, right=()), AABB) is not None
    assert flaw(BLOCKS, TOMITA_5) is None
    assert flaw(replace(BLOCKS, blocks=BLOCKS.blocks[::-1]), TOMITA_5) is not None


def test_another_automaton_of_the_language_will_do():
    rows = tuple((2 * a + 1, 2 * b) for a, b in PARITY.transitions for _ in "xy")
    larger = DFA(PARITY.alphabet, rows, 0, frozenset({0, 1}))
    assert flaw(membership(larger).evidence, PARITY) is None
    assert flaw(membership(PARITY).evidence, larger) is None


TYPED_LANGUAGE = DFA(
    Alphabet("ab"), ((0, 1), (1, 2), (3, 4), (3, 3), (0, 2)), 0, frozenset({0, 2})
)
TYPED = membership(TYPED_LANGUAGE, positions="periodic-local").evidence


def swapped_between(certificate):
    return tuple((behind, before) for before, behind in certificate.between)


@pytest.mark.parametrize(
    ("certificate", "message"),
    [
        (replace(TYPED, neutral=TYPED.neutral[:1]), "that does not exist"),
        (replace(TYPED, neutral=TYPED.neutral[::-1]), "is not its own neutral letter"),
        (replace(TYPED, neutral=()), "no neutral letter"),
        (replace(TYPED, neutral=("x", "y")), "that does not exist"),
        (
            replace(TYPED, between=TYPED.between[1:]),
            "does not have two neutral letters",
        ),
        (
            replace(TYPED, between=((0, 0),) * len(TYPED.between)),
            "is not its own neutral",
        ),
        (replace(TYPED, between=swapped_between(TYPED)), ""),
        (replace(TYPED, between=((0, 0), (1, 1), *((2, 2),) * 4)), "does not exist"),
        (
            replace(TYPED, classes=(tuple(s for c in TYPED.classes for s in c),)),
            "a class of states after several neutral letters",
        ),
        (
            replace(TYPED, separator=(TYPED.neutral[0], TYPED.neutral[1])),
            "a letter that may not be read",
        ),
        (replace(TYPED, positions="none"), "there are no neutral letters"),
    ],
)
def test_a_changed_certificate_with_two_neutral_letters_is_refused(
    certificate, message
):
    assert flaw(TYPED, TYPED_LANGUAGE) is None
    assert message in flaw(certificate, TYPED_LANGUAGE)


def test_a_letter_that_may_not_be_read_does_not_stay_in_the_classes():
    """The claimed language is the same, but states could be reached that way."""
    machine, (state, *_) = TYPED.machine, TYPED.classes[0]
    letter = next(k for k in range(2) if machine.transitions[state][k] != state)
    row = list(machine.transitions[state])
    row[letter] = state
    rows = list(machine.transitions)
    rows[state] = tuple(row)
    staying = replace(machine, transitions=tuple(rows))
    message = "a letter that may not be read leads to a state of a class"
    assert flaw(replace(TYPED, machine=staying), TYPED_LANGUAGE) == message
