"""What theory says of a task before anything is trained.

The task's exact construction, its complexity, its outputs at lengths that no one trains
on, the bounds for a few errors, one long word with the short one that stands in for it,
and the exact worst case of a copy whose weights are slightly off.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.complexity import Complexity, complexity
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.statistics import outputs
from lengthwise.limit.witnesses import mod_p_task, simple_task
from lengthwise.tasks.task import Task
from lengthwise.theory.bounds.machines import bounds_for
from lengthwise.theory.bounds.table import Bounds
from lengthwise.theory.simulation.simulate import simulate
from lengthwise.theory.simulation.simulation import Simulation
from lengthwise.theory.worst_case import WorstCase, worst_case
from lengthwise.words import Statistics, class_sizes, statistics_count

LENGTHS = (10, 100, 10_000, 1_000_000, 1_000_000_000)
EPS = (0.3, 0.1, 0.03)
OFF = 0.01
"""Standard deviation, relative, of the noise on the weights of the perturbed copy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactPart:
    """What theory says of a task's exact construction.

    Attributes:
        task: The task.
        machine: Its construction.
        complexity: What the bounds depend on.
        outputs: Value and label at each length, on words with fixed shares of symbols.
        bounds: For each error.
        simulation: A word of length 10^9 and the short word that stands in for it, for
            the machine and its perturbed copy.
        worst: The largest difference between the two, over all words, by length.
    """

    task: Task
    machine: LimitTransformer
    complexity: Complexity
    outputs: Mapping[int, tuple[float, float]]
    bounds: Mapping[float, Bounds]
    simulation: Simulation
    worst: Mapping[int, WorstCase]

    def __str__(self) -> str:
        rows = [
            f"{n:>13,}  {value:>12.6f}  {label:>12.6f}"
            for n, (value, label) in self.outputs.items()
        ]
        parts = [
            f"task {self.task}: {self.task.summary}",
            f"machine\n{self.machine}",
            f"complexity\n{self.complexity}",
            "\n".join([f"{'length':>13}  {'machine':>12}  {'label':>12}", *rows]),
        ]
        for eps, table in self.bounds.items():
            parts.append(f"bounds for an error of {eps} (sup)\n{_applying(table)}")
        parts.append(f"one long word and its stand-in\n{self.simulation}")
        worst = "\n".join(map(str, self.worst.values()))
        parts.append(
            f"the machine (f) against a copy with weights {OFF:.0%} off (g)\n{worst}"
        )
        return "\n\n".join(parts)


def exact_part(task: Task) -> ExactPart:
    """What theory says of `task` before anything is trained.

    Raises:
        SpecError: The task has no construction with one layer.
    """
    machine = _construction(task)
    copy = perturbed(machine, OFF, seed=0)
    long = _statistics(machine, LENGTHS[-1])
    return ExactPart(
        task=task,
        machine=machine,
        complexity=complexity(machine),
        outputs={n: _value_and_label(task, machine, n) for n in LENGTHS},
        bounds={eps: bounds_for(machine, copy, eps) for eps in EPS},
        simulation=simulate(long, machine, copy, eps=_simulated_eps(machine, copy)),
        worst={n: worst_case(machine, copy, n) for n in _enumerable(machine)},
    )


def perturbed(machine: LimitTransformer, off: float, *, seed: int) -> LimitTransformer:
    """A copy whose values, MLPs and readout are off by a relative error of `off`.

    The logits stay as they are, so that both machines attend to the same symbols.
    """
    rng = np.random.default_rng(seed)

    def noisy(array: np.ndarray) -> np.ndarray:
        return np.asarray(array * (1.0 + off * rng.normal(size=array.shape)))

    layers = []
    for layer in machine.layers:
        heads = tuple(replace(head, value=noisy(head.value)) for head in layer.heads)
        mlp = replace(
            layer.mlp, inner=noisy(layer.mlp.inner), outer=noisy(layer.mlp.outer)
        )
        layers.append(replace(layer, heads=heads, mlp=mlp))
    return replace(machine, layers=tuple(layers), readout=noisy(machine.readout))


def _enumerable(machine: LimitTransformer) -> list[int]:
    """Lengths whose words have few enough statistics to look at all in a second."""
    symbols, delta = len(machine.alphabet), machine.delta
    return [
        n
        for n in (10, 20, 50, 100, 300)
        if statistics_count(symbols, n, delta=delta, tau=machine.tau) <= 200_000
    ]


def _construction(task: Task) -> LimitTransformer:
    numbers = dict(task.numbers)
    if task.name == "simple":
        return simple_task(omega=float(numbers["omega"]))
    if task.name == "modp":
        return mod_p_task(p=int(numbers["p"]), k=int(numbers["k"]))
    raise SpecError(f"{task.name} has no one-layer construction; use simple or modp")


def _statistics(machine: LimitTransformer, length: int) -> Statistics:
    """Counts in the shares 5 : 3 : 2 (or 5 : 3) in every residue class."""
    shares = (5, 3, 2)[: len(machine.alphabet)]
    columns = []
    for size in class_sizes(length - 1, machine.delta):
        column = [size * share // sum(shares) for share in shares]
        columns.append([size - sum(column[1:]), *column[1:]])
    return Statistics(
        alphabet=machine.alphabet,
        delta=machine.delta,
        tau=0,
        counts=tuple(zip(*columns, strict=True)),
        suffix=machine.alphabet.symbols[:1],
    )


def _value_and_label(
    task: Task, machine: LimitTransformer, length: int
) -> tuple[float, float]:
    from lengthwise.analysis.targets import targets

    seen = _statistics(machine, length)
    counts = np.array([seen.counts], dtype=np.int64)
    label = float(targets(task, counts, seen.suffix)[0])
    return float(outputs(machine, seen)[0]), label


def _simulated_eps(f: LimitTransformer, g: LimitTransformer) -> float:
    """A tenth of the norm, for which the stand-in is short enough to show."""
    norm = max(complexity(m).L_safe or 0.0 for m in (f, g))
    return norm / 10 if math.isfinite(norm) and norm > 0 else 0.1


def _applying(table: Bounds) -> str:
    rows = [
        f"  {entry.theorem.name:<22} {_size(entry.value):>12}  "
        f"{'' if entry.constants == 'explicit' else 'constants taken as one'}"
        for entry in table
        if entry.applies
    ]
    return "\n".join(row.rstrip() for row in rows)


def _size(value: float | None) -> str:
    return "over 1e308" if value is None else f"{value:,.4g}"
