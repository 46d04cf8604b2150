import json
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from lengthwise.report.study.simulation_figure import simulation
from lengthwise.report.study.study_figures import error_by_length, figures
from lengthwise.report.tools.inline_svg import inline
from lengthwise.report.tools.plot import Mark
from tests.report.findings import kgram, simple


@pytest.fixture(scope="module")
def drawn():
    return [inline(plot) for plot in figures(simple())]


def test_nothing_in_a_drawing_needs_a_laxer_policy(drawn):
    for part in drawn:
        assert not re.search(r"<style|<script|<metadata|\sstyle=|\son\w+=", part.svg)
        assert "http" not in part.svg


def test_identifiers_are_used_and_do_not_meet_those_of_other_figures(drawn):
    text = "".join(part.svg for part in drawn)
    named = re.findall(r'\sid="([^"]*)"', text)
    used = set(re.findall(r'(?:url\(#|href="#)([\w-]+)', text))
    assert set(named) == used
    assert len(set(named)) == len(named)


def test_every_color_follows_the_reader(drawn):
    for part in drawn:
        assert not re.search(r'(fill|stroke)="#', part.svg)
        assert "var(--" in part.svg


def test_a_figure_has_a_description(drawn):
    for part, plot in zip(drawn, figures(simple()), strict=True):
        root = ET.fromstring(part.svg)
        assert (root.get("role"), root.get("aria-label")) == ("img", plot.description)


def test_points_lie_on_their_markers():
    made = inline(error_by_length(kgram()))
    root = ET.fromstring(made.svg)
    markers = {
        (round(float(use.get("x")), 1), round(float(use.get("y")), 1))
        for group in root.iter("g")
        if group.get("data-series")
        for use in group.iter("use")
    }
    points = json.loads(made.points)
    assert len(points) == 10
    for point in points:
        assert any(
            abs(point["x"] - x) <= 0.11 and abs(point["y"] - y) <= 0.11
            for x, y in markers
        )


def test_text_of_a_point_cannot_end_the_script_element():
    plot = error_by_length(kgram())
    hostile = "</script><script>alert(1)</script>&'<!--"
    mark = Mark(axes=0, x=256, y=0.1, series=0, text=hostile)
    made = inline(replace(plot, marks=(mark,)))
    assert not set("<>&'") & set(made.points)
    assert json.loads(made.points)[0]["text"] == hostile


def test_symbols_stand_in_a_drawing_as_text():
    found = simple().exact.simulation
    hostile = ("<b>", "&amp;", "$x$", "\x00", "\ud800", "]]>", "😀")
    made = inline(simulation(replace(found, x=hostile, z=hostile)))
    root = ET.fromstring(made.svg)
    texts = [node.text for node in root.iter("text")]
    assert {"<b>", "&amp;", "$x$", "]]>", "😀", "�"} <= set(texts)
    assert root.find(".//b") is None
