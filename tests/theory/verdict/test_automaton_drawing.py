"""The picture of an automaton."""

from xml.etree import ElementTree

import pytest

from lengthwise.automata.regex import regex
from lengthwise.theory.verdict.automaton_drawing import (
    COLORS,
    MARKED,
    MOST_STATES,
    drawing,
    drawn_states,
    picture,
)
from lengthwise.theory.verdict.decision import verdict


@pytest.mark.parametrize(
    "text", ["a*", "(ab)*", "(a|b)*b", "[<&]*", "abab|ba", "(aa)*", "0*1*0*1*"]
)
def test_every_state_and_every_edge_but_dead_ones_is_drawn(text):
    dfa = regex(text).dfa
    found = ElementTree.fromstring(drawing(dfa))
    tags = [element.tag.partition("}")[2] for element in found.iter()]
    states = drawn_states(dfa)
    assert set(states) == {*dfa.live, dfa.start}
    assert tags.count("circle") == len(states) + len(dfa.accepting)
    edges = {
        (s, t)
        for s, row in enumerate(dfa.transitions)
        for t in row
        if {s, t} <= {*states}
    }
    assert tags.count("path") == len(edges) + 2  # the start, and the tip of arrows
    assert tags.count("text") == len(edges) + len(states)


def test_components_have_colors_and_the_pair_is_marked():
    dfa = regex("(aa)*b").dfa
    found = drawing(dfa, (0, 1))
    assert sum(color in found for color in COLORS) == 2
    assert found.count(f'stroke="{MARKED}"') == 2


def test_a_dead_state_is_drawn_where_it_is_the_start_or_marked():
    empty = regex("a*").dfa
    nothing = type(empty)(empty.alphabet, ((0,),), 0, frozenset())
    assert drawn_states(nothing) == [0]
    dfa = regex("ab").dfa
    (dead,) = set(range(len(dfa))) - dfa.live
    assert dead not in drawn_states(dfa)
    assert dead in drawn_states(dfa, (0, dead))
    assert "Missing edges" in picture(dfa).caption
    assert "Missing edges" not in picture(empty).caption


def test_nothing_stands_outside_of_the_picture():
    for text in ("a*", "(aa)*", "(a|b)*b", "0*1*0*1*", "a{14}"):
        found = ElementTree.fromstring(drawing(regex(text).dfa))
        sizes = {name: float(found.get(name)) for name in ("width", "height")}
        for element in found.iter():
            for name, size in (("x", "width"), ("y", "height")):
                place = element.get(name, element.get(f"c{name}", 0))
                assert 0 <= float(place) <= sizes[size]


def test_large_automata_are_not_drawn():
    assert picture(regex("a" * MOST_STATES).dfa) is None
    assert picture(regex("a" * (MOST_STATES - 1)).dfa) is not None


def test_a_verdict_shows_the_machine_of_its_certificate_or_its_automaton():
    mark = f'stroke="{MARKED}"'
    assert verdict(regex="(aa)*")._repr_html_().count(mark) == 2
    html = verdict(regex="(ab)*")._repr_html_()
    assert "<svg" in html
    assert mark not in html
    assert "<svg" not in verdict(task="sort")._repr_html_()
