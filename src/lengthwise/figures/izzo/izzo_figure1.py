"""Figure 1 of Izzo, Nichani and Lee: SimpleTask, by test and by training length."""

from dataclasses import replace

from lengthwise.figures import trends
from lengthwise.figures.figure import Figure
from lengthwise.figures.izzo._arms import ARMS
from lengthwise.figures.izzo._izzo_grids import (
    LONG,
    PAPER,
    PLAIN,
    QUICK,
    SMALL,
    simple_grid,
)

OMEGAS = (2, 4, 6, 8, 12, 16)
NEAR = (4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 34, 40, 48, 57, 68, 80)
TINY = {"units": [64]}

ONE = Figure(
    name="izzo-fig1",
    family="izzo",
    paper=PAPER,
    title="SimpleTask, plain logits",
    number="omega",
    full=(simple_grid(NEAR, OMEGAS, 16, model=PLAIN, recipe=LONG),),
    small=(simple_grid(NEAR[:12:2], (2, 4, 6, 8), 4, model=SMALL, recipe=QUICK),),
    checks=(
        trends.levels_off,
        trends.falls_with_length,
        trends.rises_with_number,
        trends.is_straight,
    ),
    beyond=(trends.is_proportional,),
    records="izzo-fig1",
    panels=("by test length", "by training length", "length by number"),
    eps=(0.1, 0.2, 0.05, 0.03, 0.02),
    sup_eps=(0.5, 0.2, 0.1, 0.05),
    shown=6,
)
SCALED = replace(
    ONE,
    name="izzo-fig1-log",
    title="SimpleTask, logits times log|x|",
    full=(simple_grid(NEAR, OMEGAS, 8, recipe=LONG),),
    small=(simple_grid(NEAR[:12:2], (2, 4, 6, 8), 4, model=TINY, recipe=QUICK),),
    records="izzo-fig1-log",
)

FIGURES = (
    ONE,
    SCALED,
    *(
        arm.of(figure, seeds=seeds, steps=32768)
        for arm in ARMS
        for figure, seeds in ((ONE, 16), (SCALED, 8))
    ),
)
"""The figures of this file."""
