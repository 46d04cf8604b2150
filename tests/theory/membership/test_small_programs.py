"""All programs up to a small size: none of them is a language that was decided no.

Atoms are ``x * # "a" + y * # "b" >= z`` with x, y in -1, 0, 1 and z in -2 … 2, the last
letter, and counts of positions with a letter at which such an atom holds; programs are
atoms, two of them joined, and the negations. A program is a set of short words.
"""

import itertools

from lengthwise.automata.regex import regex
from lengthwise.crasp.evaluate import accepted
from lengthwise.crasp.parser import parse
from lengthwise.theory.membership.decide import membership
from lengthwise.words import Alphabet

LONGEST = 7
WORDS = [w for n in range(1, LONGEST + 1) for w in Alphabet("ab").words(n)]
ALL = 2 ** len(WORDS) - 1


def meaning(holds):
    """The set of short words for which something holds, as bits."""
    return sum(1 << k for k, yes in enumerate(holds) if yes)


def small_programs():
    signs = {-1: "-", 1: ""}
    plain = ['"a"', '"b"']
    for x, y, z in itertools.product((-1, 0, 1), (-1, 0, 1), range(-2, 3)):
        terms = [f'{signs[n]}# "{s}"' for n, s in ((x, "a"), (y, "b")) if n]
        if terms:
            plain.append(" + ".join(sorted(terms)) + f" >= {z}")
    plain = [text.replace("+ -", "- ") for text in plain]
    nested = [
        f'#("{s}" && {text}) >= {n}' for s in "ab" for text in plain for n in (1, 2)
    ]
    atoms = {meaning(accepted(parse(f"accept {t}"), WORDS)) for t in plain + nested}
    atoms |= {ALL ^ atom for atom in atoms}
    return {op for one in atoms for other in atoms for op in (one & other, one | other)}


def language(text):
    dfa = regex(text, alphabet="ab").dfa
    return dfa, meaning(dfa.accepts(word) for word in WORDS)


def test_no_small_program_is_a_language_that_was_decided_no():
    programs = small_programs()
    assert len(programs) > 1000
    for text in (
        "(aa)*",
        "b*(ab*ab*)*",
        "(ab|aabb)*",
        "(aa|b)*",
        "(a|b)*ab",
        "(abab)*",
    ):
        dfa, words = language(text)
        assert membership(dfa, acceptance="last").answer == "no"
        assert words not in programs


def test_small_programs_are_some_languages_that_were_decided_yes():
    programs = small_programs()
    for text in ("(a|b)*ab(a|b)*", "a*", "b*ab*", "(a|b)*b", "b*(ab*)?", "a*b*"):
        dfa, words = language(text)
        assert membership(dfa, acceptance="last").answer == "yes"
        assert words in programs
