"""Tasks of one's own: unknown, with what was looked for, and never a mistake."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import lengthwise as lw
from lengthwise.errors import SpecError
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.laws import Compositions
from lengthwise.tasks.outputs import Accept, Real
from lengthwise.tasks.task import Task
from lengthwise.theory.verdict._unknown_answers import LOOKED_FOR
from lengthwise.words import Alphabet

SCHEMA = json.loads(Path("docs/formats/verdict.schema.json").read_text())


def lead(word):
    """The task of the tutorial."""
    return abs(word.count("0") - word.count("1")) / len(word)


def leads(word):
    """Its side with two answers."""
    return word.count("0") > word.count("1")


LEAD = Task(
    name="lead",
    alphabet=Alphabet("012"),
    output=Real(),
    format="real",
    rule=f"{__name__}:lead",
    law=Compositions(),
    summary="How far the more frequent of 0 and 1 leads, as a share of the word.",
    example=("0", "0", "1", "2"),
    source="lengthwise",
)
LEADS = replace(
    LEAD, output=Accept(), format="recognize-last", rule=f"{__name__}:leads"
)
OWN = {
    "real": LEAD,
    "recognize": LEADS,
    "question": replace(task("parity"), name="mine"),
    "language": replace(task("dyck1"), name="mine"),
    "the name of another": replace(LEAD, name="simple"),
}


@pytest.mark.parametrize("kind", OWN)
def test_the_verdict_of_a_task_of_ones_own_is_unknown(kind):
    found = lw.verdict(task=OWN[kind])
    assert {row.answer for row in found.answers} == {"unknown"}
    assert {row.positions for row in found.answers} == {"none", "periodic-local"}
    row = found.headline()
    assert dict(row.evidence.details)["looked_for"] == list(LOOKED_FOR)
    assert "not known" in found.sentence
    Draft202012Validator(SCHEMA).validate(found.json())


def test_an_automaton_of_ones_own_is_decided():
    mine = replace(task("parity_language"), name="mine")
    assert lw.verdict(task=mine).headline().answer == "no"


def test_the_study_of_a_task_of_ones_own_is_its_verdict():
    found = lw.study(LEAD, train=False)
    assert found.verdict.headline().answer == "unknown"
    assert "nothing is known about the task lead" in str(found)
    assert "lead" in found.page.html


def test_a_task_that_bears_another_ones_name_is_not_trained_in_its_place():
    mine = OWN["the name of another"]
    assert lw.study(mine, train=False).verdict.headline().answer == "unknown"
    with pytest.raises(SpecError, match="put it into a file of its own"):
        lw.study(mine)


def test_a_study_can_be_called_with_every_argument_that_it_declares():
    assert (
        lw.study("dyck1", workers=1, train=False).verdict.answer("none", "end") == "yes"
    )
