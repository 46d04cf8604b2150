"""The resources of this computer for a sweep: cores, GPUs and memory."""

import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from lengthwise.experiments.engines._process import (
    worker_environment as worker_environment,
)
from lengthwise.experiments.engines._timeouts import USUAL, Timeouts
from lengthwise.experiments.engines.local import RUNNER, Local
from lengthwise.experiments.sweep.bundles import ON_CPU, ON_GPU
from lengthwise.training.device.threads import cores


def engine(
    workers: int | None = None,
    *,
    runner: str = RUNNER,
    inherited: Mapping[str, str] | None = None,
    timeouts: Timeouts = USUAL,
) -> Local:
    """Returns the engine for this computer.

    Args:
        workers: Number of processes. Default: one per core, or one if there is a GPU.
        runner: Import path of the runner.
        inherited: The environment that workers extend. Default: that of this process.
        timeouts: Timeouts of silent workers.

    Examples:
        >>> engine(2).sizes.least in (8, 64)
        True
    """
    gpu = has_gpu(inherited)
    usual = 1 if gpu else cores()
    return Local(
        usual if workers is None else workers,
        environment=worker_environment(inherited, gpu=gpu),
        runner=runner,
        sizes=ON_GPU if gpu else ON_CPU,
        gpu=gpu,
        timeouts=timeouts,
    )


def has_gpu(variables: Mapping[str, str] | None = None) -> bool:
    """Whether workers will find a GPU; does not start JAX.

    Examples:
        >>> has_gpu({"JAX_PLATFORMS": "cpu"})
        False
    """
    known = os.environ if variables is None else variables
    if known.get("JAX_PLATFORMS", "").startswith("cpu"):
        return False
    plugins = ("jax_cuda12_plugin", "jax_cuda13_plugin")
    drivers = Path("/proc/driver/nvidia/gpus")
    return drivers.is_dir() and any(find_spec(name) for name in plugins)


def available_bytes(table: Path = Path("/proc/meminfo")) -> int:
    """Returns the memory available for new processes, in bytes.

    Examples:
        >>> available_bytes() > 0
        True
    """
    try:
        lines = dict(line.split(":", 1) for line in table.read_text().splitlines())
        return int(lines["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
