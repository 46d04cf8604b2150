"""Lengths on the device are those of the task."""

from dataclasses import replace

import jax.numpy as jnp
import pytest

from lengthwise.automata.dfa import DFA
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.laws import UniformWords
from lengthwise.training.samplers._length_pattern import length_pattern
from tests.training.samplers.device_draws import EVERY

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


@pytest.mark.parametrize("least", [0, 1, 5])
def test_every_task_has_its_lengths_and_no_others(least):
    tasks = [
        *map(task, EVERY),
        of_language(ODD),
        of_language(ODD, stride=2),
        of_language(FINITE),
    ]
    for one in tasks:
        pattern = length_pattern(one, least)
        for most in (6, 23):
            known = one.lengths(least, most)
            count = int(pattern.up_to(jnp.int32(most)))
            assert pattern.length(jnp.arange(count)).tolist() == list(known), one
