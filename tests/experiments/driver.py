"""A sweep to be killed, with checkpoints ten times a second.

python -m tests.experiments.driver STORE SEEDS STEPS [ADDRESS]; an address is that of a
Ray cluster. With LENGTHWISE_TEST_WAITS set it begins when a line comes in, so that what
it imports is there before. With LENGTHWISE_TEST_GATE set its work is held at a
checkpoint, see `tests.experiments.gated`.
"""

import os
import sys
from contextlib import nullcontext

import tests.models.canonical_net  # noqa: F401 - threads and cache, before JAX is imported
from lengthwise.experiments.engines import host
from lengthwise.experiments.engines.local import RUNNER
from lengthwise.experiments.engines.ray_engine import Cluster
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.sweep import run_sweep
from tests.experiments import gated
from tests.experiments.tiny import tiny_grid

WAITS = "LENGTHWISE_TEST_WAITS"
"""Variable of a driver that begins when it is told to."""


def engine(address):
    runner = gated.PATH if gated.FOLDER in os.environ else RUNNER
    if address is None:
        return nullcontext(host.engine(1, runner=runner))
    path = os.pathsep.join([os.getcwd(), os.environ.get("PYTHONPATH", "")])  # noqa: PTH109
    return Cluster(address, variables={"PYTHONPATH": path}, runner=runner)


def main(url, seeds, steps, address=None):
    grid = tiny_grid(int(seeds), int(steps))
    if os.environ.pop(WAITS, None):
        sys.stdin.readline()
    with engine(address) as chosen, Store(url) as store:
        print("started", flush=True)  # noqa: T201
        found = run_sweep(
            grid,
            grid.evaluation,
            store=store,
            engine=chosen,
            folder=store.checkpoints,
            every=0.1,
            watch=lambda now: print("steps", now.steps, flush=True),  # noqa: T201
        )
        for record in found:
            print(record.trial.key, flush=True)  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
