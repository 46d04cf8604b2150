"""Programs that follow definite groups are the language, whatever its alphabet."""

import random

import pytest

from lengthwise.automata.equal_letters import merge_letters
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.errors import SpecError
from lengthwise.theory.membership.programs.checked_program import (
    write_next_program,
    write_program,
)
from lengthwise.theory.membership.programs.definite_program import (
    definite_program,
)
from lengthwise.theory.membership.programs.program_size import facts_of_program
from lengthwise.theory.membership.search.position_search import definite
from tests.automata.automaton_strategies import random_dfa
from tests.theory.membership.subregular import KINDS, language


def evidence(dfa, acceptance):
    return definite(merge_letters(minimize(dfa)), acceptance)


@pytest.mark.parametrize("acceptance", ["end", "last"])
@pytest.mark.parametrize(
    "text",
    [
        "(aaaaa)*",
        "(a|b)*a(a|b){2}",
        "(a|b)*ab{3}c((a|b)(c|d))*",
        "(a|bb)(aaa)*c(aa|bb)*",
        "(a|b|c)*ab(a|b|c)*",
        "b(aaa)*c(aa)*",
        "a",
        "()",
    ],
)
def test_the_program_is_the_language(text, acceptance):
    dfa = regex(text, alphabet="abcd").dfa
    written = write_program(evidence(dfa, acceptance), dfa)
    assert written.all_words_up_to >= 5


@pytest.mark.parametrize("kind", KINDS)
def test_the_program_of_a_large_alphabet_is_the_language(kind):
    rng = random.Random(kind)
    dfas = (language(kind, 3, 16, seed) for seed in range(1, 9))
    dfa, found = next((d, f) for d in dfas if (f := evidence(d, "end")) is not None)
    program = definite_program(found)
    words = [tuple(rng.choices(dfa.alphabet.symbols, k=k % 40 + 1)) for k in range(120)]
    assert list(accepted(program, words)) == [dfa.accepts(word) for word in words]
    edges = len(found.machine.dfa) * len(found.machine.dfa.alphabet)
    assert facts(program).size <= 40 * edges * (found.window + 2)


def test_random_automata_with_definite_components_have_right_programs():
    rng = random.Random(0)
    done = 0
    while done < 25:
        dfa = minimize(
            random_dfa(rng, rng.randrange(2, 7), "abc"[: rng.randrange(1, 4)])
        )
        found = evidence(dfa, rng.choice(["end", "last"]))
        if found is None or len(dfa) < 3:
            continue
        done += 1
        program = definite_program(found)
        words = [
            tuple(rng.choices(dfa.alphabet.symbols, k=k % 25 + 1)) for k in range(80)
        ]
        assert list(accepted(program, words)) == [dfa.accepts(word) for word in words]


@pytest.mark.parametrize("text", ["(aaa)*", "(a|b)*aab", "a(ba)*c?"])
def test_a_program_says_what_may_follow(text):
    dfa = regex(text).dfa
    found = evidence(dfa, "last")
    assert "next" in write_next_program(found, dfa).text
    assert facts_of_program(found, dfa, emits=True).size > 0
    assert facts_of_program(found, dfa, emits=False).size > 0


def test_a_symbol_with_a_quote_cannot_be_written():
    dfa = regex('"*a').dfa
    with pytest.raises(SpecError, match="cannot be written"):
        definite_program(evidence(dfa, "end"))
