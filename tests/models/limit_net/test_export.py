"""A net and its limit transformer compute the same, within 1e-5, up to length 4,096."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.limit.running import evaluator
from lengthwise.limit.running import on_statistics as statistics
from lengthwise.models import LimitNet, restore, summary
from lengthwise.models.limit_net.export import to_limit
from lengthwise.models.limit_net.net import blank
from lengthwise.models.limit_net.prefix_form import prefix_outputs
from lengthwise.models.limit_net.statistics_form import statistics_outputs
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.lane import Lane
from lengthwise.training.loop import train
from lengthwise.training.recipe import Recipe
from lengthwise.words import Alphabet, Statistics
from tests.models.random_nets import ONE_LAYER, TWO_LAYERS, digits, random_net

LENGTHS = (*range(1, 10), *(2**e + r for e in range(4, 12) for r in (0, 1)), 4096)


def random_words(symbols, lengths):
    """Words in which each symbol is rare, frequent or absent."""
    rng = np.random.default_rng(3)
    for length in lengths:
        shares = rng.dirichlet([0.3] * symbols)
        yield tuple(map(str, rng.choice(symbols, size=length, p=shares)))


def check_one_layer(net):
    a = net.model
    machine = to_limit(net)
    seen = [
        Statistics.of(word, digits(a.symbols), delta=a.delta, tau=a.tau)
        for word in random_words(a.symbols, LENGTHS)
    ]
    exact = [statistics.outputs(machine, one) for one in seen]
    found = jax.jit(statistics_outputs)(net, summary(seen))
    np.testing.assert_allclose(found, exact, atol=1e-5, rtol=0)


def test_one_layer():
    check_one_layer(random_net(ONE_LAYER))


def test_two_layers():
    net = random_net(TWO_LAYERS)
    lengths = (1, 2, 3, 64, 1000, 4096)
    words = list(random_words(2, lengths))
    padded = [[int(s) for s in word] + [0] * (4096 - len(word)) for word in words]
    found = jax.jit(prefix_outputs)(net, jnp.array(padded), jnp.array(lengths))
    exact = evaluator.last(to_limit(net), words)
    np.testing.assert_allclose(found, exact, atol=1e-5, rtol=0)


@pytest.mark.slow
@pytest.mark.parametrize("scaling", ["length", "none"])
@pytest.mark.parametrize(
    ("name", "symbols", "numbers"),
    [
        (TaskName("simple"), 3, {"omega": 4.0}),
        (TaskName("modp", (("p", 3),)), 2, {"k": 0}),
    ],
)
def test_trained_nets(name, symbols, numbers, scaling):
    net = LimitNet(symbols=symbols, delta=name.task.period, scaling=scaling)
    recipe = Recipe(task=name, model=net, batch=256, max_steps=1500)
    lane = Lane(seed=0, train_length=32, numbers=numbers)
    ((outcome,),) = train(recipe, [lane])
    check_one_layer(restore(net, outcome.weights))


def test_kinds_of_attention():
    assert to_limit(blank(LimitNet(symbols=2))).attention.kind == "softmax"
    query = LimitNet(symbols=2, scaling="query", lags=(1,))
    assert to_limit(blank(query)).attention.kind == "infinite"
    plain = to_limit(blank(LimitNet(symbols=2, scaling="none")))
    assert plain.attention.kind == "infinite"
    assert plain.tau == 0


def test_unscaled_lags_have_no_limit_transformer():
    net = blank(LimitNet(symbols=2, scaling="none", lags=(1,)))
    found = to_limit(net)
    assert isinstance(found, CannotSay)
    assert "train with scaling 'query' or 'length'" in found.reason


def test_a_net_that_diverged_has_no_limit_transformer():
    net = random_net(ONE_LAYER)
    sick = eqx.tree_at(lambda net: net.readout, net, jnp.full((1, 3), jnp.nan))
    found = ONE_LAYER.limit(sick, digits(2))
    assert isinstance(found, CannotSay)
    assert "not finite" in found.reason


def test_the_alphabet_must_fit():
    with pytest.raises(SpecError, match="3 symbols"):
        to_limit(blank(LimitNet(symbols=2)), Alphabet("abc"))
