"""No verdict rests on a theorem without a source, or without its hypothesis."""

import pytest

from lengthwise.cli.cite_command import entries
from lengthwise.tasks.catalogue import FAMILIES, task, tasks_by_heading
from lengthwise.theory.knowledge import quoted_theorems as theorems
from lengthwise.theory.knowledge.lookup import known_family
from lengthwise.theory.verdict._communication_growth import growth_answer
from lengthwise.theory.verdict.decision import verdict

EVERY = sorted(
    {str(one) for tasks in tasks_by_heading().values() for one in tasks}
    | {f"{name}@{form}" for name, one in FAMILIES.items() for form in one.formats}
)


@pytest.mark.parametrize("name", EVERY)
def test_every_answer_has_its_sources_with_their_hypotheses(name):
    for row in verdict(task=name).answers:
        if row.answer == "unknown":
            assert row.sources == ()
            continue
        # A machine is its own proof, up to the error that is stated.
        assert row.sources or row.evidence.kind == "machine"
        for source in row.sources:
            assert source in theorems.ALL
        if row.basis == "theorem":
            assert theorems.COMMUNICATION in row.sources
        if row.evidence.kind == "theorem":
            assert dict(row.evidence.details)["hypothesis"]


def test_every_theorem_is_in_the_bibliography_and_says_of_what_it_speaks():
    for one in theorems.ALL:
        assert one.key in entries()
        assert one.place
        assert one.statement
        assert len(one.hypothesis.split()) > 5
        assert (one.basis == "derived") == (one.key == "lengthwise")


def test_expressions_and_programs_have_sources_too():
    for found in (verdict(regex="(aa)*"), verdict(program="dyck1")):
        assert all(row.sources for row in found.answers)
        data = found.json()["answers"][0]["sources"][0]
        assert set(data) == {"key", "place", "statement", "hypothesis", "basis"}
        assert "sources: " in str(found)


def test_communication_is_about_tasks_of_every_length():
    with pytest.raises(AssertionError, match="has a largest length"):
        growth_answer(task("unique_copy"), known_family("repeat_copy").rows, "none")


def test_the_guarantee_says_what_of_it_is_recalled_and_not_quoted():
    hypothesis = theorems.GUARANTEE.hypothesis
    sure, _, unsure = hypothesis.partition("Recalled, not quoted: ")
    assert "up to 1/n" in sure  # not the minimum itself
    for part in ("wording of Theorem 7", "procedure", "position vector", "regularizer"):
        assert part in unsure
