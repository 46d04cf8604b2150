"""Figure 4 of Izzo, Nichani and Lee: the k-gram, by length, vocabulary and order.

In the left panel the stopping threshold is 1e-9, which no batch reaches: all nets make
the same number of steps, 16,384 at full size. In the arms of
`lengthwise.figures.izzo._arms` the training lengths go up to 64, and there is a panel
for k = 2; the three panels share records.
"""

from dataclasses import replace

from lengthwise.figures import trends
from lengthwise.figures.figure import Figure
from lengthwise.figures.izzo._arms import ARMS, Arm
from lengthwise.figures.izzo._izzo_grids import PAPER, k_gram_grid

LENGTHS = (8, 16, 32, 64, 128)
TINY = {"width": [16], "units": [32]}
# Equal numbers of steps: the loss of 64 words falls below any threshold by chance.
EVEN = {"batch": [64], "max_steps": [4096], "threshold": [1e-9]}

BY_SIZE = Figure(
    name="izzo-fig4-S",
    family="izzo",
    paper=PAPER,
    title="k-gram, k = 1, by vocabulary size",
    number="S",
    full=tuple(k_gram_grid(1, S, LENGTHS, 12) for S in (2, 3, 4, 6)),
    small=tuple(
        k_gram_grid(1, S, LENGTHS[:4], 8, model=TINY, recipe=EVEN) for S in (2, 3, 4)
    ),
    checks=(
        trends.levels_off,
        trends.falls_with_length,
        trends.rises_with_number,
    ),
    records="izzo-fig4-S",
    panels=("by test length", "by training length"),
    shown=2,
)
BY_ORDER = replace(
    BY_SIZE,
    name="izzo-fig4-k",
    title="k-gram, S = 2, by order",
    number="k",
    full=tuple(k_gram_grid(k, 2, LENGTHS, 12) for k in (1, 2, 3)),
    small=tuple(
        k_gram_grid(k, 2, LENGTHS[:4], 8, model=TINY, recipe=EVEN) for k in (1, 2, 3)
    ),
    records="izzo-fig4-k",
    shown=1,
)
# An unreachable threshold: a batch falls below 1e-4 by chance before training has
# converged.
LEFT = replace(
    BY_SIZE,
    name="izzo-fig4-left",
    title="k-gram, k = 1, S = 2, equal steps (the stop at 1e-9 is out of reach)",
    full=(k_gram_grid(1, 2, LENGTHS, 12, recipe={"threshold": [1e-9]}),),
    small=BY_SIZE.small[:1],
    checks=(trends.levels_off, trends.falls_with_length),
    records="izzo-fig4-left",
)


def _in_arm(arm: Arm) -> tuple[Figure, ...]:
    """Figure 4 in an arm: by S for k = 1 and k = 2, and by k for S = 2."""
    lengths = (8, 12, 16, 24, 32, 48, 64)  # 56 models of a setting, in one program
    quick = {"batch": [64], "max_steps": [4096], "threshold": [1e-3]}
    panels = {
        "S": (BY_SIZE, "k = 1, by vocabulary size", [(1, S) for S in (2, 3, 4, 6)]),
        "S-k2": (BY_SIZE, "k = 2, by vocabulary size", [(2, S) for S in (2, 3, 4, 6)]),
        "k": (BY_ORDER, "S = 2, by order", [(k, 2) for k in (1, 2, 3)]),
    }
    return tuple(
        arm.of(
            replace(
                like,
                name=f"izzo-fig4-{panel}",
                title=f"k-gram, {title}; our nets",
                full=tuple(k_gram_grid(k, S, lengths, 8) for k, S in numbers),
                small=tuple(
                    k_gram_grid(k, S, lengths[:6:2], 4, model=TINY, recipe=quick)
                    for k, S in numbers[:3]
                ),
                records="izzo-fig4",
            ),
            seeds=8,
            steps=16384,
        )
        for panel, (like, title, numbers) in panels.items()
    )


FIGURES = (
    LEFT,
    BY_SIZE,
    BY_ORDER,
    *(figure for arm in ARMS for figure in _in_arm(arm)),
)
"""The figures of this file."""
