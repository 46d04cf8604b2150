"""The pictures that are kept are what their scripts draw."""

import re

import pytest

from docs.pictures import (
    agreement,
    answer,
    certificate_states,
    covered,
    message_bits,
    needed_length,
    positions,
    separating_words,
    smallest_programs,
    unique_copy,
)
from docs.pictures.diagrams import DIAGRAMS, HERE
from docs.pictures.drawing import Drawing

CHARTS = (
    *(agreement, answer, covered, message_bits, needed_length, positions),
    *(separating_words, smallest_programs, unique_copy),
)


@pytest.mark.parametrize("script", CHARTS)
def test_a_chart_is_what_its_script_draws(script, tmp_path):
    target = tmp_path / script.PICTURE.name
    script.picture().save(target, width=script.WIDTH, height=script.HEIGHT)
    assert without_digests(target) == without_digests(script.PICTURE)


def without_digests(picture):
    """The text of a picture, its clips and markers numbered in the order they appear.

    Matplotlib names them by digests of unrounded coordinates, whose last bits differ
    between processors.
    """
    text = picture.read_text("utf-8")
    names = dict.fromkeys(re.findall(r'(?<=id=")[mp][0-9a-f]{10}(?=")', text))
    for number, name in enumerate(names):
        text = text.replace(name, f"clip-{number}")
    return text


def test_an_automaton_is_what_its_script_draws():
    drawn = certificate_states.picture()
    kept = certificate_states.PICTURE.read_text("utf-8")
    assert kept == f"{drawn.svg}\n"
    assert "Counting cannot separate states 0 and 1" in drawn.caption


@pytest.mark.parametrize("make", DIAGRAMS, ids=lambda make: make.__name__)
def test_a_diagram_is_what_its_script_draws(make):
    drawing = make()
    assert drawing.svg() == (HERE / f"{drawing.name}.svg").read_text("utf-8")


@pytest.mark.parametrize("make", DIAGRAMS, ids=lambda make: make.__name__)
def test_every_part_of_a_diagram_is_inside_it(make):
    drawing = make()
    for x, width in re.findall(
        r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', drawing.svg()
    ):
        assert float(x) + float(width) <= drawing.width


def test_rules_of_a_diagram_apply_to_it_alone():
    drawing = Drawing("one", "A title", 10, 10)
    (rules,) = re.findall(r"<style>(.*?)</style>", drawing.svg(), re.DOTALL)
    assert {line.split()[0] for line in rules.splitlines() if line.startswith(".")} == {
        ".lw-one"
    }
    assert 'aria-label="A title"' in drawing.svg()


def test_both_panels_of_the_answer_are_about_the_same_nets():
    found = answer.measured()
    assert set(answer.worst(found)) <= set(answer.trained(found))


def test_screenshots_are_small():
    for picture in HERE.glob("*.png"):
        assert picture.stat().st_size < 200_000
