"""Residual classes: exact where that is said, and never more than there are."""

import math
from dataclasses import replace
from itertools import pairwise, product

import pytest

from lengthwise.errors import SpecError
from lengthwise.tasks.catalogue import task
from lengthwise.theory.communication import residual_classes
from lengthwise.theory.communication.residual_classes import residuals
from lengthwise.theory.verdict.decision import verdict


def numbers(found):
    return [row.classes for row in found.rows]


def test_after_n_symbols_repeat_copy_has_as_many_classes_as_beginnings():
    found = residuals(task("repeat_copy:symbols=3"), [1, 2, 3])
    assert numbers(found) == [3, 9, 27]
    assert all(row.exact and row.basis == "enumerated" for row in found.rows)
    assert [row.bits for row in found.rows] == pytest.approx(
        [n * math.log2(3) for n in (1, 2, 3)]
    )


def test_enumerated_numbers_are_those_of_the_growth_evidence_of_verdicts():
    for name in ("repeat_copy", "repeat_reverse", "addition"):
        (row, *_) = verdict(task=name).answers
        rows = dict(row.evidence.details)["rows"]
        assert numbers(residuals(task(name), range(1, len(rows) + 1))) == rows


@pytest.mark.parametrize("side", ["left", "right"])
def test_what_the_last_occurrence_asks_for_is_one_of_boundedly_many_states(side):
    def state(word):
        """The last letter may be the question, so it is no neighbor yet."""
        before = pairwise(word[:-1])
        pairs = before if side == "right" else ((b, a) for a, b in before)
        return word[-2:], frozenset(dict(pairs).items())

    found = residuals(task(f"retrieve_{side}_last:symbols=3"), [1, 2, 3, 4, 5])
    for row in found.rows:
        assert row.basis == "enumerated"
        states = {state(word) for word in product("012", repeat=row.N)}
        assert row.classes <= len(states) <= 3**2 * 4**3


def test_dyck_1_has_a_class_for_every_depth_and_one_for_what_cannot_be_completed():
    found = residuals(task("dyck1"), [1, 2, 3, 4, 5, 6])
    assert numbers(found) == [half // 2 + 2 for half in range(1, 7)]


def test_where_the_state_is_asked_for_every_state_is_a_class():
    subject = task("tomita4@state-blank")
    found = residuals(subject, [1, 2, 3, 8])
    for row in found.rows:
        words = product("01", repeat=row.N)
        assert row.classes == len({subject.dfa.run(word) for word in words})


def test_a_regular_language_has_the_states_that_words_of_the_length_reach():
    subject = task("tomita4@recognize-end")
    found = residuals(subject, [1, 2, 3, 1000])
    assert all(row.exact and row.suffix is None for row in found.rows)
    words = [w for n in range(5) for w in product("01", repeat=n)]
    for row in found.rows[:3]:
        beginnings = product("01", repeat=row.N)
        rows = {tuple(subject.label((*x, *y)) for y in words) for x in beginnings}
        assert row.classes == len(rows)
    assert found.rows[3].classes == found.rows[2].classes


TRUE = {
    "repeat_copy": lambda half: 2**half,
    "dyck1": lambda half: half // 2 + 2,
    "dyck1@recognize-end": lambda half: half // 2 + 2,
}


@pytest.mark.parametrize("name", TRUE)
def test_sampled_numbers_are_lower_bounds(name, monkeypatch):
    monkeypatch.setattr(residual_classes, "WORK", 256)
    found = residuals(task(name), [4, 6, 20])
    assert {row.basis for row in found.rows} == {"sampled"}
    for row in found.rows:
        assert 1 < row.classes <= TRUE[name](row.N)


def test_a_task_without_short_inputs_is_sampled_uniformly(monkeypatch):
    monkeypatch.setattr(residual_classes, "WORK", 256)
    long = replace(task("repeat_copy"), min_length=100)
    assert residuals(long, [6]).rows[0].classes > 32


def test_a_family_in_closed_form_goes_beyond_what_is_counted():
    row = residuals(task("addition"), [64]).rows[0]
    assert (row.proved_bits, row.exact) == (63.0, False)
    assert row.bits == 63.0 > math.log2(row.classes)


@pytest.mark.parametrize("name", ["unique_copy", "sort", "unique_reverse"])
def test_tasks_whose_length_the_alphabet_bounds_are_refused(name):
    with pytest.raises(SpecError, match="a length that the alphabet bounds"):
        residuals(task(name))


def test_real_outputs_are_refused():
    with pytest.raises(SpecError, match="real outputs"):
        residuals(task("modp"))


@pytest.mark.parametrize("lengths", [[], [0], [2.5], [10**6], range(1, 26)])
def test_lengths_are_whole_numbers_up_to_a_limit(lengths):
    with pytest.raises(SpecError, match="from 1 to 1024"):
        residuals(task("parity"), iter(lengths))


def test_the_answer_says_what_follows():
    assert "no program of C-RASP" in str(residuals(task("repeat_copy"), [1]))
    assert "excludes no regular language" in str(residuals(task("tomita4"), [1]))
    assert "evidence, not a proof" in repr(residuals(task("dyck1"), [1]))


def test_the_table_marks_lower_bounds_and_how_they_were_found():
    text = str(residuals(task("repeat_copy"), [2, 64]))
    assert "all prefixes, continuations up to 2 symbols" in text
    assert "≥ 256" in text or "≥ 255" in text
    html = residuals(task("repeat_copy"), [2])._repr_html_()
    assert "<table" in html
