"""Everything else that determines bits: versions, device, threads, flags and width."""

import os
import platform
from importlib.metadata import version
from pathlib import Path

import jax

FEATURES = ("avx512f", "avx2", "fma", "asimd", "sve")
"""Instruction sets that change the order of sums on a CPU."""


def fingerprint(width: int) -> dict[str, str]:
    """Returns everything that must be equal for two runs to give the same bits.

    Args:
        width: The number of lanes that run side by side.

    Examples:
        >>> sorted(fingerprint(8))
        ['device', 'flags', 'jax', 'jaxlib', 'threads', 'width']
    """
    (device, *_) = jax.devices()
    on_cpu = device.platform == "cpu"
    return {
        "jax": version("jax"),
        "jaxlib": version("jaxlib"),
        "device": processor() if on_cpu else device.device_kind,
        "threads": os.environ.get("NPROC", str(os.cpu_count())) if on_cpu else "-",
        "flags": " ".join(sorted(os.environ.get("XLA_FLAGS", "").split())),
        "width": str(width),
    }


def processor(table: Path = Path("/proc/cpuinfo")) -> str:
    """Returns the kind of processor, as far as it affects bits.

    Examples:
        >>> processor(Path("/nowhere")) == f"cpu {platform.machine()}"
        True
    """
    try:
        known = set(table.read_text().split())
    except OSError:
        known = set()
    return " ".join(["cpu", platform.machine(), *(f for f in FEATURES if f in known)])
