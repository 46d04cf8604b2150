"""All programs up to a small size: none of them is a language that was decided no.

Atoms are ``x * # "a" + y * # "b" >= z`` with x, y in -1, 0, 1 and z in -2 … 2, the last
letter, and counts of positions with a letter at which such an atom holds, 1 or 2 of
them or more; programs are atoms, two of them joined, and the negations. A program is a
set of short words.
"""

import functools
import itertools
import random

import pytest

from lengthwise.automata.regex import regex
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.theory.membership.search.decide import membership
from lengthwise.words import Alphabet
from tests.automata.automaton_strategies import random_dfa
from tests.theory.membership.language_list import minimal_automata

LONGEST = 7
WORDS = [w for n in range(1, LONGEST + 1) for w in Alphabet("ab").words(n)]
ALL = 2 ** len(WORDS) - 1


def meaning(holds):
    """The set of short words for which something holds, as bits."""
    return sum(1 << k for k, yes in enumerate(holds) if yes)


def sums():
    signs = {-1: "-", 1: ""}
    for x, y, z in itertools.product((-1, 0, 1), (-1, 0, 1), range(-2, 3)):
        terms = [f'{signs[n]}# "{s}"' for n, s in ((x, "a"), (y, "b")) if n]
        if terms:
            text = " + ".join(sorted(terms)) + f" >= {z}"
            yield text.replace("+ -", "- ")


@functools.cache
def small_programs(*, letter):
    """Programs, with or without looking at the last letter itself."""
    plain = ['"a"', '"b"', *sums()]
    nested = [
        f'#("{s}" && {text}) >= {n}' for s in "ab" for text in plain for n in (1, 2)
    ]
    texts = plain + nested if letter else [*sums(), *nested]
    atoms = {meaning(accepted(parse(f"accept {t}"), WORDS)) for t in texts}
    atoms |= {ALL ^ atom for atom in atoms}
    return {op for one in atoms for other in atoms for op in (one & other, one | other)}


def words_of(dfa):
    return meaning(dfa.accepts(word) for word in WORDS)


@pytest.mark.parametrize("acceptance", ["end", "last"])
@pytest.mark.parametrize("states", [1, 2, 3])
def test_no_small_program_is_a_small_automaton_that_was_decided_no(states, acceptance):
    """At the end a program knows counts only; what it accepts must not be a no."""
    programs = small_programs(letter=acceptance == "last")
    assert len(programs) > 1000
    refused = settled = 0
    for dfa in minimal_automata(states):
        if membership(dfa, acceptance=acceptance).answer == "no":
            assert words_of(dfa) not in programs
            refused += 1
        else:
            settled += words_of(dfa) in programs
    assert settled >= 2
    assert states == 1 or refused >= 8


@pytest.mark.parametrize(
    "text",
    ["(aa)*", "b*(ab*ab*)*", "(ab|aabb)*", "(aa|b)*", "(a|b)*ab", "(abab)*"],
)
def test_no_small_program_is_a_named_language_that_was_decided_no(text):
    dfa = regex(text, alphabet="ab").dfa
    assert membership(dfa, acceptance="last").answer == "no"
    assert words_of(dfa) not in small_programs(letter=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_no_small_program_is_a_random_automaton_that_was_decided_no(seed):
    rng = random.Random(seed)
    for _ in range(500):
        dfa = random_dfa(rng, rng.randrange(3, 6), "ab")
        for acceptance in ("end", "last"):
            if membership(dfa, acceptance=acceptance).answer == "no":
                programs = small_programs(letter=acceptance == "last")
                assert words_of(dfa) not in programs


def test_small_programs_are_some_languages_that_were_decided_yes():
    for text in ("(a|b)*ab(a|b)*", "a*", "b*ab*", "(a|b)*b", "b*(ab*)?", "a*b*"):
        dfa = regex(text, alphabet="ab").dfa
        assert membership(dfa, acceptance="last").answer == "yes"
        assert words_of(dfa) in small_programs(letter=True)
