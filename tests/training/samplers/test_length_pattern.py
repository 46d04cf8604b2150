"""Lengths on the device are those of the task."""

from dataclasses import replace

import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.laws import UniformWords
from lengthwise.training.samplers._length_pattern import length_pattern
from tests.training.samplers.device_draws import EVERY, quick

ODD = DFA.from_table(
    "a",
    {0: {"a": 1}, 1: {"a": 2}, 2: {"a": 3}, 3: {"a": 4}, 4: {"a": 5}, 5: {"a": 3}},
    [1, 3, 4],
)
FINITE = DFA.from_table("a", {0: {"a": 1}, 1: {"a": 2}, 2: {}}, [1, 2])


def of_language(dfa, **changes):
    one = task("aa_star")
    words = replace(one, language=dfa, law=UniformWords(dfa), example=("a",))
    return replace(words, output=one.output, **changes)


TASKS = [
    *map(task, EVERY),
    of_language(ODD),
    of_language(ODD, stride=2),
    of_language(FINITE),
]


@pytest.mark.parametrize("least", [0, 1, 5])
def test_every_task_has_its_lengths_and_no_others(least):
    for one in TASKS:
        pattern = length_pattern(one, least)
        for most in (6, 23):
            known = one.lengths(least, most)
            count = pattern.up_to(most)
            assert pattern.length(np.arange(count)).tolist() == list(known), one


@pytest.mark.parametrize("one", TASKS[-3:])
def test_lengths_on_the_device_are_those_of_the_host(one):
    pattern = length_pattern(one, 0)

    @quick
    def lengths(most):
        return pattern.up_to(most), pattern.length(jnp.arange(9))

    for most in (1, 2, 5, 17):
        count, values = lengths(jnp.int32(most))
        assert int(count) == int(pattern.up_to(most))
        assert values.tolist() == pattern.length(np.arange(9)).tolist()
