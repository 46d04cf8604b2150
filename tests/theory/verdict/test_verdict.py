"""The value, its words and its data."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lengthwise.automata.automaton_files import from_json
from lengthwise.automata.dfa import DFA
from lengthwise.automata.regex import regex
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.tasks.catalogue import task, tasks_by_heading
from lengthwise.theory.membership.evidence.certificate_checker import flaw
from lengthwise.theory.membership.evidence.certificate_data import from_data
from lengthwise.theory.membership.evidence.evidence_kinds import Searched
from lengthwise.theory.membership.membership_answer import Membership
from lengthwise.theory.membership.search.search_limits import Limits
from lengthwise.theory.verdict.decision import program_of, verdict
from lengthwise.theory.verdict.language_answers import evidence_of, language_answers
from lengthwise.words import Alphabet
from tests.automata.automaton_strategies import dfas
from tests.theory.membership.language_list import TOMITA_3, TOMITA_5

KINDS = {"program", "certificate", "growth", "machine", "theorem", "searched"}
# No program up to these sizes, and no certificate: the search is too small.
SMALL = Limits(window=0, period=1, block=1, states=50, work=10)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("(ab|bbaa)*", ["yes", "yes", "yes", "yes"]),
        ("(ab|aabb)*", ["no", "no", "yes", "yes"]),
        ("(a|b)*b", ["no", "yes", "yes", "yes"]),
        ("b*(ab*ab*)*", ["no", "no", "no", "no"]),
        ("(aa)*", ["no", "no", "yes", "yes"]),
    ],
)
def test_expressions_have_their_known_answers(text, answers):
    found = verdict(regex=text)
    assert [row.answer for row in found.answers] == answers


def test_an_expression_and_its_automaton_have_the_same_answers():
    dfa = regex("(a|b)*b").dfa
    one, other = verdict(regex="(a|b)*b"), verdict(dfa=dfa)
    assert one.answers == other.answers
    assert one.alphabet == other.alphabet == dfa.alphabet


def test_a_larger_alphabet_changes_the_answer():
    assert verdict(regex="[ab]*ab[ab]*").answer("none", "end") == "yes"
    larger = verdict(regex=".*ab.*", alphabet="abc")
    assert larger.answer("none", "end") == "no"
    assert "over {a, b, c}?" in str(larger)


def every_verdict():
    found = [verdict(regex=text) for text in ("(aa)*", "(ab)*", "(a|b)*b")]
    names = ("repeat_copy", "parity", "unique_copy", "simple", "tomita3", "dyck1")
    return [*found, *(verdict(task=name) for name in names)]


def test_a_no_never_says_that_a_model_fails():
    for found in every_verdict():
        for row in found.answers:
            assert "will fail" not in str(found)
            if row.answer == "no":
                assert row.sentence.startswith("outside C-RASP[")
                assert "no guarantee" in row.sentence
                converse = "the converse is open" in row.sentence
                assert converse == (row.basis != "theorem")
        assert "unrounded activations, rounded softmax" in str(found)


def test_data_have_the_keys_that_scripts_rely_on():
    for found in every_verdict():
        data = json.loads(json.dumps(found.json(), allow_nan=False))
        for row in data["answers"]:
            assert row["positions"] in {"none", "periodic-local"}
            assert row["acceptance"] in {"end", "last", "next"}
            assert row["answer"] in {"yes", "no", "unknown"}
            assert row["evidence"]["kind"] in KINDS
        assert data["alphabet"] == list(found.alphabet)


def test_html_is_escaped_and_has_a_row_for_each_answer():
    html = verdict(regex="<*>")._repr_html_()
    assert html.count("<tr>") == 5
    assert "&lt;*&gt;" in html


def test_what_is_not_there_is_named():
    with pytest.raises(UnknownNameError, match="no answer is called 'none/next'"):
        verdict(regex="a*").answer("none", "next")


def test_exactly_one_thing_is_decided():
    with pytest.raises(SpecError, match="about 0 subjects"):
        verdict()
    with pytest.raises(SpecError, match="about 2 subjects"):
        verdict(regex="a", task="sort")
    with pytest.raises(SpecError, match="belongs to a regular expression"):
        verdict(task="sort", alphabet="ab")
    with pytest.raises(SpecError, match="the option seconds belongs to a task"):
        verdict(regex="a", seconds=1)


def test_limits_are_said_where_nothing_was_found():
    row = verdict(regex="(aa)*", limits=SMALL).headline()
    assert (row.answer, row.basis, row.evidence.kind) == (
        "unknown",
        "class-upto",
        "searched",
    )
    assert "period up to 1" in row.evidence.text
    assert "not known" in row.sentence


def test_large_programs_are_warned_of_and_small_ones_are_not():
    for name in ("parity_k", "shuffle6", "abcde"):
        assert "may fail in practice" in verdict(task=name).notes[-1]
    for name in ("d12", "tomita2", "count_k", "dyck1", "tomita3", "majority"):
        assert verdict(task=name).notes == ()
    longer = "a" * 1500
    assert "may fail in practice" in verdict(regex=f"({longer}b)?").notes[-1]


def test_size_and_depth_of_the_program_of_a_yes_are_stated():
    row = verdict(regex="(ab)*").headline()
    details = dict(row.evidence.details)
    assert "size 26 with 2 named lines and counting depth 2" in row.evidence.text
    assert [details[k] for k in ("lines", "size", "counting_depth")] == [2, 26, 2]
    row = verdict(regex=f"({'a' * 1500}b)?").headline()
    assert "a program for 1,503 states" in row.evidence.text
    assert "size" not in dict(row.evidence.details)


def certificates():
    for one in (regex("(aa)*").dfa, regex("(ab|aabb)*").dfa, TOMITA_3, TOMITA_5):
        yield from verdict(dfa=one).answers
    for name in ("parity", "retrieve_left", "retrieve_right_last", "012_0_2"):
        yield from verdict(task=name).answers


def test_certificates_read_back_from_json_pass_the_checker():
    checked = 0
    for row in certificates():
        if row.evidence.kind == "certificate":
            data = json.loads(json.dumps(row.json()))["evidence"]
            found = from_data(data["certificate"])
            assert found == row.evidence.membership.evidence
            assert flaw(found, from_json(json.dumps(data["automaton"]))) is None
            checked += 1
    assert checked >= 15


def test_a_long_alphabet_is_cut_in_text():
    assert "153 symbols, 0 1 2 … <eos>" in str(verdict(task="sort"))


@given(dfas(max_states=3))
@settings(max_examples=15)  # a program is written, parsed and tested for each yes
def test_the_program_of_a_yes_is_the_language(dfa: DFA):
    for row in verdict(dfa=dfa).answers:
        text = program_of(row)
        assert (text is not None) == (row.answer == "yes")
        if text is not None:
            words = [w for n in (1, 2, 3) for w in dfa.alphabet.words(n)]
            assert list(accepted(parse(text), words)) == [dfa.accepts(w) for w in words]


def test_programs_at_hand_are_returned_as_they_are():
    row = verdict(task="dyck1").headline()
    assert parse(program_of(row)) == load("dyck1")
    assert program_of(verdict(task="parity").headline()) is None
    emitted = program_of(verdict(task="tomita2").row("none", "next"))
    assert 'next "<eos>" = "0"' in emitted
    assert program_of(verdict(task="tomita3").row("none", "next")) is None


def test_a_program_is_in_the_class_that_its_text_shows():
    assert verdict(program="dyck1").answer("none", "end") == "yes"
    found = verdict(program="ends_in_b")
    assert [row.answer for row in found.answers] == ["unknown", "yes", "yes", "yes"]
    found = verdict(program="tomita4")
    assert [row.answer for row in found.answers] == ["unknown"] * 2 + ["yes"] * 2
    found = verdict(program="bin_majority_interleave")
    assert [row.acceptance for row in found.answers] == ["next", "next"]
    assert "positional predicates" in found.answers[0].evidence.text


def test_a_program_may_be_given_as_text_and_says_what_bounds_say():
    found = verdict(program='big = # "a" > 3\naccept big')
    assert found.subject == "the program"
    assert "O(T^2)" in found.headline().bound
    bounded = verdict(program="tomita4").headline().bound
    assert "none is known" in bounded


def test_no_program_answers_other_than_the_automaton_of_its_task():
    for tasks in tasks_by_heading().values():
        for one in tasks:
            name = str(one).partition("@")[0]
            if one.dfa is None:
                continue
            try:
                by_text = verdict(program=name)
            except UnknownNameError:
                continue
            by_automaton = verdict(task=f"{name}@recognize-last")
            for row in by_text.answers:
                other = by_automaton.answer(row.positions, row.acceptance)
                assert row.answer in {"unknown", other}


def test_state_blank_is_answered_as_end():
    row = verdict(task=task("tomita4@state-blank")).headline("none")
    assert (row.format, row.acceptance, row.answer) == ("state-blank", "end", "no")


def test_the_last_symbol_may_decide_what_follows():
    dfa = regex("(b|bc)*").dfa
    without, _ = language_answers(dfa, ("next-set",))
    assert (without.answer, without.acceptance) == ("yes", "next")
    assert "a table of 2 rows" in without.evidence.text
    assert {"seen": ["b"], "residue": 0, "next": ["b", "c"], "may_end": True} in dict(
        without.evidence.details
    )["table"]
    assert 'next "c" = "b"' in program_of(without)


@given(dfas(max_states=4), st.randoms(use_true_random=False))
@settings(max_examples=40)  # two searches with positions each
def test_names_of_letters_and_states_do_not_matter(dfa, random):
    order = list(range(len(dfa)))
    letters = list(range(len(dfa.alphabet)))
    random.shuffle(order)
    random.shuffle(letters)
    rows = [()] * len(dfa)
    for state, row in enumerate(dfa.transitions):
        rows[order[state]] = tuple(order[row[letter]] for letter in letters)
    accepting = frozenset(order[state] for state in dfa.accepting)
    alphabet = Alphabet("xyz"[: len(letters)])
    renamed = DFA(alphabet, tuple(rows), order[dfa.start], accepting)
    one, other = verdict(dfa=dfa), verdict(dfa=renamed)
    assert [a.answer for a in one.answers] == [a.answer for a in other.answers]


@pytest.mark.parametrize(
    ("window", "block", "text"),
    [
        (
            2,
            3,
            (
                "no program with a window up to 2 and a period up to 4, no certificate "
                "with blocks up to 3 was found"
            ),
        ),
        (0, 0, "no program with a window up to 0 and a period up to 4 was found"),
        (
            -1,
            0,
            "not decided: there was too much",
        ),
        (
            -1,
            3,
            (
                "no certificate with blocks up to 3 was found; the search for a "
                "program ended early: there was too much"
            ),
        ),
    ],
)
def test_a_search_says_how_far_it_came(window, block, text):
    why = "there was too much" if window < 0 else None
    searched = Searched(window, 4, block, all_blocks=False, stopped=why)
    dfa = regex("a*").dfa
    found = Membership(
        answer="unknown",
        positions="none",
        acceptance="end",
        format="recognize-end",
        alphabet=dfa.alphabet,
        evidence=searched,
    )
    assert evidence_of(found, dfa).text == text
