"""What must hold of a decoder with any position scheme; one program a scheme."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.models import Words
from lengthwise.names import base
from tests.models.gpt.random_decoders import (
    POSITIONS,
    RANDOM_NUMBERING,
    compiled,
    decoder,
    random_weights,
    random_words,
)

CLOSE = {"rtol": 0, "atol": 4e-6}
"""A layer norm divides by the deviation of a row: where a row of these random weights
is nearly flat, errors of float32 grow. All schemes but one stay below 1e-6."""
LENGTHS = (3, 5, 1, 4)
PADDED = 16  # of the row that has all of them
WORDS = random_words(LENGTHS)
STARTS = np.cumsum((0, *LENGTHS[:-1]))


def own_rows():
    tokens = np.zeros((len(WORDS), max(LENGTHS)), int)
    for row, word in enumerate(WORDS):
        tokens[row, : len(word)] = word
    return Words(jnp.asarray(tokens), jnp.array(LENGTHS))


def one_row():
    tokens, begins = np.zeros((2, 1, PADDED), int)
    tokens[0, : sum(LENGTHS)] = np.concatenate(WORDS)
    begins[0, : sum(LENGTHS)] = np.repeat(STARTS, LENGTHS)
    begins[0, sum(LENGTHS) :] = sum(LENGTHS)
    return Words(*map(jnp.asarray, (tokens, np.array([sum(LENGTHS)]), begins)))


@pytest.fixture(scope="module", params=POSITIONS)
def runs(request):
    model = decoder(request.param)
    key = jax.random.key(7)

    def squares(weights):
        trained = model.run(weights, own_rows(), every=True, key=key)
        return jnp.sum(trained**2), trained

    @compiled
    def run(weights):
        slopes, trained = jax.grad(squares, has_aux=True)(weights)
        return {
            "own": model.run(weights, own_rows(), every=True),
            "last": model.run(weights, own_rows()),
            "packed": model.run(weights, one_row(), every=True),
            "trained": trained,
            "slopes": slopes,
        }

    return base(request.param), run(random_weights(model))


def test_a_row_of_several_words_gives_what_each_gives_in_a_row_of_its_own(runs):
    _, run = runs
    for row, (start, length) in enumerate(zip(STARTS, LENGTHS, strict=True)):
        together = run["packed"][0, start : start + length]
        np.testing.assert_allclose(together, run["own"][row, :length], **CLOSE)


def test_the_last_position_alone_gives_what_it_gives_among_all(runs):
    _, run = runs
    for row, length in enumerate(LENGTHS):
        wanted = run["own"][row, length - 1]
        np.testing.assert_allclose(run["last"][row, 0], wanted, **CLOSE)


def test_only_schemes_that_number_at_random_see_the_key(runs):
    name, run = runs
    same = all(
        np.allclose(run["own"][row, :length], run["trained"][row, :length], atol=1e-6)
        for row, length in enumerate(LENGTHS)
    )
    assert same == (name not in RANDOM_NUMBERING)


def test_every_array_has_a_finite_slope_and_most_are_not_zero(runs):
    name, run = runs
    leaves = jax.tree.leaves(run["slopes"])
    assert all(np.isfinite(leaf).all() for leaf in leaves)
    assert all(np.abs(leaf).max() > 0 for leaf in leaves), name
