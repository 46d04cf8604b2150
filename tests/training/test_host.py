"""The host sampler: words of every task with the targets of the task itself."""

import dataclasses

import jax
import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.tasks.catalogue import FAMILIES, GROUPS, task
from lengthwise.tasks.outputs import END, NextSet, NextToken
from lengthwise.training.batch import closes, columns, shapes
from lengthwise.training.samplers.host_sampler import (
    generator,
    host_batch,
    longest,
)

LISTED = [name for names in GROUPS.values() for name in names]
EVERY = [
    f"{name}@{form}" for name in LISTED for form in FAMILIES[task(name).name].formats
]
MOST = 12
WORDS = 8


def numbers(one, label):
    """The target that stands for a label, by definition."""
    match one.output:
        case NextSet():
            return [float(symbol in label) for symbol in (*one.alphabet, END)]
        case NextToken():
            return [one.alphabet.index(label)]
        case _:
            return [*np.atleast_1d(label).astype(np.float32)]


def words_of(one, batch):
    """The words that were read, without marks."""
    front = int(shapes(one).begins)
    for row, length in zip(
        batch.inputs.tokens.tolist(), batch.inputs.lengths.tolist(), strict=True
    ):
        codes = row[front : length - closes(one)]
        yield tuple(one.alphabet.symbols[code] for code in codes)


@pytest.mark.parametrize("text", EVERY)
def test_targets_are_those_of_the_task_slot_by_slot(text):
    one = task(text)
    most = max(MOST, one.min_length + one.stride)
    padded = longest(one, most) + 3
    batch = host_batch(one, (1, 2, 3), WORDS, 0, most, padded)
    shape = shapes(one)
    slots = padded if shape.every else 1
    assert batch.inputs.tokens.shape == (WORDS, padded)
    assert batch.targets.shape == (WORDS, slots, columns(one))
    assert batch.inputs.tokens.min() >= 0
    assert batch.inputs.tokens.max() < shape.symbols
    for row, word in enumerate(words_of(one, batch)):
        found = {}
        for prefix, label in one.targets(word).items():
            place = prefix - 1 + shape.begins if shape.every else 0
            found[place] = numbers(one, label)
        assert np.flatnonzero(batch.scored[row]).tolist() == sorted(found)
        for place, right in found.items():
            assert batch.targets[row, place].tolist() == pytest.approx(right, abs=1e-7)


def test_marks_stand_where_they_are_announced():
    begun = host_batch(task("tomita4"), (0,), WORDS, 1, 6, 8)
    assert (begun.inputs.tokens[:, 0] == 2).all()
    ended = host_batch(task("tomita4@recognize-end"), (0,), WORDS, 1, 6, 8)
    last = ended.inputs.tokens[np.arange(WORDS), ended.inputs.lengths - 1]
    assert (last == 2).all()
    bare = host_batch(task("tomita4@recognize-last"), (0,), WORDS, 1, 6, 8)
    assert (bare.inputs.tokens < 2).all()
    empty = dataclasses.replace(task("tomita4@recognize-last"), min_length=0)
    assert shapes(empty).begins
    assert (host_batch(empty, (0,), 64, 0, 2, 3).inputs.lengths >= 1).all()


@pytest.mark.parametrize("text", ["simple", "kgram", "dyck1", "shuffle4", "sort"])
def test_a_key_decides_every_bit(text):
    def drawn(*key):
        return host_batch(task(text), key, WORDS, 1, 20, 64)

    leaves = (jax.tree.leaves(drawn(4, 5)) for _ in range(2))
    for one, same in zip(*leaves, strict=True):
        assert one.tobytes() == same.tobytes()
    assert drawn(4, 5).inputs.tokens.tobytes() != drawn(5, 4).inputs.tokens.tobytes()


@pytest.mark.parametrize("text", ["modp", "tomita4", "parity_cot"])
def test_padding_changes_no_word(text):
    one = task(text)
    short = host_batch(one, (6,), WORDS, 1, 9, 32)
    long = host_batch(one, (6,), WORDS, 1, 9, 64)
    assert (short.inputs.tokens == long.inputs.tokens[:, :32]).all()
    assert (short.inputs.lengths == long.inputs.lengths).all()
    slots = short.targets.shape[1]
    assert (short.targets == long.targets[:, :slots]).all()
    assert not long.scored[:, slots:].any()


def test_keys_that_look_alike_are_different():
    keys = [(1, 2), (12,), (1, 2, 0), (2**32, 5), (0, 1, 5), (-1, 2), ()]
    assert len({generator(key).bytes(16) for key in keys}) == len(keys)


def test_lengths_are_uniform_among_those_of_the_task():
    lengths = host_batch(task("abab_star"), (3,), 3000, 1, 12, 16).inputs.lengths - 1
    found = {n: int((lengths == n).sum()) for n in (4, 8, 12)}
    assert sum(found.values()) == 3000
    assert all(abs(number - 1000) < 150 for number in found.values())


def test_what_cannot_be_drawn_is_said_in_one_line():
    with pytest.raises(SpecError, match="dyck1 has no input of a length from 3 to 3"):
        host_batch(task("dyck1"), (0,), 4, 3, 3, 8)
    with pytest.raises(SpecError, match="takes 9 positions; the arrays have 8"):
        host_batch(task("dyck1"), (0,), 4, 1, 8, 8)
    with pytest.raises(SpecError, match=r"an input of sort:.* takes 11 positions"):
        host_batch(task("sort"), (0,), 4, 4, 4, 10)
