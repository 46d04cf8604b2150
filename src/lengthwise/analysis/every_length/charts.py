"""The charts of a model and a task, which together cover all words."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float

from lengthwise.analysis.enumerated.audit import fits
from lengthwise.analysis.enumerated.labels_of_counts import count_label
from lengthwise.analysis.every_length._chart import ROUNDING, Chart, rounding
from lengthwise.cannot_say import CannotSay
from lengthwise.limit.complexity.margins import logit_margin
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.definition import BORDER
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.functions_of_counts import MeanOfClass, SineOfLead


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """The words that a certificate covers.

    Attributes:
        shortest: The shortest words covered by boxes; shorter ones are enumerated.
        longest: The longest words; ``None`` for all.
        share: For ``simple``, the smallest share of zeros and ones; 0: all words.
    """

    shortest: int
    longest: int | None = None
    share: float = 0.0


def refusal(machine: LimitTransformer, task: Task) -> CannotSay | None:
    """Returns why there is no certificate for `machine` on `task`, or ``None``.

    Raises:
        SpecError: Machine and task do not fit together.
    """
    if count_label(task) is None:
        return CannotSay(f"certificates are for simple and modp, not {task.name}")
    fits(machine, task, outputs=1)
    heads = [head for layer in machine.layers for head in layer.heads]
    if len(machine.layers) != 1 or len(heads) != 1:
        return CannotSay(
            f"certificates are for one layer with one head; the machine has "
            f"{len(machine.layers)} layers and {len(heads)} heads"
        )
    if machine.bos or heads[0].lags.any():
        return CannotSay("certificates are for machines without $ and lag biases")
    if any(machine.layers[0].mlp.heaviside):
        return CannotSay("a Heaviside unit: the output is not continuous")
    if task.period % machine.delta:
        return CannotSay(
            f"the positions have period {machine.delta}, but the task {task.period}"
        )
    if machine.attention.kind == "finite" and not _exact_ties(machine, task):
        return CannotSay(
            "nearly equal logits are not exact ties, so they separate at some length"
        )
    return None


def _exact_ties(machine: LimitTransformer, task: Task) -> bool:
    """Whether logits treated as equal are exactly equal."""
    for symbol in task.alphabet:
        for residue in range(task.period):
            logits, _ = _logits_and_chart(machine, task, symbol, residue)
            own = task.alphabet.index(symbol) * task.period + residue
            levels = _levels(logits, own)
            if any(len({float(logits[i]) for i in level}) > 1 for level in levels):
                return False
    return True


def jumps(task: Task) -> bool:
    """Whether the label jumps at words without two symbols, as for ``simple``."""
    return isinstance(count_label(task), SineOfLead)


def hard_from(machine: LimitTransformer) -> int:
    """The length from which on attention is hardmax; 0 if it always is.

    Only for machines with ``finite`` or ``hardmax`` attention.
    """
    bits = machine.attention.bits
    if bits is None:
        return 0
    exponent = bits / logit_margin(machine)
    return math.ceil(2.0**exponent) if exponent < 60 else 1 << 60


def charts(machine: LimitTransformer, task: Task, region: Region) -> list[Chart]:
    """Returns a chart for each last symbol and residue, and each level of logits.

    Their points include all words of `region` from its shortest length on.
    """
    return [
        chart
        for symbol in task.alphabet
        for residue in range(task.period)
        for chart in _from(machine, task, region, symbol, residue)
    ]


def _from(
    machine: LimitTransformer, task: Task, region: Region, symbol: str, residue: int
) -> Iterator[Chart]:
    words = _shares if jumps(task) else _classes
    logits, chart = _logits_and_chart(machine, task, symbol, residue)
    if machine.attention.kind == "infinite":
        yield from words(task, region, replace(chart, offsets=logits))
    elif machine.attention.kind == "softmax":
        rates = logits - logits.max()
        yield from words(task, region, replace(chart, rates=rates, scaled=True))
    else:
        own = task.alphabet.index(symbol) * task.period + residue
        absent: frozenset[int] = frozenset()
        for number, level in enumerate(_levels(logits, own)):
            tied = np.isin(np.arange(len(logits)), list(level))
            offsets = np.where(tied, 0.0, -np.inf)
            part = replace(chart, level=number, offsets=offsets)
            yield from words(task, region, part, absent)
            absent |= level


def _logits_and_chart(
    machine: LimitTransformer, task: Task, symbol: str, residue: int
) -> tuple[Float[np.ndarray, " keys"], Chart]:
    """The logits of the keys, and the model at the last symbol."""
    p, label = task.period, count_label(task)
    layer, readout = machine.layers[0], machine.readout[0]
    (head,) = layer.heads
    places = machine.positions[np.arange(p) % machine.delta]
    keys = (machine.embedding[:, np.newaxis] + places).reshape(-1, machine.width)
    query = keys[task.alphabet.index(symbol) * p + residue]
    stream = query + keys @ head.value.T
    logit_size = float(
        (np.abs(keys) @ np.abs(head.bilinear) @ np.abs(query)).max(initial=0.0)
    )
    chart = Chart(
        symbol=symbol,
        residue=residue,
        coordinates="share" if isinstance(label, SineOfLead) else "classes",
        low=(),
        high=(),
        rates=np.zeros(len(keys)),
        offsets=np.zeros(len(keys)),
        uncertain=ROUNDING * (64 + machine.width) * logit_size,
        units=layer.mlp.inner @ stream.T + layer.mlp.bias[:, np.newaxis],
        linear=stream @ readout,
        outer=readout @ layer.mlp.outer,
        place=label.residue if isinstance(label, MeanOfClass) else 1,
        omega=label.omega if isinstance(label, SineOfLead) else None,
        slack=rounding(
            layer.mlp.units + 2 * machine.width + len(keys),
            _terms(machine, keys, query),
            logit_size,
        ),
    )
    return keys @ head.bilinear @ query, chart


def _terms(machine: LimitTransformer, keys: np.ndarray, query: np.ndarray) -> float:
    """The largest sum of absolute values of an output's terms."""
    layer, readout = machine.layers[0], np.abs(machine.readout[0])
    mlp = layer.mlp
    stream = np.abs(query) + np.abs(keys) @ np.abs(layer.heads[0].value).T
    inputs = np.abs(mlp.inner) @ stream.T + np.abs(mlp.bias)[:, np.newaxis]
    return float((readout @ np.abs(mlp.outer) @ inputs + stream @ readout).max())


def _levels(logits: Float[np.ndarray, " keys"], own: int) -> list[frozenset[int]]:
    """Sets of keys with equal logits, highest first, down to the last symbol's."""
    levels: list[frozenset[int]] = []
    left = set(range(len(logits)))
    while not (levels and own in levels[-1]):
        values = {i: float(logits[i]) for i in left}
        scale = max(1.0, *(abs(value) for value in values.values()))
        top = max(values.values())
        tied = frozenset(i for i in left if top - values[i] <= BORDER * scale)
        levels.append(tied)
        left -= tied
    return levels


def _classes(
    task: Task, region: Region, chart: Chart, absent: frozenset[int] = frozenset()
) -> Iterator[Chart]:
    p = task.period
    longer = tuple(int(1 <= j <= chart.residue) for j in range(p))
    low = [float(j in absent) for j in range(p)]
    high = [float(p + j not in absent) for j in range(p)]
    if all(a <= b for a, b in zip(low, high, strict=True)):
        most = 1 / (region.shortest // p) if any(longer) else 0.0
        by_class = replace(chart, longer=longer)
        yield _over(region, by_class, [*low, 0.0], [*high, most])


def _shares(
    task: Task, region: Region, chart: Chart, absent: frozenset[int] = frozenset()
) -> Iterator[Chart]:
    if region.share == 0 and not absent and chart.symbol == task.alphabet.symbols[2]:
        # Words of twos only, with label 0.
        alone = replace(
            chart, rates=0 * chart.rates, offsets=0 * chart.rates, place=None
        )
        yield _over(region, replace(alone, scaled=False), [0.0, 0.0], [0.0, 0.0])
    if {0, 1} <= absent:
        return
    least, most = region.share, 1.0
    attended = set(np.flatnonzero(np.isfinite(chart.offsets)).tolist())
    if chart.scaled:
        # Twos per zero or one: at most n, or a constant if there is a share.
        odds = (1 - region.share) / region.share if region.share else 1.0
        unlimited = float(region.share == 0)
        with np.errstate(divide="ignore"):
            more = np.array([0.0, 0.0, np.log(odds)])
        chart = replace(
            chart,
            coordinates="ratio",
            rates=chart.rates + np.array([0.0, 0.0, unlimited]),
            offsets=chart.offsets + more,
        )
        least = 0.0
    elif attended <= {0, 1} or 2 in absent:
        least = 1.0
    elif attended == {2}:
        most = least
    low, high = [least, float(0 in absent)], [most, float(1 not in absent)]
    yield _over(region, chart, low, high)


def _over(region: Region, chart: Chart, low: list[float], high: list[float]) -> Chart:
    if chart.scaled:
        low.append(0.0 if region.longest is None else 1 / math.log(region.longest))
        high.append(1 / math.log(region.shortest))
    return replace(chart, low=tuple(low), high=tuple(high))
