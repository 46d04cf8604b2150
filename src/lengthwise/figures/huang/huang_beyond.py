"""Beyond the published lengths: up to six times the training length.

The cells that generalize in the published results, with position tables (and so random
offsets) that are twice as large, and with one more bin, 151 to 300, that no decision
has used. Tasks with distinct symbols have 300 of them, so these are harder than the
published ones.
"""

from collections.abc import Sequence
from dataclasses import replace

from lengthwise.figures.huang import huang_algorithmic, huang_languages
from lengthwise.figures.huang.suite import BINS, Cell, Suite
from lengthwise.figures.published_accuracies import PLOTTED, Published
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.length_bins import LengthBin
from lengthwise.training.samplers.host_sampler import longest

BEYOND = (*BINS, LengthBin(151, 300))
GENERALIZES = 75.0
"""The minimum published accuracy of a tested cell on lengths 101 to 150, in percent."""
RENAMED = {"unique_copy": "unique_copy:symbols=300", "sort": "sort:symbols=300"}
"""Tasks whose alphabet bounds the length of inputs."""

_FIRST = {
    one.name: one.cells for one in (*huang_algorithmic.SUITES, *huang_languages.SUITES)
}


def _generalizes(cell: Cell, published: Sequence[Published]) -> bool:
    positions = "none" if cell.scheme == "none" else "periodic-local"
    return any(
        (one.task, one.positions) == (cell.task, positions)
        and one.longest >= GENERALIZES
        for one in published
    )


def _wider(cell: Cell) -> Cell:
    name = RENAMED.get(cell.task, cell.task)
    subject = task(name)
    return Cell(
        task=name,
        scheme=cell.scheme,
        places=longest(subject, subject.lengths(1, BEYOND[-1].high)[-1]),
        model=cell.model,
        recipe=cell.recipe,
        rates=cell.rates,
        seeds=5,
        note="a table of positions for lengths up to 300",
        bins=BEYOND,
    )


def _languages() -> tuple[Cell, ...]:
    cells = _FIRST["huang-languages"]
    return tuple(replace(cell, rates=cell.rates[:1]) for cell in cells)


SUITES = (
    Suite(
        name="huang-beyond",
        title="Accuracy on lengths up to six times the training length",
        cells=tuple(
            _wider(cell)
            for cell in (*_FIRST["huang-algorithmic"], *_languages())
            if _generalizes(cell, PLOTTED)
        ),
    ),
)
