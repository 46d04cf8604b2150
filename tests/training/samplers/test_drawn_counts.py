"""Statistics are drawn by the law of the words that they stand for."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.models import LimitNet
from lengthwise.tasks.catalogue import task
from lengthwise.training.samplers.drawn_counts import (
    LONGEST,
    composition,
    draw_statistics,
)
from lengthwise.words import class_sizes
from tests.training.law_tests import assert_drawn_from, law

BATCH = 1 << 15


def seen_of(word, *, symbols, delta, tau):
    """Counts of the prefix and the last tau + 1 symbols, latest first, as one tuple."""
    cut = max(0, len(word) - tau - 1)
    counts = [0] * (symbols * delta)
    for place, symbol in enumerate(word[:cut], start=1):
        counts[symbol * delta + place % delta] += 1
    near = [*word[cut:][::-1], *[-1] * (tau + 1 - len(word) + cut)]
    return (*counts, *near)


def draw(problem, *, length, tau, seed):
    net = LimitNet(
        symbols=len(problem.alphabet),
        delta=problem.period,
        lags=(tau,),
        width=1,
        units=1,
    )
    run = jax.jit(
        lambda: draw_statistics(
            problem,
            tau=net.tau,
            key=jax.random.key(seed),
            batch=BATCH,
            least=jnp.int32(length),
            most=jnp.int32(length),
        )
    )
    return run()


@pytest.mark.parametrize(
    ("problem", "length", "tau"),
    [
        (task("simple"), 4, 1),
        (task("simple"), 1, 2),
        (task("modp", p=2), 5, 1),
        (task("modp", p=3), 4, 0),
    ],
)
def test_statistics_follow_the_law_of_words(problem, length, tau):
    seen, evidence = draw(problem, length=length, tau=tau, seed=5)
    delta = problem.period
    exact = law(
        problem,
        length,
        lambda word: seen_of(word, symbols=len(problem.alphabet), delta=delta, tau=tau),
    )
    near = np.asarray(seen.near)
    tokens = np.where(near.any(1), near.argmax(1) // delta, -1)
    rows = np.concatenate([np.asarray(seen.counts), tokens]).T
    assert_drawn_from(list(map(tuple, rows.tolist())), exact)
    # The evidence counts the whole word, the last symbols too.
    total = np.asarray(seen.counts) + near.sum(0).astype(int)
    by_class = total.reshape(len(problem.alphabet), delta, BATCH)
    assert (np.asarray(evidence) == by_class.swapaxes(0, 1)).all()


def test_lengths_are_uniform_for_each_word():
    net = LimitNet(symbols=3, width=1, units=1)
    seen, _ = jax.jit(
        lambda most: draw_statistics(
            task("simple"),
            tau=net.tau,
            key=jax.random.key(1),
            batch=BATCH,
            least=jnp.int32(3),
            most=most,
        )
    )(jnp.int32(8))
    assert_drawn_from(
        np.asarray(seen.place).tolist(), dict.fromkeys(range(3, 9), 1 / 6)
    )


@pytest.mark.parametrize("problem", [task("simple"), task("modp", p=5)])
@pytest.mark.parametrize("length", [10**9, LONGEST])
def test_long_words_have_exact_integers(problem, length):
    _, evidence = draw(problem, length=length, tau=0, seed=2)
    rows = np.asarray(evidence).astype(np.int64)
    assert (rows >= 0).all()
    sizes = class_sizes(length, problem.period)
    assert (rows.sum(1) == np.array(sizes)[:, None]).all()
    # Odd and even counts are equally likely: nothing was rounded to fewer bits.
    odd = (rows[0, 0] % 2).mean()
    assert abs(odd - 0.5) < 5 * 0.5 / np.sqrt(BATCH)


@pytest.mark.parametrize("parts", [2, 4])
def test_compositions_of_any_number_of_parts_are_uniform(parts):
    bits = jax.random.bits(jax.random.key(3), (parts - 1, 2, BATCH))
    found = jax.jit(composition)(bits, jnp.full(BATCH, 3))
    rows = list(map(tuple, np.asarray(found).T.tolist()))
    every = {row for row in np.ndindex(*[4] * parts) if sum(row) == 3}
    assert_drawn_from(rows, dict.fromkeys(every, 1 / len(every)))


def test_a_task_without_statistics_says_so():
    with pytest.raises(SpecError, match="use form 'prefix'"):
        draw(task("kgram", k=1, S=2), length=4, tau=0, seed=0)
