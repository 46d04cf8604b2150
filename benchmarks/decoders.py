"""Training of decoders on a GPU: model-steps a second against Hugging Face's GPT-2.

Prints a short table and writes ``decoders.json`` into the folder that $OUT names
(default: ``build``). Run it from the clone with ``PYTHONPATH=src python -m
benchmarks.decoders``; it needs JAX with CUDA, equinox, optax, jaxtyping, safetensors,
PyTorch and transformers. The sizes are those of the suite at batch 64 and N = 50, in
float32 and with factors in bfloat16. ``compile`` as an argument only fills the caches
of compiled programs, all at once; then every measurement is a process of its own, one
at a time.
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
WIDTHS = dict(zip(SIZES, (512, 128, 64, 32), strict=True))
"""Models side by side."""
PRECISIONS = ("float32", "bfloat16")
LENGTH, SECONDS = 50, 2.0


def recipe_of(size: str, precision: str) -> Any:  # noqa: ANN401
    """Returns the recipe of a size."""
    from lengthwise.experiments.spec.trial import trial

    task, positions, layers, heads, width = SIZES[size]
    sizes = {"layers": layers, "heads": heads, "width": width, "positions": positions}
    settings = {"precision": precision, "stop": "mean"}
    one = trial(
        task,
        {},
        train_length=LENGTH,
        seed=0,
        model={"kind": "gpt"} | sizes,
        recipe=settings,
    )
    return one.recipe


def measure(size: str, precision: str, *, only_compile: bool) -> dict[str, float]:
    """Returns model-steps a second of many models, and what a step costs."""
    import jax

    from lengthwise.models import Shape
    from lengthwise.training.bundle_program import CHUNK, Program, _chunk
    from lengthwise.training.lane import Lane, stack

    lanes = WIDTHS[size]
    recipe = recipe_of(size, precision)
    padded = recipe.padded(LENGTH)
    program = Program(recipe, padded)
    arrays = stack(recipe, [Lane(seed=k, train_length=LENGTH) for k in range(lanes)])
    state = program.start(arrays)
    begin = time.perf_counter()
    if only_compile:
        _chunk.lower(recipe.static, padded, arrays, state, None).compile()
        return {"rate": 0.0, "first": time.perf_counter() - begin}
    state = jax.block_until_ready(program.chunk(state, arrays))
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


def started(*arguments: str) -> subprocess.Popen[str]:
    """Starts a Python program; caches of compiled programs are in one folder."""
    caches = {
        "JAX_COMPILATION_CACHE_DIR": "build/cache/jax",
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "TORCHINDUCTOR_CACHE_DIR": "build/cache/torch",
        "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
    }
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **caches},
    )


def answer(process: subprocess.Popen[str]) -> dict[str, Any]:
    """Returns what a program says; what went wrong is in the answer."""
    out, err = process.communicate()
    if process.returncode:
        return {"rate": 0.0, "error": err[-500:]}
    found: dict[str, Any] = json.loads(out.splitlines()[-1])
    return found


def ours(size: str, precision: str, *more: str) -> subprocess.Popen[str]:
    """Starts a measurement of ours."""
    return started("-m", "benchmarks.decoders", size, precision, *more)


def theirs(size: str, *more: str) -> subprocess.Popen[str]:
    """Starts a measurement of Hugging Face's GPT-2 at the same sizes."""
    from lengthwise.training.samplers.host_sampler import longest

    recipe = recipe_of(size, "float32")
    _, positions, layers, heads, width = SIZES[size]
    places = int(positions.partition("=")[2])
    length = longest(recipe.subject, LENGTH)
    sizes = (layers, heads, width, recipe.model.symbols, places, length)
    script = str(Path(__file__).with_name("torch_decoders.py"))
    return started(script, *map(str, sizes), *more)


def fill_caches() -> None:
    """Compiles everything, all at once."""
    under_way = [theirs(size, "compile") for size in SIZES]
    under_way += [
        ours(size, precision, "compile") for size in SIZES for precision in PRECISIONS
    ]
    for one in under_way:
        print(json.dumps(answer(one))[-200:], flush=True)


def main() -> None:
    """Measures everything and prints the table."""
    target = Path(os.environ.get("OUT", "build")) / "decoders.json"
    rows: list[dict[str, Any]] = []
    for size in SIZES:
        loops = answer(theirs(size))
        rows.append({"size": size, "torch": loops})
        for precision in PRECISIONS:
            found = answer(ours(size, precision))
            loop = loops.get(precision, {}).get("rate")
            ratio = found["rate"] / loop if loop else None
            row = {"name": f"decoder, {size}, {precision}", "value": found["rate"]}
            row |= {"against": loop, "ratio": ratio, "target": TARGETS[size]}
            row |= {"met": ratio is not None and ratio >= TARGETS[size], **found}
            rows.append(row)
            print(json.dumps(row), flush=True)
            target.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            main()
        case ["compile"]:
            fill_caches()
        case [size, precision, *more]:
            print(json.dumps(measure(size, precision, only_compile=bool(more))))
