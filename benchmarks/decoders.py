"""Training of decoders on a GPU: model-steps a second against Hugging Face's GPT-2.

Prints a short table and writes ``decoders.json`` into the folder that $OUT names
(default: ``build``). Run it from the clone with ``PYTHONPATH=src python -m
benchmarks.decoders``; it needs JAX with CUDA, equinox, optax, jaxtyping, safetensors,
PyTorch and transformers. The sizes are those of the suite at batch 64 and N = 50, in
float32 and in bfloat16 with sums in float32. Every measurement is a process of its own.
All of them compile at once; then one after the other is timed, alone on the GPU. With
``profile`` as its argument it says which part of a step takes how long.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
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
READY = "ready"


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


def measure(size: str, precision: str, *, profiled: bool) -> dict[str, Any]:
    """Returns model-steps a second of many models, or the shares of a step's parts."""
    import jax

    from benchmarks.step_profile import share_of_time
    from lengthwise.models import Shape
    from lengthwise.training.bundle_program import CHUNK, Program, _chunk
    from lengthwise.training.lane import Lane, stack

    lanes = WIDTHS[size]
    recipe = recipe_of(size, precision)
    padded = recipe.padded(LENGTH)
    arrays = stack(recipe, [Lane(seed=k, train_length=LENGTH) for k in range(lanes)])
    state = Program(recipe, padded).start(arrays)
    begin = time.perf_counter()
    chunk = _chunk.lower(recipe.static, padded, arrays, state, None).compile()
    compiling = time.perf_counter() - begin
    state = jax.block_until_ready(chunk(arrays, state, None))
    wait_for_turn()
    if profiled:
        shares = share_of_time(lambda: chunk(arrays, state, None), chunk.as_text())
        return {"profile": size, "precision": precision, "shares": shares}
    begin, best = time.perf_counter(), float("inf")
    while time.perf_counter() - begin < SECONDS:
        start = time.perf_counter()
        state = jax.block_until_ready(chunk(arrays, state, None))
        best = min(best, time.perf_counter() - start)
    products = recipe.model.cost(Shape(recipe.rows, padded, "sequence")).products
    rate = lanes * CHUNK / best
    memory = jax.devices()[0].memory_stats() or {}
    return {
        "rate": rate,
        "lanes": lanes,
        "places": padded,
        "teraflops": 6 * products * rate / 1e12,
        "compiling": compiling,
        "gigabytes": memory.get("peak_bytes_in_use", 0) / 1e9,
    }


def wait_for_turn() -> None:
    """Says that all is compiled, and waits for a line."""
    print(READY, flush=True)
    sys.stdin.readline()


def started(*arguments: str, flags: str = "") -> subprocess.Popen[str]:
    """Starts a Python program that says when it is ready."""
    variables = {
        "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
        "XLA_FLAGS": f"{os.environ.get('XLA_FLAGS', '')} {flags}".strip(),
    }
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **variables},
    )


def theirs(size: str) -> subprocess.Popen[str]:
    """Starts a measurement of Hugging Face's GPT-2 at the same sizes."""
    from lengthwise.training.samplers.host_sampler import longest

    recipe = recipe_of(size, "float32")
    _, positions, layers, heads, width = SIZES[size]
    places = int(positions.partition("=")[2])
    length = longest(recipe.subject, LENGTH)
    sizes = (layers, heads, width, recipe.model.symbols, places, length)
    script = str(Path(__file__).with_name("torch_decoders.py"))
    return started(script, *map(str, sizes))


def ours(size: str, precision: str, *, profiled: bool = False) -> subprocess.Popen[str]:
    """Starts a measurement of ours; a profile sees no kernels in CUDA graphs."""
    arguments = ["-m", "benchmarks.decoders", size, precision]
    if not profiled:
        return started(*arguments)
    return started(*arguments, "profile", flags="--xla_gpu_enable_command_buffer=")


def wait_until_ready(process: subprocess.Popen[str]) -> None:
    """Waits until a program has compiled, or ended."""
    assert process.stdout is not None
    while (line := process.stdout.readline()) and line.strip() != READY:
        pass


def answer(process: subprocess.Popen[str]) -> dict[str, Any]:
    """Returns what a program measures now; what went wrong is in the answer."""
    out, _ = process.communicate("go\n" if process.poll() is None else None)
    if process.returncode:
        return {"rate": 0.0, "error": f"ended with code {process.returncode}"}
    measured: dict[str, Any] = json.loads(out.splitlines()[-1])
    return measured


def rows_of_rates() -> Iterator[dict[str, Any]]:
    """Yields what was measured of each size, theirs before ours."""
    loops = {size: theirs(size) for size in SIZES}
    nets = {(size, one): ours(size, one) for size in SIZES for one in PRECISIONS}
    for process in (*loops.values(), *nets.values()):
        wait_until_ready(process)
    for size in SIZES:
        loop = answer(loops[size])
        yield {"size": size, "torch": loop}
        for precision in PRECISIONS:
            net = answer(nets[size, precision])
            other = loop.get(precision, {}).get("rate")
            ratio = net["rate"] / other if other else None
            row = {"name": f"decoder, {size}, {precision}", "value": net["rate"]}
            row |= {"against": other, "ratio": ratio, "target": TARGETS[size]}
            yield row | {"met": ratio is not None and ratio >= TARGETS[size], **net}


def rows_of_profiles() -> Iterator[dict[str, Any]]:
    """Yields the shares of the parts of a step for each size."""
    processes = [ours(size, "bfloat16", profiled=True) for size in SIZES]
    for process in processes:
        wait_until_ready(process)
    yield from map(answer, processes)


def main(rows: Iterable[dict[str, Any]]) -> None:
    """Prints rows as they come and writes them all."""
    target = Path(os.environ.get("OUT", "build")) / "decoders.json"
    written = []
    for row in rows:
        written.append(row)
        print(json.dumps(row), flush=True)
        target.write_text(json.dumps(written, indent=1) + "\n")


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            main(rows_of_rates())
        case ["profile"]:
            main(rows_of_profiles())
        case [size, precision, *more]:
            print(json.dumps(measure(size, precision, profiled=bool(more))))
