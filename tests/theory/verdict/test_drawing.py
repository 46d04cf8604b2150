"""The picture of an automaton."""

from xml.etree import ElementTree

import pytest

from lengthwise.automata.regex import regex
from lengthwise.theory.verdict.deciding import verdict
from lengthwise.theory.verdict.drawing import COLORS, MOST_STATES, drawing


@pytest.mark.parametrize("text", ["a*", "(ab)*", "(a|b)*b", "[<&]*", "abab|ba"])
def test_every_state_and_every_edge_is_drawn(text):
    dfa = regex(text).dfa
    picture = ElementTree.fromstring(drawing(dfa))
    tags = [element.tag.partition("}")[2] for element in picture.iter()]
    assert tags.count("circle") == len(dfa) + len(dfa.accepting)
    edges = {(s, t) for s, row in enumerate(dfa.transitions) for t in row}
    assert tags.count("path") == len(edges) + 2  # the start, and the tip of arrows
    assert tags.count("text") == len(edges) + len(dfa)


def test_components_have_colors_and_the_pair_is_marked():
    dfa = regex("(aa)*b").dfa
    picture = drawing(dfa, (0, 1))
    assert sum(color in picture for color in COLORS) == 3
    assert picture.count('stroke="#cc0000"') == 2


def test_large_automata_are_not_drawn():
    assert drawing(regex("a" * MOST_STATES).dfa) == ""


def test_a_verdict_shows_the_machine_of_its_certificate_or_its_automaton():
    assert verdict(regex="(aa)*")._repr_html_().count('stroke="#cc0000"') == 2
    html = verdict(regex="(ab)*")._repr_html_()
    assert "<svg" in html
    assert 'stroke="#cc0000"' not in html
    assert "<svg" not in verdict(task="sort")._repr_html_()
