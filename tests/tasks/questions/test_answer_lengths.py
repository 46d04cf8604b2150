"""The longest instance is known before any is drawn."""

import dataclasses
from random import Random

import pytest

from lengthwise.tasks.catalogue import FAMILIES, GROUPS, task
from lengthwise.tasks.outputs import NextToken
from lengthwise.tasks.questions import answers
from lengthwise.tasks.questions.answer_lengths import LONGEST_ANSWERS, longest_instance

INSTANCES = [
    name
    for names in GROUPS.values()
    for name in names
    if isinstance(task(name).output, NextToken)
]


@pytest.mark.parametrize("name", INSTANCES)
def test_no_instance_is_longer_and_the_longest_occurs(name):
    one = task(name)
    rng = Random(0)
    for length in one.lengths(0, 7)[-2:]:
        found = {len(one.draw(rng, length)) for _ in range(500)}
        assert max(found) == longest_instance(one, length)


def test_every_answer_function_of_the_catalogue_is_known():
    rules = {task(name).rule for name in FAMILIES}
    known = {rule for rule in rules if rule.startswith(answers.__name__)}
    assert known == set(LONGEST_ANSWERS)


def twice(question, **_numbers):
    return question + question


def test_an_unknown_answer_function_is_guessed_from_drawn_instances():
    one = dataclasses.replace(task("repeat_copy"), rule=f"{__name__}:twice")
    assert longest_instance(one, 5) == 7 + 2 * 11
