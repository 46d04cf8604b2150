"""A certificate drawn: the error of a machine, the boxes, and the certified bound.

``python docs/pictures/covered.py`` draws it anew.
"""

from pathlib import Path

import numpy as np

from lengthwise.analysis.every_length.certify import certify_all_lengths
from lengthwise.analysis.every_length.error_certificate import Certificate
from lengthwise.limit.constructions.named_machines import simple_task
from lengthwise.limit.running.on_statistics import outputs
from lengthwise.report.tools.palette import LIGHT
from lengthwise.report.tools.plot import Plot, canvas, legend, style
from lengthwise.tasks.catalogue import task
from lengthwise.words import Statistics

PICTURE = Path(__file__).with_suffix(".svg")
WIDTH, HEIGHT = 7.2, 2.9
OMEGA, PIECES, LENGTH = 4, 16, 100_000
MACHINE = simple_task(omega=float(OMEGA), pieces=PIECES)


def certified() -> Certificate:
    """The certificate that the page shows."""
    return certify_all_lengths(MACHINE, task("simple", omega=OMEGA))


def edges(splits: str, low: float = 0.0, high: float = 1.0) -> list[float]:
    """Where the boxes end along the share of ones; `splits` halves nothing else.

    Examples:
        >>> edges("1.1..")
        [0.0, 0.5, 0.75, 1.0]
    """
    marks, waiting = {low}, [(low, high)]
    for split in splits:
        start, end = waiting.pop()
        marks.add(end)
        if split != ".":
            middle = (start + end) / 2
            waiting += [(middle, end), (start, middle)]
    return sorted(marks)


def error(ones: int) -> float:
    """The error on inputs of zeros and ones with this many ones, the last a zero."""
    zeros = LENGTH - 1 - ones
    counts = ((zeros,), (ones,), (0,))
    word = Statistics(
        alphabet=MACHINE.alphabet, delta=1, tau=0, counts=counts, suffix=("0",)
    )
    label = np.sin(OMEGA * (zeros + 1 - ones) / LENGTH)
    return float(abs(outputs(MACHINE, word)[0] - label))


def picture() -> Plot:
    """The error along the share of ones, below the bound."""
    found = certified()
    splits = next(c.splits for c in found.coverings if c.symbol == "0")
    ones = np.linspace(0, LENGTH - 1, 1201).astype(int)
    with style():
        figure, (axes,) = canvas()
        axes.set(xscale="linear", yscale="linear")
        axes.grid(visible=False)
        for place, edge in enumerate(edges(splits)):
            label = "edges of the boxes" if place == 0 else None
            axes.axvline(edge, color=LIGHT["grid"], linewidth=1, label=label)
        axes.plot(
            ones / LENGTH, [error(n) for n in ones], color=LIGHT["blue"], label="error"
        )
        axes.axhline(
            found.bound,
            color=LIGHT["orange"],
            linestyle="--",
            label=f"certified for every length: {found.bound:.4f}",
        )
        axes.set(xlim=(0, 1), ylim=(0, 1.15 * found.bound))
        axes.set_xlabel("share of ones among zeros and ones")
        axes.set_ylabel("|output - label|")
        legend(figure, columns=3)
    return Plot(
        name="covered",
        figure=figure,
        caption=f"SimpleTask, omega = {OMEGA}, {PIECES} linear pieces.",
        description="The error has sixteen arcs, all below the certified bound; boxes "
        "are narrow where the error is large.",
        marks=(),
    )


if __name__ == "__main__":
    picture().save(PICTURE, width=WIDTH, height=HEIGHT)
