"""Words are drawn by the law; evidence and labels are those of the tasks."""

from itertools import product
from random import Random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.tasks.catalogue import task
from lengthwise.tasks.task_name import traced_parameters
from lengthwise.training.evaluating._streamed import evidence_of, next_block
from lengthwise.training.samplers.device_sampler import labels_of
from lengthwise.training.samplers.urn import draw_words, empty, evidence
from tests.training.law_tests import assert_drawn_from, law, probability

BATCH = 1 << 15
PADDED = 6
TASKS = [task(name) for name in ("simple", "modp:p=2", "kgram:k=1,S=2", "kgram:S=2")]


def words_of(found, *, least, most, seed=4):
    run = jax.jit(
        lambda: draw_words(
            found,
            key=jax.random.key(seed),
            batch=BATCH,
            padded=PADDED,
            least=jnp.int32(least),
            most=jnp.int32(most),
        )
    )
    return run()


@pytest.mark.parametrize("found", TASKS, ids=str)
def test_words_follow_the_law(found):
    tokens, lengths = words_of(found, least=4, most=4)
    assert (np.asarray(lengths) == 4).all()
    drawn = list(map(tuple, np.asarray(tokens)[:, :4].tolist()))
    assert_drawn_from(drawn, law(found, 4))


@pytest.mark.parametrize("found", TASKS, ids=str)
def test_padding_changes_no_word(found):
    def drawn(padded):
        return draw_words(
            found,
            key=jax.random.key(9),
            batch=64,
            padded=padded,
            least=jnp.int32(3),
            most=jnp.int32(8),
        )

    (short, lengths), (long, same) = drawn(8), drawn(32)
    assert (lengths == same).all()
    assert (short == long[:, :8]).all()


@pytest.mark.parametrize("name", ["simple:omega=3", "modp:p=2,k=1", "kgram:k=2,S=2"])
def test_the_exact_law_here_is_that_of_the_task(name):
    t = task(name)
    rng = Random(1)
    drawn = [tuple(map(int, t.draw(rng, 4))) for _ in range(1 << 14)]
    assert_drawn_from(drawn, law(t, 4))


@pytest.mark.parametrize(
    "name",
    [
        "simple:omega=3",
        "modp:p=2,k=1",
        "modp:p=3,k=0",
        "kgram:k=1,S=2",
        "kgram:k=2,S=3",
    ],
)
def test_labels_of_all_short_words_are_those_of_the_task(name):
    t = task(name)
    numbers = {name: value for name, value in t.numbers if name in traced_parameters(t)}
    words = [
        word
        for length in range(t.min_length, PADDED + 1)
        for word in product(range(len(t.alphabet)), repeat=length)
    ]
    tokens = np.zeros((len(words), PADDED), dtype=np.int32)
    for row, word in enumerate(words):
        tokens[row, : len(word)] = word

    def label(tokens, length):
        return labels_of(t, evidence(t, tokens, length), numbers)

    lengths = jnp.array([len(word) for word in words])
    labels = jax.jit(jax.vmap(label))(tokens, lengths)
    exact = [np.atleast_1d(t.label(map(str, word))) for word in words]
    np.testing.assert_allclose(labels, exact, atol=3e-7)


@pytest.mark.parametrize("found", TASKS, ids=str)
def test_an_urn_read_in_blocks_knows_the_evidence(found):
    """Blocks are of 128 symbols; the word ends inside one of them."""

    def run(length):
        key, urn = jax.random.key(9), empty(found)
        blocks = []
        for _ in range(2):
            urn, tokens = next_block(found, urn, length, key=key)
            blocks.append(tokens)
        whole = evidence(found, jnp.concatenate(blocks), length)
        return evidence_of(found, urn), whole

    lengths = jnp.array([found.min_length, 100, 128, 129, 255])
    in_blocks, at_once = jax.jit(jax.vmap(run))(lengths)
    assert (np.asarray(in_blocks) == np.asarray(at_once)).all()


def test_probabilities_of_the_definition():
    assert probability(task("simple"), (0, 0)) == probability(task("simple"), (2, 2))
    assert float(probability(task("simple"), (0, 0))) == pytest.approx(1 / 3 * 2 / 4)
    assert float(probability(task("kgram", k=1, S=2), (0, 0, 0))) == pytest.approx(
        1 / 2 / 2 * 2 / 3
    )
