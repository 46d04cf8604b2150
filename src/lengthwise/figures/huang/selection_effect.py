"""The effect of selecting a configuration: the whole search against the selected one.

The configuration that is best on lengths 51 to 100 is reported on 101 to 150, as in the
paper. For comparison, the table gives the median model that fits its training lengths,
and the result of selecting on the reported lengths themselves.
"""

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from lengthwise.analysis.cell_scores import CellScores, ModelScore
from lengthwise.figures.huang.measured_suite import MeasuredSuite

SELECT, REPORT = 1, 2
"""The indices of the bin used for selection and of the reported bin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionEffect:
    """The results of the search over sizes and learning rates for one task.

    Attributes:
        task: The task.
        configurations: Number of configurations with records.
        fitting: Number of configurations whose models all fit their training lengths.
        typical: The median accuracy on the reported bin of all models that fit.
        chosen: The configuration that is best on the selection bin.
        selected: Its mean accuracy on the reported bin.
        cheated: The largest mean of a configuration on the reported bin itself.
    """

    task: str
    configurations: int
    fitting: int
    typical: float | None
    chosen: str
    selected: float
    cheated: float


MANY = 10
"""With this many cells for one task and scheme, a table is a search over sizes."""


def is_search(measured: MeasuredSuite) -> bool:
    """Whether a table tries many sizes for each task."""
    cells = Counter((one.cell.task, one.cell.scheme) for one in measured.cells)
    return max(cells.values()) >= MANY


def selection_effects(measured: MeasuredSuite) -> tuple[SelectionEffect, ...]:
    """Returns the effect of selection for each task that has records."""
    found = []
    for task in dict.fromkeys(one.cell.task for one in measured.cells):
        groups: dict[str, tuple[ModelScore, ...]] = {}
        for one in measured.cells:
            if one.cell.task == task and one.known is not None:
                groups.update(_by_rate(one.setting, one.known))
        if groups:
            found.append(_effect(task, groups))
    return tuple(found)


def _by_rate(setting: str, scores: CellScores) -> dict[str, tuple[ModelScore, ...]]:
    rates = dict.fromkeys(one.rate for one in scores.models)
    return {
        f"{setting}, rate={rate:g}": tuple(m for m in scores.models if m.rate == rate)
        for rate in rates
    }


def _effect(task: str, groups: dict[str, tuple[ModelScore, ...]]) -> SelectionEffect:
    fitting = {name: g for name, g in groups.items() if all(one.fits for one in g)}
    able = fitting or groups  # where none fits, the paper takes the best of all
    chosen = max(able, key=lambda name: _mean(able[name], SELECT))
    values = [m.drawn[REPORT] for g in groups.values() for m in g if m.fits]
    return SelectionEffect(
        task=task,
        configurations=len(groups),
        fitting=len(fitting),
        typical=statistics.median(values) if values else None,
        chosen=chosen,
        selected=_mean(able[chosen], REPORT),
        cheated=max(_mean(group, REPORT) for group in able.values()),
    )


def _mean(models: Sequence[ModelScore], place: int) -> float:
    return sum(one.drawn[place] for one in models) / len(models)
