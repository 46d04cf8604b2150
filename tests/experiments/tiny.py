"""Real training that is small enough for tests, in a shape that other tests compile."""

from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import grid
from tests.models.canonical_net import SIMPLE

ASKED = Evaluation(lengths=(64, 10**9), words=64)


def tiny_grid(seeds=8, steps=1024, evaluation=ASKED):
    """A grid of as many trials as seeds, each trained for so many steps."""
    net = SIMPLE.model
    return grid(
        "simple",
        numbers={"omega": 2},
        train_length=16,
        seed=range(seeds),
        model={"width": net.width, "units": net.units},
        recipe={"batch": SIMPLE.batch, "threshold": 0.0, "max_steps": steps},
        evaluation=evaluation,
    )
