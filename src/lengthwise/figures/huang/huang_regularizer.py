"""Huang et al., the regularizer on absolute positions: none, 1e-4 and 1e-3.

Four algorithmic tasks with the sizes of the table of algorithmic tasks. The cells
without regularizer are trials of that table: if they have records there, they are not
trained again.
"""

from collections.abc import Mapping
from dataclasses import replace

from lengthwise.figures.huang import huang_algorithmic
from lengthwise.figures.huang.suite import Cell, Suite

COEFFICIENTS = (1e-4, 1e-3, 0.0)
"""The weights of the regularizer; 0 comes last, since it is trained elsewhere."""

TASKS = ("sort", "unique_copy", "bin_majority_interleave", "parity")
"""The tasks whose published accuracy changes most with the regularizer."""

PUBLISHED: Mapping[tuple[str, float], tuple[float, float, float]] = {
    ("sort", 1e-4): (100, 99.99, 99.6),
    ("sort", 1e-3): (100, 99.98, 99.95),
    ("unique_copy", 1e-4): (100, 99.8, 99.3),
    ("unique_copy", 1e-3): (99.8, 98.8, 96.9),
    ("bin_majority_interleave", 1e-4): (100, 97.3, 86.2),
    ("parity", 1e-4): (100, 83.4, 64.2),
    ("parity", 1e-3): (96.1, 71.4, 58.5),
}
"""In percent, by task and weight, as in `published_accuracies`. Parity with 1e-3 never
fit its training lengths."""

_ALGORITHMIC = {one.name: one.cells for one in huang_algorithmic.SUITES}[
    "huang-algorithmic"
]


def _cell(cell: Cell, coefficient: float) -> Cell:
    if not coefficient:
        return replace(cell, seeds=5)
    recipe = {**cell.recipe, "position_penalty": coefficient}
    return replace(cell, seeds=5, recipe=recipe)


SUITES = (
    Suite(
        name="huang-regularizer",
        title="Accuracy with a regularizer on positions, by length",
        cells=tuple(
            _cell(cell, coefficient)
            for coefficient in COEFFICIENTS
            for cell in _ALGORITHMIC
            if cell.task in TASKS and cell.scheme == "absolute"
        ),
    ),
)
