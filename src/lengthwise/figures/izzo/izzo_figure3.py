"""Figure 3 of Izzo, Nichani and Lee: attention patterns of nets for ModPTask.

It shows nets of figure 2 and has no separate records.
"""

from dataclasses import replace

from lengthwise.figures import trends
from lengthwise.figures.izzo._arms import ARMS
from lengthwise.figures.izzo.izzo_figure2 import TWO

THREE = replace(
    TWO,
    name="izzo-fig3",
    title="ModPTask, p = 5: attention at length 80",
    full=TWO.full[2:3],
    small=TWO.small[2:3],
    checks=(trends.looks_right,),
    beyond=(),
    panels=("attention",),
    eps=(),
    sup_eps=(),
)

FIGURES = (THREE, *(arm.of(THREE, seeds=16, steps=32768) for arm in ARMS))
"""The figures of this file."""
