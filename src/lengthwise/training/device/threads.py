"""The environment of a training process: its threads and its compilation cache.

On a CPU, the bits of a sum depend on the number of threads, and two single-threaded
processes make more steps per second than one process with two threads. On a GPU,
threads are used only for compiling, which takes eight times as long with a single
thread. All this must be set before JAX is imported, so this module does not import JAX.
"""

import os
from collections.abc import Mapping
from pathlib import Path

GPU_DETERMINISTIC = (
    "--xla_gpu_deterministic_ops=true",
    "--xla_gpu_autotune_level=0",
)
"""Flags that make a GPU give the same bits in every process, at some cost in speed."""


def environment(
    inherited: Mapping[str, str] | None = None,
    *,
    gpu: bool = False,
    deterministic: bool = False,
) -> dict[str, str]:
    """Returns the environment variables for starting a training process.

    Args:
        inherited: The environment to extend. Default: that of this process.
        gpu: Whether the process trains on a GPU.
        deterministic: Whether a GPU must give the same bits in every process.

    Examples:
        >>> environment({})["NPROC"]
        '1'
        >>> "NPROC" in environment({}, gpu=True)
        False
        >>> environment({"XLA_FLAGS": "--a=1"}, deterministic=True)["XLA_FLAGS"]
        '--a=1 --xla_gpu_deterministic_ops=true --xla_gpu_autotune_level=0'
    """
    variables = dict(os.environ if inherited is None else inherited)
    flags = variables.get("XLA_FLAGS", "").split()
    if deterministic:
        flags += [flag for flag in GPU_DETERMINISTIC if flag not in flags]
    if flags:
        variables["XLA_FLAGS"] = " ".join(flags)
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    if not gpu:
        one["NPROC"] = "1"
    cache = {
        "JAX_COMPILATION_CACHE_DIR": str(cache_folder(variables)),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0.5",
    }
    return cache | variables | one


def cache_folder(inherited: Mapping[str, str]) -> Path:
    """Returns the folder of the compilation cache, private to this user.

    Examples:
        >>> str(cache_folder({"XDG_CACHE_HOME": "/tmp/c"}))
        '/tmp/c/lengthwise/jax'
    """
    home = inherited.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "lengthwise" / "jax"


def cores() -> int:
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0))
