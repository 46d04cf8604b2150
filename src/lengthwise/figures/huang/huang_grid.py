"""Huang et al., the search: all 54 configurations of two tasks, with two seeds each.

The paper trains one model of each configuration, and reports seeds of the one that was
best on lengths 51 to 100. The whole grid shows the effect of this selection: how many
configurations fit the training lengths, how well the median one of these generalizes,
and how well the selected one does.
"""

from itertools import product

from lengthwise.figures.huang.huang_algorithmic import WIDE
from lengthwise.figures.huang.suite import Cell, Suite

TASKS = {"unique_copy": 303, "bin_majority_interleave": 156}
"""The tasks, each with the number of rows of its position table."""

LAYERS, HEADS, WIDTHS, RATES = (1, 2, 4), (1, 2, 4), (16, 64, 256), (1e-3, 1e-4)
"""The published grid."""

CELLS = tuple(
    Cell(
        task=task,
        scheme="absolute",
        places=places,
        model={"layers": layers, "heads": heads, "width": width},
        recipe={"precision": "tf32"} if width >= WIDE else {},
        rates=RATES,
        seeds=2,
    )
    for width, layers, heads in product(WIDTHS, LAYERS, HEADS)
    for task, places in TASKS.items()
)

SUITES = (
    Suite(
        name="huang-grid",
        title="Accuracy of all 54 configurations of two tasks, by length",
        cells=CELLS,
    ),
)
