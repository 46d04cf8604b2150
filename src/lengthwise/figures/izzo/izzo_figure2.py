"""Figure 2 of Izzo, Nichani and Lee: ModPTask, by test length and by N/p."""

from lengthwise.figures import trends
from lengthwise.figures.figure import Figure
from lengthwise.figures.izzo._arms import ARMS
from lengthwise.figures.izzo._izzo_grids import (
    LONG,
    PAPER,
    PLAIN,
    QUICK,
    SMALL,
    mod_p_grid,
)

PERIODS = (2, 3, 5, 8)
RATIOS = (1, 1.2, 1.4, 1.7, 2, 2.4, 2.8, 3, 3.4, 4, 5, 6, 8)
CLOSE = QUICK | {"threshold": [2e-5]}

TWO = Figure(
    name="izzo-fig2",
    family="izzo",
    paper=PAPER,
    title="ModPTask",
    number="p",
    full=tuple(mod_p_grid(RATIOS, p, 16, model=PLAIN, recipe=LONG) for p in PERIODS),
    small=tuple(
        mod_p_grid((2, 3, 4, 6), p, 4, model=SMALL, recipe=CLOSE) for p in PERIODS[:3]
    ),
    checks=(
        trends.levels_off,
        trends.falls_with_length,
        trends.rises_with_number,
        trends.overlap,
    ),
    beyond=(trends.is_proportional,),
    records="izzo-fig2",
    panels=("by test length", "by training length", "by ratio"),
    eps=(0.02, 0.2, 0.1, 0.05, 0.01),
    sup_eps=(0.1, 0.5, 0.2, 0.05),
    shown=5,
)

FIGURES = (TWO, *(arm.of(TWO, seeds=16, steps=32768) for arm in ARMS))
"""The figures of this file."""
