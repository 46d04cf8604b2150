"""The published trends, measured with the published recipe."""

from random import Random

import numpy as np
import pytest

from lengthwise.limit.running.on_statistics import masses
from lengthwise.models import LimitNet, restore
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.evaluating.test_losses import evaluate
from lengthwise.training.lane import Lane
from lengthwise.training.loop import train
from lengthwise.training.recipe import Recipe
from lengthwise.words import Statistics


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
    task, rng = recipe.subject, Random(0)
    words = [task.draw(rng, 80) for _ in range(64)]
    seen = [Statistics.of(word, task.alphabet, delta=5, tau=0) for word in words]
    for ended in train(recipe, lanes):
        for outcome in ended:
            assert outcome.converged
            net = restore(recipe.model, outcome.weights)
            machine = recipe.model.limit(net, task.alphabet)
            mass = np.mean([masses(machine, word).sum(axis=1) for word in seen], (0, 1))
            right = dict(outcome.lane.numbers)["k"]
            # 80 / 5 = 16 positions in each class.
            assert mass[right] / 16 == pytest.approx(1 / 16, abs=0.001)
            assert mass.sum() == pytest.approx(1, abs=1e-5)
