"""Tasks that are finite over each alphabet: one family of programs, and its size."""

import pytest

from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.language.parser import parse
from lengthwise.tasks.catalogue import FAMILIES as TASKS
from lengthwise.tasks.catalogue import task
from lengthwise.theory.knowledge.lookup import KNOWLEDGE, knowledge_of
from lengthwise.theory.verdict.decision import verdict

POSITIONS = ("none", "periodic-local")
FAMILIES = {
    (name, positions): size
    for name, one in KNOWLEDGE.items()
    for positions, size in one.sizes.items()
}


def test_exactly_the_tasks_with_a_largest_length_have_families():
    finite = {name for name in TASKS if task(name).max_length is not None}
    assert {name for name, _ in FAMILIES} == finite
    assert {positions for _, positions in FAMILIES} == set(POSITIONS)


def small(name):
    """Tasks of the family whose programs are written whole."""
    if name == "step_copy":
        for k in (1, 2, 3):
            for symbols in range(2 * max(k, 2), 8):
                yield task(name, k=k, symbols=symbols)
        return
    for symbols in range(3, 4 if name == "unique_bigram_copy" else 8):
        yield task(name, symbols=symbols)


@pytest.mark.parametrize(("name", "positions"), FAMILIES)
def test_sizes_are_those_of_the_programs(name, positions):
    family = FAMILIES[name, positions]
    for one in small(name):
        found = knowledge_of(one).program(one, positions)
        assert found.task == one
        size = facts(found.program).size
        assert parse(found.text) == found.program
        assert family.size(**dict(one.numbers)) == size


def test_sizes_of_bigram_programs_are_right_for_more_symbols():
    from lengthwise.crasp.library import copies
    from lengthwise.theory.knowledge import _task_programs as written

    for symbols in range(3, 8):
        for positions, made in zip(
            POSITIONS,
            (copies.unique_bigram_copy(symbols), written.unique_bigram_copy(symbols)),
            strict=True,
        ):
            family = FAMILIES["unique_bigram_copy", positions]
            assert family.size(symbols=symbols) == facts(made.program).size


@pytest.mark.parametrize("name", [name for name, p in FAMILIES if p == "none"])
@pytest.mark.parametrize("positions", POSITIONS)
def test_the_order_is_that_of_the_size(name, positions):
    family = FAMILIES[name, positions]
    degree = int(family.order.removeprefix("|Σ|").removeprefix("^") or "1")
    numbers = {"k": 2} if name == "step_copy" else {}
    ratio = family.size(symbols=10_000, **numbers) / family.size(
        symbols=1000, **numbers
    )
    assert ratio == pytest.approx(10**degree, rel=0.05)


@pytest.mark.parametrize("name", sorted({name for name, _ in FAMILIES}))
def test_the_yes_is_about_all_alphabets_with_the_size_for_this_one(name):
    for positions in POSITIONS:
        row = verdict(task=name).row(positions, "next")
        assert row.answer == "yes"
        assert "serves every alphabet" in row.sentence
        assert "the task is finite" in row.sentence
        data = dict(row.evidence.details)["family"]
        numbers = dict(task(name).numbers)
        assert data["symbols"] == numbers["symbols"]
        assert data["size"] == FAMILIES[name, positions].size(**numbers)


def test_copying_distinct_symbols_needs_no_positions():
    row = verdict(task="unique_copy").row("none", "next")
    assert (row.answer, row.evidence.kind) == ("yes", "program")
    assert "O(|Σ|^2)" in row.evidence.text
    assert "226,504 for 150 symbols" in row.evidence.text
    assert dict(row.evidence.details)["counting_depth"] == 2


def test_tasks_of_every_length_have_no_family():
    assert knowledge_of(task("repeat_copy")).sizes == {}
    assert "serves every alphabet" not in verdict(task="majority").headline().sentence
