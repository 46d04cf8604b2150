"""Models of several tasks share a program, and learn what they learn alone."""

from dataclasses import replace

import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.experiments.spec.trial import trial
from lengthwise.training.bundle_program import _chunk
from lengthwise.training.lane import Lane
from lengthwise.training.loop import train, train_mixed

TINY = {"kind": "gpt", "layers": 1, "heads": 1, "width": 8, "positions": "none"}


def part(task, *, seeds=2, **recipe):
    """The recipe and the lanes of a task."""
    settings = {"batch": 4, "max_steps": 40, "stop": "mean", "threshold": 0.0}
    trials = [
        trial(task, {}, train_length=6, seed=seed, model=TINY, recipe=settings | recipe)
        for seed in range(seeds)
    ]
    lanes = [replace(one.lane, by_lane=one.recipe.by_lane) for one in trials]
    return trials[0].recipe.static, lanes


def outcomes(ended):
    return {one.lane: one for some in ended for one in some}


@pytest.mark.parametrize(
    ("tasks", "recipe"),
    [
        (("tomita4", "dyck1"), {"stop": "accuracy", "check_every": 256, "held": 8}),
        pytest.param(
            ("tomita4@recognize-last", "ends_in_b@recognize-last"),
            {},
            marks=pytest.mark.slow,
        ),
        pytest.param(
            ("tomita4@state-blank", "tomita5@state-blank"), {}, marks=pytest.mark.slow
        ),
    ],
    ids=["next-set", "recognize", "state-blank"],
)
def test_models_of_several_tasks_learn_what_they_learn_alone(tasks, recipe):
    parts = [part(task, **recipe) for task in tasks]
    compiled = _chunk._cache_size()
    together = outcomes(train_mixed(parts))
    assert _chunk._cache_size() == compiled + 1
    alone = outcomes(some for one in parts for some in train(*one))
    assert together.keys() == alone.keys()
    for lane, one in together.items():
        other = alone[lane]
        assert (one.steps, one.end) == (other.steps, other.end)
        # The same batches and steps; sums are added in another order.
        assert one.loss == pytest.approx(other.loss, rel=1e-3)
        for name, weight in one.weights.items():
            np.testing.assert_allclose(weight, other.weights[name], atol=1e-4)


def test_the_parts_of_a_mixed_bundle_may_have_different_sizes():
    parts = [part("tomita4", seeds=1), part("tomita7", seeds=3)]
    seen = []
    together = outcomes(train_mixed(parts, progress=seen.append))
    assert len(together) == 4
    assert [len(one.steps) for one in seen] == [4, 0]


def test_tasks_of_different_shapes_do_not_share_a_program():
    with pytest.raises(SpecError, match=r"tomita4, 012_0_2 do not share a program"):
        list(train_mixed([part("tomita4"), part("012_0_2")]))


def test_equal_lanes_of_two_tasks_are_refused():
    recipes = [part(task)[0] for task in ("tomita4", "tomita7")]
    lanes = [Lane(seed=0, train_length=6)]
    with pytest.raises(SpecError, match="the same lane"):
        list(train_mixed([(recipe, lanes) for recipe in recipes]))
