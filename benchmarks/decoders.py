"""Training of decoders on a GPU: model-steps a second against Hugging Face's GPT-2.

Prints a short table and writes ``decoders.json`` into the folder that $OUT names
(default: ``build``). Run it from the clone with ``PYTHONPATH=src python -m
benchmarks.decoders``; it needs JAX with CUDA, equinox, optax, jaxtyping, safetensors,
PyTorch and transformers. Every measurement is a process of its own, one at a time: the
sizes of the suite at batch 64 and N = 50, in float32 and with factors in bfloat16, with
and without packing.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

SIZES: dict[str, tuple[str, str, int, int, int]] = {
    "1 layer, 1 head, d 16": ("bin_majority", "absolute:places=154", 1, 1, 16),
    "2 layers, 1 head, d 64": ("unique_copy", "absolute:places=303", 2, 1, 64),
    "1 layer, 2 heads, d 256": ("majority", "absolute:places=154", 1, 2, 256),
    "4 layers, 4 heads, d 256": ("repeat_copy", "absolute:places=303", 4, 4, 256),
}
"""Task, positions, layers, heads and width."""
TARGETS = dict(zip(SIZES, (400, 80, 25, 10), strict=True))
WIDTHS = dict(zip(SIZES, ((256, 1024), (64, 256), (64, 128), (32, 64)), strict=True))
"""Models side by side."""
LENGTH, SECONDS = 50, 2.0


def recipe_of(size: str, precision: str, *, packing: bool) -> Any:  # noqa: ANN401
    """Returns the recipe of a size."""
    from lengthwise.experiments.spec.trial import trial

    task, positions, layers, heads, width = SIZES[size]
    sizes = {"layers": layers, "heads": heads, "width": width, "positions": positions}
    settings = {"precision": precision, "packing": packing, "stop": "mean"}
    one = trial(
        task,
        {},
        train_length=LENGTH,
        seed=0,
        model={"kind": "gpt"} | sizes,
        recipe=settings,
    )
    return one.recipe


def measure(size: str, precision: str, packing: bool, lanes: int) -> dict[str, float]:  # noqa: FBT001
    """Returns model-steps a second of many models, and what a step costs."""
    import jax

    from lengthwise.models import Shape
    from lengthwise.training.bundle_program import CHUNK, Program
    from lengthwise.training.lane import Lane, stack

    recipe = recipe_of(size, precision, packing=packing)
    padded = recipe.padded(LENGTH)
    program = Program(recipe, padded)
    arrays = stack(recipe, [Lane(seed=k, train_length=LENGTH) for k in range(lanes)])
    begin = time.perf_counter()
    state = jax.block_until_ready(program.chunk(program.start(arrays), arrays))
    first = time.perf_counter() - begin
    begin, best = time.perf_counter(), float("inf")
    while time.perf_counter() - begin < SECONDS:
        start = time.perf_counter()
        state = jax.block_until_ready(program.chunk(state, arrays))
        best = min(best, time.perf_counter() - start)
    products = recipe.model.cost(Shape(recipe.rows, padded, "sequence")).products
    rate = lanes * CHUNK / best
    memory = jax.devices()[0].memory_stats() or {}
    return {
        "rate": rate,
        "lanes": lanes,
        "places": padded,
        "teraflops": 6 * products * rate / 1e12,
        "first": first,
        "gigabytes": memory.get("peak_bytes_in_use", 0) / 1e9,
    }


def in_process(*arguments: str) -> dict[str, Any]:
    """Runs this file for one measurement; what went wrong is in the answer."""
    environment = {**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.decoders", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    if done.returncode:
        return {"rate": 0.0, "error": done.stderr[-500:]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def torch_rates(size: str) -> dict[str, Any]:
    """Returns what Hugging Face's GPT-2 reaches at the same sizes."""
    from lengthwise.training.samplers.host_sampler import longest

    recipe = recipe_of(size, "float32", packing=False)
    _, positions, layers, heads, width = SIZES[size]
    places = int(positions.partition("=")[2])
    numbers = (layers, heads, width, recipe.model.symbols, places)
    command = [*numbers, longest(recipe.subject, LENGTH)]
    script = str(Path(__file__).with_name("torch_decoders.py"))
    done = subprocess.run(
        [sys.executable, script, *map(str, command)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        return {"error": done.stderr[-500:]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Measures everything and prints the table."""
    target = Path(os.environ.get("OUT", "build")) / "decoders.json"
    rows: list[dict[str, Any]] = []
    for size in SIZES:
        loops = torch_rates(size)
        best = {}
        for precision in ("float32", "bfloat16"):
            for packing in (True, False):
                for lanes in WIDTHS[size]:
                    if not packing and lanes != WIDTHS[size][0]:
                        continue
                    asked = (size, precision, str(int(packing)), str(lanes))
                    found = in_process(*asked)
                    rows.append({"size": size, "precision": precision, **found})
                    rows[-1]["packing"] = packing
                    print(json.dumps(rows[-1])[:300], flush=True)
                    if found["rate"] > best.get(precision, {"rate": 0.0})["rate"]:
                        best[precision] = found
        for precision, found in best.items():
            loop = loops.get(precision, {}).get("rate")
            ratio = None if loop is None else found["rate"] / loop
            row = {"name": f"decoder, {size}, {precision}", "value": found["rate"]}
            row |= {"against": loop, "ratio": ratio, "target": TARGETS[size]}
            row |= {"met": ratio is not None and ratio >= TARGETS[size]}
            rows.append(row)
            print(
                f"{row['name']}: {row['value']:.0f}/s against {loop}: {ratio}x",
                flush=True,
            )
        rows.append({"size": size, "torch": loops})
        target.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        size, precision, packing, lanes = sys.argv[1:]
        print(json.dumps(measure(size, precision, bool(int(packing)), int(lanes))))
    else:
        main()
