"""Training on a GPU: throughput by number of models, against PyTorch, and bits.

Prints a short table and writes ``gpu.json`` into the folder that $OUT names (default:
``build``). Run it from the clone with ``PYTHONPATH=src python -m benchmarks.gpu``; it
needs JAX with CUDA, equinox, optax, jaxtyping, safetensors, rich and PyTorch, and takes
less than four minutes. Every measurement is a process of its own, one at a time.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.training import against, in_processes, torch_rates
from lengthwise.training.device.threads import GPU_DETERMINISTIC

BUDGET = 225.0
"""Seconds after which no further measurement begins."""
MODELS = 384
"""360 models, filled up to a multiple of 64."""


def environment(*flags: str) -> dict[str, str]:
    """Returns the environment of a process that shares the GPU with no other."""
    own = {
        "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
        "XLA_FLAGS": " ".join(flags),
        "LENGTHWISE_BENCH_SECONDS": "2",
    }
    return {**os.environ, **own}


def say(text: str) -> None:
    """Prints at once."""
    print(text, flush=True)


def loops_on_gpu() -> dict[str, Any]:
    """Returns what the loops in PyTorch reach; nothing where they cannot run."""
    try:
        return torch_rates("--device", "cuda", "--seconds", "2", "--lanes", str(MODELS))
    except subprocess.CalledProcessError as error:
        say(f"PyTorch loops failed: {error}")
        return {}


class Report:
    """What was measured, and how much time is left for more."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}
        self._begin = time.perf_counter()

    def add(self, name: str, task: str, *flags: str) -> dict[str, Any] | None:
        """Measures `task` in a process of its own, unless the time is spent."""
        if time.perf_counter() - self._begin > BUDGET:
            say(f"{name}: left out, the time is spent")
            return None
        try:
            (found,) = in_processes(task, 1, environment(*flags))
        except (IndexError, json.JSONDecodeError):
            say(f"{name}: failed")
            return None
        self.found[name] = found
        if "rate" in found:
            say(
                f"{name}: {found['rate']:,.0f} model-steps/s, "
                f"{found['rate'] * found['flops'] / 1e12:.2f} TFLOP/s, "
                f"first chunk {found['first']:.1f} s"
            )
        else:
            say(f"{name}: {found}")
        return found


def main() -> None:
    """Measures everything."""
    report = Report()
    fast = report.add(f"simple, {MODELS} models", f"simple,{MODELS}")
    loops = loops_on_gpu()
    report.found["torch"] = loops
    if fast is not None:
        for loop, target in (
            ("every_position", 500.0),
            ("last_query", None),
            ("statistics", None),
        ):
            # 360 of the 384 lanes are models that someone asked for.
            row = against(loop, fast["rate"] * 360 / MODELS, loops.get(loop), target)
            say(f"  against {loop}: {row['against']}, ratio {row['ratio']}")
            report.found[f"against {loop}"] = row
    sure = report.add(
        f"simple, {MODELS} models, deterministic",
        f"simple,{MODELS}",
        *GPU_DETERMINISTIC,
    )
    if fast is not None and sure is not None:
        say(f"  deterministic costs {fast['rate'] / sure['rate']:.2f} times the time")
    for name, flags in (("fast", ()), ("deterministic", GPU_DETERMINISTIC)):
        one, two = (
            report.add(f"bits, {name}, process {k}", "bits,simple,64", *flags)
            for k in (1, 2)
        )
        say(f"  same bits in two processes, {name}: {one == two}")
        report.found[f"same bits, {name}"] = one == two
    report.add("peak of float32 products", "peak")
    for count in (64, 1024, 4096):
        report.add(f"simple, {count} models", f"simple,{count}")
    report.add(f"modp, {MODELS} models", f"modp,{MODELS}")
    report.add("kgram, 64 models", "kgram,64")
    report.add("evaluation", "evaluation")
    folder = Path(os.environ.get("OUT", "build"))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "gpu.json").write_text(json.dumps(report.found, indent=1) + "\n")


if __name__ == "__main__":
    main()
