"""A sweep to be killed: python -m tests.experiments.driver STORE SEEDS STEPS."""

import sys

import tests.nets.canonical  # noqa: F401 - threads and cache, before JAX is imported
from lengthwise.experiments import host
from lengthwise.experiments.store import Store
from lengthwise.experiments.sweep import run_sweep
from tests.experiments.tiny import tiny_grid


def main(url, seeds, steps):
    grid = tiny_grid(int(seeds), int(steps))
    print("started", flush=True)  # noqa: T201
    with Store(url) as store:
        found = run_sweep(
            grid,
            grid.evaluation,
            store=store,
            engine=host.engine(1),
            folder=store.checkpoints,
            every=0.1,
            watch=lambda now: print("steps", now.steps, flush=True),  # noqa: T201
        )
        for record in found:
            print(record.trial.key, flush=True)  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
