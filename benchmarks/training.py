"""Training throughput against PyTorch loops, evaluation at long lengths, by form.

Throughput is that of one single-threaded process a core, as sweeps run; compilation is
left out on both sides. PyTorch is looked for in this interpreter, then in the one that
the environment variable LENGTHWISE_TORCH_PYTHON names.
"""

import importlib.util
import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from lengthwise.models import LimitNet, named_arrays
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.device.threads import cores, environment
from lengthwise.training.lane import Lane
from lengthwise.training.recipe import Recipe

SECONDS = float(os.environ.get("LENGTHWISE_BENCH_SECONDS", "6"))
SIMPLE = Recipe(task=TaskName("simple"), model=LimitNet(symbols=3), threshold=0.0)
MODP = Recipe(
    task=TaskName("modp", (("p", 5),)),
    model=LimitNet(symbols=2, delta=5),
    threshold=0.0,
)
KGRAM = Recipe(
    task=TaskName("kgram", (("k", 2), ("S", 3))),
    model=LimitNet(
        symbols=3,
        outputs=3,
        heads=(3, 1),
        lags=(2, None),
        width=32,
        units=128,
        scaling="query",
    ),
    form="prefix",
    batch=256,
    threshold=0.0,
)
CASES = {
    "simple": (SIMPLE, 256, {"omega": 4.0}),
    "modp": (MODP, 256, {"k": 0}),
    "kgram": (KGRAM, 64, {}),
}


def lanes(case: str, count: int) -> list[Lane]:
    """Returns lanes of a case with different seeds."""
    _, length, numbers = CASES[case]
    return [Lane(seed=k, train_length=length, numbers=numbers) for k in range(count)]


def measure(case: str, count: int, seconds: float) -> dict[str, float]:
    """Returns model-steps a second of `count` lanes here, and the `flops` of one.

    The rate is that of the best chunk, as that of the loops is that of their best half
    second: what else the machine does disturbs neither.
    """
    import jax

    from lengthwise.training.bundle_program import CHUNK, Program
    from lengthwise.training.lane import stack

    recipe, length, _ = CASES[case]
    padded = recipe.padded(length)
    program, arrays = Program(recipe, padded), stack(recipe, lanes(case, count))
    begin = time.perf_counter()
    state = jax.block_until_ready(program.chunk(program.start(arrays), arrays))
    compiled = time.perf_counter() - begin
    begin, best = time.perf_counter(), math.inf
    while time.perf_counter() - begin < seconds:
        start = time.perf_counter()
        state = jax.block_until_ready(program.chunk(state, arrays))
        best = min(best, time.perf_counter() - start)
    return {
        "rate": count * CHUNK / best,
        "flops": flops(recipe, padded),
        "first": compiled,
    }


def flops(recipe: Recipe, padded: int | None) -> float:
    """Returns the operations of one step of one model, products with units only.

    Each unit is reached from the features of layer 1 (or from the stream where that is
    narrower) in three products, there and back; with two layers each head of the second
    reads it twice and is read back four times.
    """
    net = recipe.model
    features = net.pairs * (1 + net.heads[0])
    points = min(features, net.width + 1)
    reads = 6 * sum(net.heads[1:])
    places = recipe.batch * (padded or 1)
    return 2.0 * places * net.units * (3 * points + reads)


def bits(case: str, count: int) -> dict[str, str]:
    """Returns the digest of all weights after two chunks."""
    from lengthwise.sealed_arrays import array_digest as digest
    from lengthwise.training.bundle_program import Program
    from lengthwise.training.lane import stack

    recipe, length, _ = CASES[case]
    program = Program(recipe, recipe.padded(length))
    arrays = stack(recipe, lanes(case, count))
    state = program.start(arrays)
    for _ in range(2):
        state = program.chunk(state, arrays)
    return {"digest": digest(named_arrays(state.net))}


def peak() -> float:
    """Returns the largest rate of float32 products measured here, in flops a second."""
    import jax
    import jax.numpy as jnp

    size = 1024 if jax.devices()[0].platform == "cpu" else 8192
    x = jnp.ones((size, size))
    with jax.default_matmul_precision("highest"):
        product = jax.jit(lambda x: x @ x)
        product(x).block_until_ready()
        best = float("inf")
        for _ in range(10):
            start = time.perf_counter()
            product(x).block_until_ready()
            best = min(best, time.perf_counter() - start)
    return 2 * size**3 / best


def evaluation() -> dict[str, float]:
    """Returns the seconds that evaluations at two lengths take, the best of some."""
    import jax

    from lengthwise.training.evaluating.test_losses import evaluate

    net = named_arrays(SIMPLE.model.init(jax.random.key(0)))
    nets = [(lane, net) for lane in lanes("simple", 8)]
    found = {}
    for length in (10**2, 10**9):
        best = float("inf")
        for _ in range(8):
            start = time.perf_counter()
            evaluate(SIMPLE, nets, [length])
            best = min(best, time.perf_counter() - start)
        found[f"{length:.0e}"] = best
    return found


def in_processes(
    task: str, count: int, env: dict[str, str] | None = None
) -> list[dict[str, Any]]:
    """Runs this file as `count` processes at once; returns what they say.

    Args:
        task: What to measure.
        count: How many processes.
        env: Their environment. Default: one thread each.
    """
    folder = Path(__file__).parents[1]
    children = [
        subprocess.Popen(
            [sys.executable, "-m", "benchmarks.training", task],
            stdout=subprocess.PIPE,
            env=environment() if env is None else env,
            cwd=folder,
            text=True,
        )
        for _ in range(count)
    ]
    return [json.loads(child.communicate()[0].splitlines()[-1]) for child in children]


def torch_python() -> str | None:
    """Returns an interpreter that has PyTorch, if there is one."""
    if importlib.util.find_spec("torch") is not None:
        return sys.executable
    return os.environ.get("LENGTHWISE_TORCH_PYTHON")


def torch_rates(*arguments: str) -> dict[str, Any]:
    """Returns what the loops in PyTorch reach; nothing without PyTorch."""
    python = torch_python()
    if python is None:
        return {}
    loops = str(Path(__file__).with_name("torch_loops.py"))
    done = subprocess.run(
        [python, loops, *arguments], stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def against(
    name: str, value: float, loop: dict[str, Any] | None, target: float | None
) -> dict[str, Any]:
    """Returns a row that compares model-steps a second with those of a loop."""
    row: dict[str, Any] = {"name": name, "value": value, "target": target, "met": None}
    if loop is None:
        return row | {"against": "torch not installed", "ratio": None}
    ratio = value / loop["rate"]
    row |= {"against": f"{loop['rate']:.3g}/s ({loop['chosen']})", "ratio": ratio}
    return row | ({} if target is None else {"met": ratio >= target})


def rows() -> list[dict[str, Any]]:
    """Measured rows of the table."""
    number = cores()
    rates = {
        case: in_processes(f"{case},8", number) for case in ("simple", "modp", "kgram")
    }
    (most,) = in_processes("peak", 1)
    (seconds,) = in_processes("evaluation", 1)
    loops = torch_rates("--device", "cpu")
    simple = sum(found["rate"] for found in rates["simple"])
    name = f"SimpleTask training, {number} cores, model-steps/s, against"
    table = [
        against(
            f"{name} (a) every position", simple, loops.get("every_position"), 1000
        ),
        against(f"{name} (b) last query", simple, loops.get("last_query"), 40),
        against(
            f"{name} statistics in torch.func", simple, loops.get("statistics"), None
        ),
    ]
    for case, found in rates.items():
        total = sum(one["rate"] for one in found)
        share = total * found[0]["flops"] / (number * most["peak"])
        recipe, length, _ = CASES[case]
        table.append(
            {
                "name": f"{case}, {recipe.form} form, N = {length}: model-steps/s",
                "value": total,
                "against": f"share of {number * most['peak'] / 1e9:.0f} GFLOP/s",
                "ratio": share,
                "target": None,
                "met": None,
            }
        )
    short, long = seconds["1e+02"], seconds["1e+09"]
    table.append(
        {
            "name": "evaluation of 8 nets at length 10^9, seconds",
            "value": long,
            "against": "the same at 10^2",
            "ratio": long / short,
            "target": 1.5,
            "met": long <= 1.5 * short,
        }
    )
    return table


def main(task: str) -> None:
    """Measures one thing in this process and prints it as JSON."""
    found: dict[str, Any]
    match task.split(","):
        case ["peak"]:
            found = {"peak": peak()}
        case ["evaluation"]:
            found = evaluation()
        case ["bits", name, count]:
            found = bits(name, int(count))
        case [name, count]:
            found = measure(name, int(count), SECONDS)
        case _:
            sys.exit(f"{task!r} is nothing to measure; see the source")
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
