"""Verdicts against published accuracies, for the page on published numbers.

Every point is one plotted entry of Huang et al.: a task, with or without positions.
``python docs/pictures/agreement.py`` draws it anew.
"""

from pathlib import Path

from lengthwise.figures.published_accuracies import PLOTTED, Published, misses
from lengthwise.report.tools.palette import LIGHT
from lengthwise.report.tools.plot import Plot, canvas, legend, style

PICTURE = Path(__file__).with_suffix(".svg")
WIDTH, HEIGHT = 7.2, 3.0
THRESHOLD = 75.0
ROWS = (("periodic-local", "APE"), ("none", "NoPE"))
LOOKS = {"yes": ("o", "blue", 0.14), "no": ("X", "orange", -0.14)}


def picture() -> Plot:
    """Accuracy on the longest inputs, by positions and verdict."""
    with style():
        figure, (axes,) = canvas()
        axes.set(xscale="linear", yscale="linear")
        for answer, (marker, color, shift) in LOOKS.items():
            points = [
                (entry.longest, row + shift + 0.02 * (place % 5 - 2))
                for row, (positions, _) in enumerate(ROWS)
                for place, entry in enumerate(_entries(positions, answer))
            ]
            axes.plot(
                *zip(*points, strict=True),
                marker,
                color=LIGHT[color],
                alpha=0.7,
                markeredgewidth=0,
                markersize=7,
                label=f"verdict {answer}",
            )
        axes.axvline(THRESHOLD, color=LIGHT["gray"], linestyle="--", linewidth=1)
        for miss in misses(PLOTTED, THRESHOLD):
            row = [name for name, _ in ROWS].index(miss.positions)
            axes.annotate(
                f"{miss.task}: the one miss",
                (miss.longest + 1, row + 0.14),
                (miss.longest + 8, row + 0.32),
                arrowprops={"arrowstyle": "->", "color": LIGHT["ink"]},
                fontsize=9,
            )
        axes.set(xlim=(-3, 103), ylim=(-0.5, 1.5))
        axes.set_yticks(range(len(ROWS)), [name for _, name in ROWS])
        axes.set_xlabel("accuracy on lengths 101 to 150, trained up to 50 (%)")
        legend(figure, columns=2)
    return Plot(
        name="agreement",
        figure=figure,
        caption=f"{len(PLOTTED)} published entries.",
        description="Verdicts yes lie above 75 %, verdicts no below, except one.",
        marks=(),
    )


def _entries(positions: str, answer: str) -> list[Published]:
    return [e for e in PLOTTED if e.positions == positions and e.verdict == answer]


if __name__ == "__main__":
    picture().save(PICTURE, width=WIDTH, height=HEIGHT)
