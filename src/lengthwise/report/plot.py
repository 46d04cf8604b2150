"""A figure with what a reader needs beside it: a caption, a description, the values.

Figures are made without global state and without a display. The same figure gives the
same bytes: no date, no random identifiers.
"""

import io
import math
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from lengthwise.report.numbers import tick
from lengthwise.report.palette import LIGHT

WIDTH, HEIGHT = 360, 300
"""In points: on a narrow screen a figure is as wide as this, on a wide one larger."""

SMALLEST = 1e-16
"""Errors below are drawn here: a logarithmic axis has no zero."""

STYLE: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": LIGHT["ink"],
    "axes.grid": True,
    "axes.labelcolor": LIGHT["ink"],
    "axes.labelsize": 10,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": LIGHT["ink"],
    "axes.titlesize": 10,
    "font.size": 10,
    "grid.color": LIGHT["grid"],
    "grid.linewidth": 0.6,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "legend.labelcolor": LIGHT["ink"],
    "lines.linewidth": 1.4,
    "lines.markersize": 4.5,
    "svg.fonttype": "none",
    "text.color": LIGHT["ink"],
    "text.parse_math": False,
    "xtick.color": LIGHT["ink"],
    "xtick.labelsize": 9,
    "ytick.color": LIGHT["ink"],
    "ytick.labelsize": 9,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A point of a figure and what it says.

    Attributes:
        axes: Number of the panel.
        x: In the units of the axis.
        y: In the units of the axis.
        series: Number of the series that it is part of.
        text: What is shown when it is pointed at.
    """

    axes: int
    x: float
    y: float
    series: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plot:
    """A figure, and what stands beside it.

    Attributes:
        name: What its file is called.
        figure: As matplotlib has it.
        caption: What is seen, with the number of seeds.
        description: The same for readers who do not see it: what it shows.
        marks: Points with values, series by series.
    """

    name: str
    figure: Figure
    caption: str
    description: str
    marks: tuple[Mark, ...]

    def svg(self) -> str:
        """The figure as an SVG document; the same figure gives the same bytes."""
        target = io.StringIO()
        with style():
            mpl.rcParams["svg.hashsalt"] = self.name
            self.figure.savefig(
                target, format="svg", metadata={"Date": None}, transparent=True
            )
        return target.getvalue()

    def _repr_html_(self) -> str:
        return self.svg()


@contextmanager
def style() -> Iterator[None]:
    """The look of all figures, for as long as it is entered."""
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        # An axis without extent is widened, which is what we want.
        warnings.filterwarnings("ignore", message="Attempting to set identical")
        # The reader's fonts draw the text, not the one it is measured with.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        yield


def canvas(
    rows: int = 1,
    columns: int = 1,
    *,
    sharex: bool = False,
    sharey: bool = False,
    logarithmic: bool = True,
) -> tuple[Figure, list[Axes]]:
    """An empty figure and its panels; call it within `style`."""
    figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72, layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, sharex=sharex, sharey=sharey)
    panels = list(grid.flat)
    for axes in panels if logarithmic else ():
        axes.set(xscale="log", yscale="log")
    return figure, panels


def label_ticks(axes: Axes) -> None:
    """Labels logarithmic axes, once all is drawn, as closely as there is room."""
    for axis in (axes.xaxis, axes.yaxis):
        low, high = axis.get_view_interval()
        steps = (1.0, 2.0, 5.0) if math.log10(high / low) < 2.5 else (1.0,)
        axis.set_major_locator(LogLocator(subs=steps, numticks=8))
        axis.set_major_formatter(FuncFormatter(tick))
        axis.set_minor_formatter(NullFormatter())


def legend(figure: Figure, title: str | None = None, *, columns: int = 4) -> None:
    """Puts the legend below the panels, in rows of about equal length."""
    entries = sum(len(axes.get_legend_handles_labels()[1]) for axes in figure.axes)
    rows = -(-entries // columns)
    figure.legend(
        loc="outside lower center", ncols=-(-entries // rows), title=title or None
    )


def drawable(symbol: str) -> str:
    r"""A symbol as a label: short, and without what no document may hold.

    Examples:
        >>> drawable("ab"), drawable("\x00"), drawable("x" * 20)
        ('ab', '�', 'xxxxxxxxxxx…')
    """
    clean = re.sub("[^\t -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "�", symbol)
    return clean if len(clean) <= 12 else f"{clean[:11]}…"
