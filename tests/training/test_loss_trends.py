"""The published trends, measured with the published recipe."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.models import LimitNet, restore
from lengthwise.models.limit_net.attention import residue_mass
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.evaluating.test_losses import evaluate
from lengthwise.training.lane import Lane
from lengthwise.training.loop import train
from lengthwise.training.recipe import Recipe
from lengthwise.training.samplers.drawn_counts import draw_statistics


@pytest.mark.slow
def test_simple_converges_and_its_plateau_falls_with_the_training_length():
    recipe = Recipe(task=TaskName("simple"), model=LimitNet(symbols=3, scaling="none"))
    lanes = [
        Lane(seed=seed, train_length=n, numbers={"omega": 2.0})
        for n in (5, 40)
        for seed in range(4)
    ]
    found = [outcome for ended in train(recipe, lanes) for outcome in ended]
    assert all(outcome.converged for outcome in found)
    nets = [(outcome.lane, outcome.weights) for outcome in found]
    losses = evaluate(recipe, nets, [1024, 10**6])
    for length in (1024, 10**6):
        plateau = {
            n: np.mean(
                [
                    loss[length].mean
                    for loss, (lane, _) in zip(losses, nets, strict=True)
                    if lane.train_length == n
                ]
            )
            for n in (5, 40)
        }
        assert plateau[40] < plateau[5] / 10


@pytest.mark.slow
def test_modp_attends_to_the_right_residue_class():
    """With log|x|; without it the mass stays between 0.8 and 0.99 for some seeds."""
    recipe = Recipe(
        task=TaskName("modp", (("p", 5),)),
        model=LimitNet(symbols=2, delta=5),
    )
    lanes = [
        Lane(seed=s, train_length=20, numbers={"k": k}) for s, k in ((0, 0), (1, 3))
    ]
    seen, _ = draw_statistics(
        recipe.subject,
        tau=recipe.model.tau,
        key=jax.random.key(0),
        batch=64,
        least=jnp.int32(80),
        most=jnp.int32(80),
    )
    for ended in train(recipe, lanes):
        for outcome in ended:
            assert outcome.converged
            net = restore(recipe.model, outcome.weights)
            mass = np.asarray(residue_mass(net, seen)).mean((0, 1))
            right = dict(outcome.lane.numbers)["k"]
            # 80 / 5 = 16 positions in each class.
            assert mass[right] / 16 == pytest.approx(1 / 16, abs=0.001)
            assert mass.sum() == pytest.approx(1, abs=1e-5)
