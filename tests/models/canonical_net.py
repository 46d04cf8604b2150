"""One thread, one compilation cache in the clone, and the two shapes that tests share.

Imported by the conftest files of `nets` and `training`, before JAX.
"""

import os
from pathlib import Path

CACHE = Path(__file__).parents[2] / ".cache" / "jax"
ENVIRONMENT = {
    "NPROC": "1",
    "JAX_COMPILATION_CACHE_DIR": str(CACHE),
    "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0.2",
}
CACHE.mkdir(0o700, parents=True, exist_ok=True)
os.environ.update(ENVIRONMENT)

import jax  # noqa: E402

from lengthwise.models import LimitNet  # noqa: E402
from lengthwise.tasks.task_name import TaskName  # noqa: E402
from lengthwise.training.lane import Lane  # noqa: E402
from lengthwise.training.recipe import Recipe  # noqa: E402

# In case JAX was imported before, by a test of another package.
jax.config.update("jax_compilation_cache_dir", str(CACHE))
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.2)

SIMPLE = Recipe(
    task=TaskName("simple"),
    model=LimitNet(symbols=3, width=4, units=8),
    batch=32,
    threshold=0.03,
    max_steps=600,
)
KGRAM = Recipe(
    task=TaskName("kgram", (("k", 1), ("S", 2))),
    model=LimitNet(
        symbols=2,
        outputs=2,
        heads=(2, 1),
        lags=(1, None),
        width=4,
        units=8,
        scaling="query",
    ),
    form="prefix",
    batch=8,
    threshold=0.01,
    max_steps=600,
)


def simple_lanes(count, *, first=0):
    return tuple(
        Lane(seed=seed, train_length=5 + seed % 7, numbers={"omega": 1.0 + seed % 3})
        for seed in range(first, first + count)
    )


def kgram_lanes(count):
    return tuple(Lane(seed=seed, train_length=9 + seed % 8) for seed in range(count))
