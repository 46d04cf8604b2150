import pytest

from lengthwise.automata import jflap_xml
from lengthwise.automata.jflap_xml import read_jflap
from lengthwise.automata.minimize import minimize
from lengthwise.automata.regex import regex
from lengthwise.errors import FormatError


def structure(*moves, states="", kind="fa"):
    written = "".join(
        f"<transition><from>{a}</from><to>{b}</to>{c}</transition>" for a, b, c in moves
    )
    states = states or (
        '<state id="0" name="q0"><x>1.0</x><y>2.0</y><initial/></state>'
        '<state id="1"><final/></state>'
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><!-- JFLAP --><structure>&#13;'
        f"<type>{kind}</type><automaton>{states}{written}</automaton></structure>"
    )


def read(symbol):
    return f"<read>{symbol}</read>"


def test_a_finite_automaton_is_read():
    found = read_jflap(structure((0, 1, read("a")), (1, 0, "<read/>")))
    assert minimize(found.dfa) == minimize(regex("aa*").dfa)
    assert found.notes[0] == "a transition without a symbol reads nothing"


def test_several_characters_are_several_letters():
    found = read_jflap(structure((0, 1, read("abc")), (0, 1, read("ab"))))
    assert minimize(found.dfa) == regex("abc?").dfa
    assert read_jflap(structure((0, 1, read("&lt;")))).dfa.accepts("<")


def test_files_without_the_element_automaton_are_read():
    text = structure((0, 1, read("a"))).replace("<automaton>", "")
    assert read_jflap(text.replace("</automaton>", "")).dfa.accepts("a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<structure>", "JFLAP was expected: no element found"),
        ("<html></html>", "the XML is a 'html'"),
        ("<structure></structure>", "names no type"),
        (structure(kind="pda"), "of type 'pda'"),
        (structure((0, 7, read("a"))), "has no state '7'"),
        (structure((0, 1, read("[a-z]"))), "the range"),
        (structure(states="<state/>"), "has no id"),
        (structure(states='<state id="0"/>'), "no start state"),
        ("<structure><type>fa</type><transition/></structure>", "no from or no to"),
        (f"<structure>{'<a>' * 30}", "more than 20 deep|20 deep"),
        (f"<structure><type>{'x' * 2000}</type></structure>", "more than 1000"),
        ("<!DOCTYPE structure><structure/>", "a document type"),
        (
            '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><structure/>',
            "a document type",
        ),
        (
            '<!DOCTYPE x SYSTEM "file:///etc/passwd"><structure/>',
            "a document type",
        ),
    ],
)
def test_what_is_no_finite_automaton_is_refused(text, message):
    with pytest.raises(FormatError, match=message) as caught:
        read_jflap(text)
    assert "\n" not in str(caught.value)


def test_blanks_are_left_out_however_many(monkeypatch):
    monkeypatch.setattr(jflap_xml, "MOST_ELEMENTS", 5)
    text = f"<structure>{' ' * 3000}<type>fa</type></structure>"
    with pytest.raises(FormatError, match="no start state"):
        read_jflap(text)
    with pytest.raises(FormatError, match="more than 5 elements"):
        read_jflap(structure((0, 1, read("a"))))
