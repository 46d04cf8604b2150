"""The device sampler of sequences: every task of the catalogue in every format."""

from collections import Counter
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.tasks.catalogue import task
from lengthwise.tasks.outputs import NextToken
from lengthwise.training.batch import columns, shapes
from lengthwise.training.samplers.device_sampler import drawn_on_device
from lengthwise.training.samplers.host_sampler import host_batch, longest
from lengthwise.training.samplers.sequence_sampler import (
    device_words,
    draw_lengths,
    has_device_sampler,
    paired_lengths,
)
from tests.tasks.questions.exact_questions import CASES
from tests.training.law_tests import assert_drawn_from
from tests.training.samplers.device_draws import EVERY, draws, quick, words_in
from tests.training.test_host import numbers, words_of

SERVED = [text for text in EVERY if has_device_sampler(task(text))]
ELSEWHERE = {
    "simple@real": "averages: their words or statistics come from device_batch",
    "modp@real": "averages: their words or statistics come from device_batch",
    "kgram@real": "averages: their words or statistics come from device_batch",
}
MOST = 12
WORDS = 8
DRAWS = 1 << 15


def test_every_task_of_the_catalogue_is_served_or_has_a_reason():
    assert set(EVERY) - set(SERVED) == set(ELSEWHERE)
    assert all(drawn_on_device(task(text)) for text in ELSEWHERE)


@pytest.mark.parametrize("name", dict.fromkeys(t.split("@")[0] for t in SERVED))
def test_every_instance_is_one_of_the_task_with_its_targets_slot_by_slot(name):
    tasks = [task(text) for text in SERVED if text.split("@")[0] == name]
    drawn = []
    for one in tasks:
        known = one.lengths(0, max(MOST, one.min_length + one.stride))
        spread = np.linspace(0, len(known) - 1, WORDS).round().astype(int)
        padded = longest(one, known[-1]) + 3
        drawn.append((one, [known[number] for number in spread], padded))

    def all_formats(key):
        return [
            device_words(one, key=key, lengths=jnp.array(lengths), padded=padded)
            for one, lengths, padded in drawn
        ]

    batches = jax.tree.map(np.asarray, quick(all_formats)(jax.random.key(0)))
    for (one, lengths, padded), batch in zip(drawn, batches, strict=True):
        assert_right(one, lengths, padded, batch)


def assert_right(one, lengths, padded, batch):
    """Token by token what the host would say of the same words."""
    host = host_batch(one, (1,), WORDS, 0, max(lengths), padded)
    for own, other in zip(jax.tree.leaves(batch), jax.tree.leaves(host), strict=True):
        assert own.shape == other.shape
        assert own.dtype == other.dtype
    shape = shapes(one)
    assert batch.targets.shape[2] == columns(one)
    for row, word in enumerate(words_of(one, batch)):
        right = {
            prefix - 1 + shape.begins if shape.every else 0: numbers(one, label)
            for prefix, label in one.targets(word).items()
        }
        assert np.flatnonzero(batch.scored[row]).tolist() == sorted(right)
        for place, target in right.items():
            assert batch.targets[row, place].tolist() == target
        assert not batch.targets[row][~batch.scored[row]].any()
        assert not batch.inputs.tokens[row, batch.inputs.lengths[row] :].any()
        if isinstance(one.output, NextToken):
            assert one.label(word) == ()
        else:
            assert len(word) == lengths[row]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("dyck1@recognize-end", "()(("), ("tomita4@recognize-last", "1000")],
)
def test_marks_stand_where_the_host_puts_them(text, wrong):
    one = task(text)
    lengths = np.full(64, len(wrong))
    batch = draws(one, lengths, 8)
    words = words_in(one, batch)
    ends = (None,) if one.format == "recognize-end" else ()
    assert {word[len(wrong) :] for word in words} == {ends}
    assert {one.label(word[: len(wrong)]) for word in words} == {True, False}


@pytest.mark.parametrize(("name", "text", "length", "law"), CASES)
def test_questions_have_the_distribution_of_the_host(name, text, length, law):
    one = task(text)
    assert one.law.questions.endswith(f":{name}")
    batch = draws(one, np.full(DRAWS, length), longest(one, length) + 2, seed=1)
    questions = [one.output.split(word)[0] for word in words_in(one, batch)]
    assert_drawn_from(questions, law)


@pytest.mark.parametrize(
    "text",
    [
        "bin_majority",
        "bin_majority_interleave",
        "majority:symbols=5",
        "unique_copy:symbols=20",
        "unique_bigram_copy:symbols=4",
        "addition",
        "retrieve_left_last:symbols=5",
        "tomita4@recognize-end",
        "d12",
        "l_k:k=40",
        "shuffle4@recognize-last",
        "boolean3",
        "count_k",
    ],
)
def test_padding_changes_no_word(text):
    one = task(text)
    known = one.lengths(0, max(9, one.min_length + one.stride, len(one.dfa or "")))
    lengths = (known * WORDS)[-WORDS:]
    wide = longest(one, known[-1])
    short, long = draws(one, lengths, wide, 6), draws(one, lengths, wide + 9, 6)
    assert (short.inputs.tokens == long.inputs.tokens[:, :wide]).all()
    assert (short.inputs.lengths == long.inputs.lengths).all()
    slots = short.targets.shape[1]
    assert (short.targets == long.targets[:, :slots]).all()
    assert not long.scored[:, slots:].any()


@pytest.mark.parametrize("text", ["majority:symbols=4", "shuffle2@recognize-end"])
def test_lanes_side_by_side_draw_what_each_draws_alone(text):
    one = task(text)
    lengths = jnp.array([2, 4, 6, 6])
    keys = jax.random.split(jax.random.key(2), 3)

    def lane(key):
        return device_words(one, key=key, lengths=lengths, padded=12)

    together = quick(jax.vmap(lane))(keys)
    alone = quick(lane)
    for number, key in enumerate(keys):
        for own, other in zip(
            jax.tree.leaves(together), jax.tree.leaves(alone(key)), strict=True
        ):
            assert (own[number] == other).all()


def test_two_keys_give_different_words():
    one = task("unique_copy")
    batches = [draws(one, [5] * WORDS, 16, seed) for seed in (0, 1)]
    rows = [map(tuple, batch.inputs.tokens.tolist()) for batch in batches]
    assert not set(rows[0]) & set(rows[1])


@pytest.mark.parametrize(
    ("text", "most"),
    [("tomita4", 9), ("abab_star", 13), ("step_copy:k=3", 16), ("unique_copy", 400)],
)
def test_lengths_are_uniform_on_those_of_the_task(text, most):
    one = task(text)
    known = one.lengths(0, most)
    exact = dict.fromkeys(known, 1 / len(known))

    @quick
    def drawn(most):
        key = jax.random.key(3)
        return [
            draw(one, key=key, words=DRAWS, most=most)
            for draw in (draw_lengths, paired_lengths)
        ]

    for lengths in drawn(jnp.int32(most)):
        for half in (lengths[0::2], lengths[1::2]):
            assert_drawn_from(half.tolist(), exact)


@pytest.mark.parametrize(
    ("text", "most"), [("tomita4", 50), ("abab_star", 51), ("addition", 50)]
)
def test_paired_lengths_have_one_sum(text, most):
    one = task(text)
    known = one.lengths(0, most)
    drawn = partial(paired_lengths, one, words=64, most=most)
    lengths = quick(lambda key: drawn(key=key))(jax.random.key(4))
    assert set(lengths.reshape(-1, 2).sum(1).tolist()) == {known[0] + known[-1]}


def test_the_smallest_length_can_be_raised():
    drawn = draw_lengths(
        task("tomita4"), key=jax.random.key(5), words=256, most=9, least=7
    )
    assert Counter(drawn.tolist()).keys() == {7, 8, 9}
