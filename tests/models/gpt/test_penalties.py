"""The regularizer of Huang et al. and the margin penalty against plain loops."""

import jax
import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.models import Words, margin_penalty, summary
from lengthwise.models.gpt.forward import all_logits
from lengthwise.words import Alphabet, Statistics
from tests.models.gpt.random_decoders import (
    POSITIONS,
    compiled,
    decoder,
    random_weights,
    random_words,
)


def test_the_regularizer_is_that_of_a_double_loop_and_reaches_the_table():
    model = decoder("absolute:places=7")
    weights = random_weights(model)
    table, size = np.asarray(weights.positions, np.float64), model.size
    total = 0.0
    for block in weights.blocks:
        matrix = np.asarray(block.qkv.matrix, np.float64)
        for head in range(model.heads):
            query = matrix[:, head * size : (head + 1) * size]
            key = matrix[:, model.width + head * size :][:, :size]
            for j in range(7):
                for i in range(j, 7):
                    total += ((table[i] @ query) @ (table[j] @ key)) ** 2 / 7
    value, slopes = compiled(jax.value_and_grad(model.position_penalty))(weights)
    assert value == pytest.approx(total, rel=1e-5)
    assert np.abs(slopes.positions).min(axis=1).max() > 0
    assert np.abs(slopes.blocks[1].qkv.matrix).max() > 0
    assert not np.any(slopes.embedding)
    values = slopes.blocks[0].qkv.matrix[:, 2 * model.width :]
    assert not np.any(values)


@pytest.mark.parametrize("positions", [p for p in POSITIONS if "absolute" not in p])
def test_positions_without_an_absolute_table_are_not_regularized(positions):
    model = decoder(positions)
    made = jax.eval_shape(model.init, jax.random.key(0))
    assert float(model.position_penalty(made)) == 0.0


def naive_margins(model, weights, words, margin):
    """What is missing to the margin at each query that has two different logits."""
    tokens, lengths = words.tokens, words.lengths
    begins = words.begins
    run = compiled(lambda w: all_logits(model, w, tokens, lengths, begins))
    missing = []
    for logits, _ in jax.tree.map(np.asarray, run(weights)):
        for row, head in np.ndindex(logits.shape[:2]):
            for i in range(lengths[row]):
                keys = range(i + 1)
                if words.begins is not None:
                    keys = range(words.begins[row, i], i + 1)
                seen = sorted({float(logits[row, head, i, j]) for j in keys})
                lower = [a for a in seen if a < seen[-1] - 1e-5]
                if lower:
                    missing.append(max(0.0, margin - (seen[-1] - lower[-1])))
    return np.mean(missing)


@pytest.mark.parametrize("begins", [None, np.array([[0, 0, 0, 3, 3, 3]] * 2)])
def test_the_margin_penalty_is_that_of_a_plain_loop(begins):
    model = decoder("lag:tau=1", layers=1)
    weights = random_weights(model)
    words = Words(np.stack(random_words([6, 6])), np.array([6, 4]), begins)
    run = compiled(jax.value_and_grad(lambda w: margin_penalty(model, w, words, 0.5)))
    value, slopes = run(weights)
    assert value == pytest.approx(naive_margins(model, weights, words, 0.5), rel=1e-4)
    assert all(np.isfinite(leaf).all() for leaf in jax.tree.leaves(slopes))
    assert np.abs(slopes.blocks[0].qkv.matrix).max() > 0


def test_equal_logits_have_no_margin():
    """A word of one symbol without positions: all keys look alike."""
    model = decoder(layers=1)
    words = Words(np.zeros((1, 5), int), np.array([5]))
    run = compiled(lambda w: margin_penalty(model, w, words, 1.0))
    assert run(random_weights(model)) == 0.0


def test_margins_need_words():
    seen = summary([Statistics.of("ab", Alphabet("ab"), delta=1, tau=0)])
    with pytest.raises(SpecError, match="pass words, not their statistics"):
        margin_penalty(decoder(), random_weights(decoder()), seen, 1.0)
