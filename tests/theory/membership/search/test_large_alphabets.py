"""Many letters: those that act alike cost nothing, and a search ends in time."""

import random
import resource
import time

import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.automata.regex import regex
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.theory.membership.evidence import certificate_checker as check
from lengthwise.theory.membership.evidence import potential_checker as induction
from lengthwise.theory.membership.programs.checked_program import write_program
from lengthwise.theory.membership.search.decide import membership
from lengthwise.words import Alphabet

CLASSES = ("none", "periodic-local")


@pytest.mark.parametrize("positions", CLASSES)
@pytest.mark.parametrize("acceptance", ["end", "last"])
@pytest.mark.parametrize("text", ["[a-h]*a[a-h]", "([ab][cd])*", "([ab][cd]?[ab])*"])
def test_evidence_of_merged_letters_is_good_for_all_of_them(
    text, positions, acceptance
):
    dfa = regex(text, alphabet="abcdefgh").dfa
    found = membership(dfa, positions=positions, acceptance=acceptance)
    if found.answer == "no":
        assert check.flaw(found.evidence, dfa) is None
        return
    assert induction.flaw(found.evidence, dfa) is None
    program = write_program(found.evidence, dfa).program
    assert program.letters.symbols == tuple(sorted(dfa.alphabet))
    rng = random.Random(0)
    words = [tuple(rng.choices("abcdefgh", k=k)) for k in range(1, 30)]
    assert list(accepted(program, words)) == [dfa.accepts(word) for word in words]


def test_potentials_of_other_letters_are_refused():
    found = membership(regex("[ab]*c", alphabet="abc").dfa, positions="periodic-local")
    other = regex("a*[bc]", alphabet="abc").dfa
    assert induction.flaw(found.evidence, other) is not None
    assert "letters" in induction.flaw(found.evidence, regex("d*").dfa)


def forbidding(letters, order, number, seed):
    """The words over so many letters without some factors of a length."""
    rng = random.Random(seed)
    bad = {tuple(rng.choices(range(letters), k=order)) for _ in range(number)}
    begins = {word[:k] for word in bad for k in range(order)}

    def after(seen, letter):
        longer = (*seen, letter)
        if longer in bad:
            return None
        return next(w for k in range(order + 1) if (w := longer[k:]) in begins)

    states = [()]
    rows = []
    for seen in states:
        row = [None if seen is None else after(seen, k) for k in range(letters)]
        states += [one for one in dict.fromkeys(row) if one not in states]
        rows.append(tuple(map(states.index, row)))
    live = frozenset(k for k, seen in enumerate(states) if seen is not None)
    symbols = Alphabet(f"s{k}" for k in range(letters))
    return DFA(symbols, tuple(rows), 0, live)


@pytest.mark.parametrize(
    ("letters", "order", "number"), [(16, 2, 40), (64, 3, 100), (16, 4, 20)]
)
def test_a_search_that_grows_with_the_alphabet_ends_in_time(letters, order, number):
    dfa = forbidding(letters, order, number, seed=0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.process_time()
    found = membership(dfa, positions="periodic-local")
    seconds = time.process_time() - begin
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert found.answer != "no"
    assert more < 1_000_000  # kilobytes
    assert seconds < 30
