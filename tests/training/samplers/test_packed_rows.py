"""Two words in a row: nothing is lost, nothing is added, and rows are full."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.models import Words
from lengthwise.tasks.catalogue import task
from lengthwise.training.batch import Batch, shapes
from lengthwise.training.samplers.host_sampler import host_batch, longest
from lengthwise.training.samplers.sequence_sampler import (
    has_device_sampler,
    packed,
    packed_places,
)
from tests.training.samplers.device_draws import EVERY, draws

TASKS = [
    *("unique_copy", "tomita4", "addition", "dyck1@recognize-end", "abab_star"),
    "tomita4@state-blank",
]


def pieces(row_batch):
    """The words of packed rows, with their targets and scored places."""
    inputs = row_batch.inputs
    for row in range(len(inputs.tokens)):
        read = inputs.lengths[row]
        for begin in (0, inputs.begins[row, read - 1]):
            own = (inputs.begins[row] == begin) & (
                np.arange(len(inputs.begins[row])) < read
            )
            yield (
                inputs.tokens[row][own],
                row_batch.targets[row][own],
                row_batch.scored[row][own],
            )


@pytest.mark.parametrize("text", TASKS)
def test_a_row_holds_both_words_with_their_targets(text):
    one = task(text)
    wide = longest(one, 12)
    batch = host_batch(one, (1, 2), 10, 0, 12, wide)
    rows = packed(batch, 2 * wide)
    assert rows.inputs.tokens.shape == (5, 2 * wide)
    for number, (tokens, targets, scored) in enumerate(pieces(rows)):
        read = batch.inputs.lengths[number]
        assert tokens.tolist() == batch.inputs.tokens[number, :read].tolist()
        if shapes(one).every:
            assert targets.tolist() == batch.targets[number, :read].tolist()
            assert scored.tolist() == batch.scored[number, :read].tolist()
        else:
            assert targets[-1].tolist() == batch.targets[number, 0].tolist()
            assert np.flatnonzero(scored).tolist() == [read - 1]
    assert rows.scored.sum() == batch.scored.sum()
    assert rows.targets.sum() == batch.targets.sum()


@pytest.mark.parametrize("text", TASKS)
def test_arrays_of_the_device_are_packed_like_those_of_the_host(text):
    one = task(text)
    batch = host_batch(one, (1, 2), 10, 0, 12, longest(one, 12))
    host = packed(batch, 40)
    device = jax.jit(lambda it: packed(it, 40))(jax.tree.map(jnp.asarray, batch))
    for own, other in zip(jax.tree.leaves(host), jax.tree.leaves(device), strict=True):
        assert own.dtype == other.dtype
        assert (own == np.asarray(other)).all()


@pytest.mark.parametrize("text", ["unique_copy", "tomita4", "abab_star", "majority"])
def test_rows_of_paired_words_are_full(text):
    one, most = task(text), 21
    places = packed_places(one, most)
    drawn = host_batch(one, (3,), 16, 0, most, longest(one, most), paired=True)
    assert (packed(drawn, places).inputs.lengths == places).all()
    known = one.lengths(0, most)
    again = draws(one, [known[0], known[-1], known[-2], known[1]], places)
    assert (packed(again).inputs.lengths == places).all()


def test_every_task_has_a_longest_row():
    for text in EVERY:
        one = task(text)
        most = one.min_length + 2 * one.stride + 6
        whole = longest(one, most)
        if has_device_sampler(one):
            assert whole < packed_places(one, most) <= 2 * whole


def test_only_an_even_number_of_words_is_packed():
    inputs = Words(np.zeros((3, 2), int), np.ones(3, int))
    with pytest.raises(SpecError, match="an even number of words"):
        packed(Batch(inputs, np.ones((3, 1, 1)), np.ones((3, 1), bool)))
