"""Learned scores by distance, and the table of errors, for the page on positions.

Made from ``results/huang-positions.fits``: ``python docs/pictures/position_scores.py``
draws the picture anew and writes the table into ``docs/positions.md``.
"""

import re
from pathlib import Path

import numpy as np

from lengthwise.figures.huang.huang_positions import RELATIONS, WIDTHS, WINDOWS
from lengthwise.figures.huang.position_fits import (
    Fit,
    comparisons,
    positions_sentence,
    positions_table,
    read_fits,
)
from lengthwise.report.tools.palette import LIGHT, look
from lengthwise.report.tools.plot import Plot, canvas, legend, style

PICTURE = Path(__file__).with_suffix(".svg")
PAGE = Path(__file__).parents[1] / "positions.md"
RESULTS = Path(__file__).parents[2] / "results"
SHOWN = ("j = i-1", "i-j = 0 mod 5", "j < i-5", "j = i-1, or i-j = 0 mod 5")
WIDTH, HEIGHT = 7.2, 4.8
FARTHEST = 150
BLOCK = re.compile(
    r"(<!-- table: positions begin -->\n).*(<!-- table: positions end -->)", re.DOTALL
)


def picture(fits: list[Fit]) -> Plot:
    """Mean score at every distance of seed 0, one relation a panel."""
    targets = {one.name: one.target for one in RELATIONS}
    distances = np.arange(FARTHEST)
    with style():
        figure, panels = canvas(2, 2, sharex=True, logarithmic=False)
        for axes, name in zip(panels, SHOWN, strict=True):
            first = axes is panels[0]
            axes.plot(
                distances,
                targets[name][:FARTHEST],
                color=LIGHT["ink"],
                lw=0.7,
                label="target" if first else None,
            )
            for place, width in enumerate(WIDTHS):
                for fit in (one for one in fits if one.key == (name, width, 0)):
                    axes.plot(
                        distances,
                        fit.along[:FARTHEST],
                        label=f"d = {width}" if first else None,
                        color=look(place)["color"],
                        lw=1.2,
                    )
            axes.axvline(WINDOWS[0], color=LIGHT["ink"], lw=0.9, ls=(0, (4, 2)))
            axes.set(title=name, ylim=(-14, 22))
        for axes in panels[2:]:
            axes.set_xlabel("distance i - j")
        for axes in panels[::2]:
            axes.set_ylabel("mean score")
        legend(figure, columns=3)
    return Plot(
        name="position_scores",
        figure=figure,
        caption="Mean score by distance, seed 0; dashed: the training window.",
        description="Within the window all follow the target. Beyond it the wide table "
        "falls to about 0, and the narrow one repeats periodic relations and swings "
        "widely on the others.",
        marks=(),
    )


def page_text(text: str, fits: list[Fit]) -> str:
    """The page with its table as the records say."""
    rows = comparisons(fits)
    table = f"\n{positions_table(rows).markdown()}\n{positions_sentence(rows)}.\n\n"
    return BLOCK.sub(lambda found: f"{found[1]}{table}{found[2]}", text)


if __name__ == "__main__":
    known = read_fits(RESULTS)
    picture(known).save(PICTURE, width=WIDTH, height=HEIGHT)
    PAGE.write_text(page_text(PAGE.read_text("utf-8"), known), "utf-8")
