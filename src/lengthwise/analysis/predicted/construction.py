"""Theory for a task, before any training.

The task's exact construction, its complexity, its outputs at very large lengths, the
bounds for a few errors, one long input with the short one that simulates it, and the
exact worst case of a copy with slightly perturbed weights.
"""

import math
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from textwrap import fill

import numpy as np

from lengthwise.analysis.enumerated.all_words import audit_words, few_words, worst_word
from lengthwise.analysis.enumerated.along_word import Vector, outputs_and_labels
from lengthwise.analysis.enumerated.audit import ErrorAtLength
from lengthwise.analysis.enumerated.labels_of_counts import count_label, targets
from lengthwise.columns import aligned
from lengthwise.errors import SpecError
from lengthwise.limit.complexity.machine_complexity import Complexity, complexity
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.on_statistics import outputs
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.known import Machines
from lengthwise.theory.knowledge.lookup import KNOWLEDGE, knowledge_of
from lengthwise.theory.simulation.simulate import simulate
from lengthwise.theory.simulation.simulation import Simulation
from lengthwise.theory.theorems.bound_table import Bounds
from lengthwise.theory.theorems.machine_bounds import bounds_for
from lengthwise.theory.worst_case import WorstCase, worst_case
from lengthwise.words import Statistics, class_sizes, statistics_count

LENGTHS = (10, 100, 10_000, 1_000_000, 1_000_000_000)
WORD_LENGTHS = (10, 100, 1_000, 10_000, 100_000)
"""Replaces `LENGTHS` if a word is read symbol by symbol."""

CELLS = 4_000_000
"""Size limit of the stream of such a word: wide machines read shorter words."""

EPS = (0.3, 0.1, 0.03)
"""The default errors for bounds."""

SIMULATED = 0.1
"""The error of the short input that simulates a word for two layers."""

IN_CLASS = "construction in the class of the theorem"
"""The name of a second construction used for bounds, simulation and perturbed copy."""

OFF = 0.01
"""Relative standard deviation of the noise on the weights of the perturbed copy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactPart:
    """Theory for the exact construction of a task.

    Attributes:
        task: The task.
        machine: Its construction, as in the verdict.
        bounded: A second construction for `complexity`, `bounds`, `simulation` and
            `worst`, if no theorem covers `machine`.
        complexity: The constants that the bounds depend on.
        words: The words of `outputs` and `simulation`.
        outputs: Outputs and labels at each length.
        bounds: The bounds for each error.
        simulation: The longest of the words and the short input that simulates it,
            for the machine and its perturbed copy.
        worst: The largest difference of the two over all words, by length.
        errors: Errors of the machine itself over all words, by length; empty for one
            layer, whose error is proved.
        remarks: Remarks needed to interpret the numbers, one or two sentences each.
    """

    task: Task
    machine: LimitTransformer
    complexity: Complexity
    words: str
    outputs: Mapping[int, tuple[Vector, Vector]]
    bounds: Mapping[float, Bounds]
    simulation: Simulation
    worst: Mapping[int, WorstCase]
    errors: tuple[ErrorAtLength, ...] = ()
    remarks: tuple[str, ...] = ()
    bounded: LimitTransformer | None = None

    @property
    def in_class(self) -> LimitTransformer:
        """The construction that the theorems cover: `bounded` or `machine`."""
        return self.machine if self.bounded is None else self.bounded

    def __str__(self) -> str:
        rows = [("length", "machine", "label")]
        rows += [
            (f"{n:,}", _comma_list(y), _comma_list(t))
            for n, (y, t) in self.outputs.items()
        ]
        parts = [
            f"task {self.task}: {self.task.summary}",
            f"machine\n{self.machine}",
            *([] if self.bounded is None else [f"{IN_CLASS}\n{self.bounded}"]),
            f"complexity\n{self.complexity}",
            f"on {self.words}\n{aligned(rows, 'rrr')}",
            *(fill(remark, 88) for remark in self.remarks),
        ]
        if self.errors:
            looked = "\n".join(
                f"worst input of length {e.length}: error {e.sup:.6g} (rms "
                f"{e.rms:.6g}) on {' '.join(e.worst.word())}"
                for e in self.errors
            )
            parts.append(f"the machine against the labels\n{looked}")
        for eps, table in self.bounds.items():
            parts.append(f"bounds for an error of {eps} (sup)\n{_applying(table)}")
        parts.append(
            f"a short input z that simulates a long input x\n{self.simulation}"
        )
        worst = "\n".join(map(str, self.worst.values()))
        parts.append(
            f"the {'machine' if self.bounded is None else IN_CLASS} (f) against a copy "
            f"with weights perturbed by {OFF:.0%} (g)\n{worst}"
        )
        return "\n\n".join(parts)


def has_construction(task: Task) -> bool:
    """Whether a limit transformer that computes `task` is known.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> has_construction(task("simple")), has_construction(task("dyck1"))
        (True, False)
    """
    return knowledge_of(task).machines is not None


@lru_cache(maxsize=8)
def exact_part(task: Task, eps: tuple[float, ...] = EPS) -> ExactPart:
    """Returns the theory for `task`, before any training.

    Args:
        task: A task with a construction, see `has_construction`.
        eps: Sup errors for the bounds.

    Raises:
        SpecError: The task has no construction.
    """
    machines = knowledge_of(task).machines
    if machines is None:
        some = ", ".join(name for name, one in KNOWLEDGE.items() if one.machines)
        raise SpecError(f"{task.name} has no construction; use {some}")
    by_counts = count_label(task) is not None
    part = (_by_counts if by_counts else _by_words)(task, machines)
    copy = perturbed(part.in_class, OFF, seed=0)
    bounds = {each: bounds_of(task, part.in_class, copy, each) for each in eps}
    return replace(part, bounds=bounds)


def bounds_of(
    task: Task,
    f: LimitTransformer,
    g: LimitTransformer,
    eps: float,
) -> Bounds:
    """All theorems applied to two machines for `task`, including corollaries.

    Examples:
        >>> from lengthwise.limit.constructions.k_gram import k_gram
        >>> from lengthwise.tasks.catalogue import task
        >>> machine = k_gram(k=1, S=2)
        >>> bounds = bounds_of(task("kgram:k=1,S=2"), machine, machine, 0.1)
        >>> [entry.theorem.name for entry in bounds if entry.applies]
        ['izzo-5.2', 'izzo-5.2-explicit', 'izzo-kgram']
    """
    bounds, machines = bounds_for(f, g, eps), knowledge_of(task).machines
    own = () if machines is None else machines.corollaries(task, eps)
    better = {entry.theorem: entry for entry in own}
    entries = (better.get(entry.theorem, entry) for entry in bounds)
    return replace(bounds, entries=tuple(entries))


def perturbed(machine: LimitTransformer, off: float, *, seed: int) -> LimitTransformer:
    """A copy whose values, MLPs and readout have relative noise of size `off`.

    Bilinear forms and lags are unchanged, so that both one-layer machines attend to the
    same symbols.
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
    """Lengths whose statistics can be enumerated in a second."""
    symbols, delta = len(machine.alphabet), machine.delta
    return [
        n
        for n in (10, 20, 50, 100, 300)
        if statistics_count(symbols, n, delta=delta, tau=machine.tau) <= 200_000
    ]


def _by_counts(task: Task, machines: Machines) -> ExactPart:
    """For a one-layer machine, which sees a word through its statistics."""
    f = machines.exact(task).machine
    g = perturbed(f, OFF, seed=0)
    long = _statistics(f, LENGTHS[-1])
    return ExactPart(
        task=task,
        machine=f,
        complexity=complexity(f),
        words="inputs whose symbols have the frequencies 5 : 3 : 2, or 5 : 3",
        outputs={n: _value_and_label(task, f, n) for n in LENGTHS},
        bounds={},
        simulation=simulate(long, f, g, eps=_simulated_eps(f, g)),
        worst={n: worst_case(f, g, n) for n in _enumerable(f)},
    )


def _by_words(task: Task, machines: Machines) -> ExactPart:
    """For a machine that sees the order of symbols; short words represent all."""
    machine = machines.exact(task).machine
    f = machine if machines.in_class is None else machines.in_class(task)
    g = perturbed(f, OFF, seed=0)
    lengths = tuple(n for n in WORD_LENGTHS if n * machine.width <= CELLS)
    word = task.draw(Random(0), lengths[-1])
    stand_in = max(len(word) // 100, 2 * (f.tau + 1))
    short = few_words(task.alphabet, (4, 6, 8, 10, 12), least=task.min_length)
    return ExactPart(
        task=task,
        machine=machine,
        bounded=None if f is machine else f,
        complexity=complexity(f),
        words="prefixes of one input from the distribution of the training inputs",
        outputs=outputs_and_labels(task, machine, word, lengths),
        bounds={},
        simulation=simulate(word, f, g, eps=SIMULATED, length=stand_in),
        worst={n: worst_word(f, g, n) for n in short},
        errors=audit_words(machine, task, short).errors,
        remarks=machines.remarks,
    )


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
) -> tuple[Vector, Vector]:
    statistics = _statistics(machine, length)
    counts = np.array([statistics.counts], dtype=np.int64)
    label = float(targets(task, counts, statistics.suffix)[0])
    return (float(outputs(machine, statistics)[0]),), (label,)


def _simulated_eps(f: LimitTransformer, g: LimitTransformer) -> float:
    """A tenth of the norm, for which the simulating input is short enough to show."""
    norm = max(complexity(m).L_safe or 0.0 for m in (f, g))
    return norm / 10 if math.isfinite(norm) and norm > 0 else 0.1


def _comma_list(values: Vector) -> str:
    return " ".join(f"{value:.6f}" for value in values)


def _applying(table: Bounds) -> str:
    known = [entry for entry in table if entry.applies]
    rows = [(e.theorem.name, _size(e.value), e.assumed) for e in known]
    return textwrap.indent(aligned(rows, "lrl"), "  ")


def _size(value: float | None) -> str:
    return "over 1e308" if value is None else f"{value:,.4g}"
