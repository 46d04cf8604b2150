"""A figure with its caption, text alternative and values.

Figures use no global state and no display. The same figure gives the same bytes,
without dates or random identifiers.
"""

import io
import math
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from lengthwise.errors import SpecError
from lengthwise.files import ending, save_file
from lengthwise.numbers import tick
from lengthwise.report.tools.palette import LIGHT

WIDTH, HEIGHT = 360, 300
"""Width of a figure on a narrow screen, in points; on a wide one it is larger."""

COLUMN, PAGE = 3.25, 6.75
"""Width of a paper's figure over one column and over two, in inches."""

SMALLEST_TEXT = 7.0
"""Smallest text size in a saved figure, in points."""

SMALLEST = 1e-16
"""Smaller errors are drawn at this value, since a logarithmic axis has no zero."""

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
    """A point of a figure with its hover text.

    Attributes:
        axes: Index of the panel.
        x: In the units of the axis.
        y: In the units of the axis.
        series: Index of its series.
        text: The hover text.
    """

    axes: int
    x: float
    y: float
    series: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plot:
    """A figure with its caption, description and values.

    Attributes:
        name: The name of its file.
        figure: The matplotlib figure.
        caption: The caption, with the number of seeds.
        description: The text alternative for readers who cannot see it.
        marks: Points with values, by series.
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

    def save(
        self,
        path: str | Path,
        *,
        width: float = COLUMN,
        height: float | None = None,
    ) -> Path:
        """Writes the figure for a paper as PDF, SVG or PNG, by file extension.

        Text is scaled to the width and has at least 7 points; fonts are embedded. The
        same figure gives the same bytes.

        Args:
            path: Ends in ``.pdf``, ``.svg`` or ``.png`` (600 dpi).
            width: Width in inches, such as `COLUMN` or `PAGE`.
            height: Height in inches. Default: the proportions of the page.

        Raises:
            SpecError: The extension is unknown, or text leaves no room for the panels.
            HostError: The file cannot be written; an existing file is unchanged.
        """
        kind = ending(path, ".pdf", ".svg", ".png").removeprefix(".")
        target = io.BytesIO()
        with style():
            mpl.rcParams |= {
                "pdf.fonttype": 42,
                "svg.fonttype": "path",
                "svg.hashsalt": self.name,
            }
            warnings.filterwarnings("error", message="constrained_layout not applied")
            figure = _resized(self.figure, width, height)
            try:
                figure.savefig(target, format=kind, dpi=600, metadata=_UNDATED[kind])
            except UserWarning:
                inches = " x ".join(f"{size:g}" for size in figure.get_size_inches())
                raise SpecError(
                    f"{inches} inches leave no room for the panels of {self.name}; "
                    "make it wider or higher"
                ) from None
        return save_file(path, target.getvalue(), what="the figure")

    def _repr_html_(self) -> str:
        return self.svg()


_UNDATED: dict[str, dict[str, None]] = {
    "pdf": {"CreationDate": None},
    "svg": {"Date": None},
    "png": {"Software": None},
}


@contextmanager
def style() -> Iterator[None]:
    """A context with the style of all figures.

    It ignores a ``matplotlibrc`` in the current folder, which matplotlib would read
    first: it could change figures and start LaTeX.
    """
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        # An axis without extent is widened, as intended.
        warnings.filterwarnings("ignore", message="Attempting to set identical")
        # The text is drawn in the reader's fonts, not the one measured here.
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
    """An empty figure and its panels; call within `style`."""
    figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72, layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, sharex=sharex, sharey=sharey)
    panels = list(grid.flat)
    for axes in panels if logarithmic else ():
        axes.set(xscale="log", yscale="log")
    return figure, panels


def label_ticks(axes: Axes) -> None:
    """Labels logarithmic axes as densely as space allows, once all is drawn."""
    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() != "log":
            continue
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


def _resized(figure: Figure, width: float, height: float | None) -> Figure:
    """A copy in another size, with its text scaled but always legible."""
    scale = width * 72 / WIDTH
    copy = deepcopy(figure)
    old_width, old_height = copy.get_size_inches()
    copy.set_size_inches(width, height or old_height * width / old_width)
    for text in copy.findobj(Text):
        text.set_fontsize(_points(float(text.get_fontsize()), scale))
    for axes in copy.axes:
        for axis in ("x", "y"):
            size = _points(float(STYLE[f"{axis}tick.labelsize"]), scale)
            axes.tick_params(axis, which="both", labelsize=size)
    _refit_legends(copy, width)
    return copy


def _points(size: float, scale: float) -> float:
    return min(size, max(SMALLEST_TEXT, size * scale))


def _refit_legends(figure: Figure, width: float) -> None:
    """Gives each legend below the panels as many columns as fit."""
    for old in list(figure.legends):
        handles = [handle for handle in old.legend_handles if handle is not None]
        labels = [text.get_text() for text in old.get_texts()]
        size, title = old.get_texts()[0].get_fontsize(), old.get_title().get_text()
        figure.legends.remove(old)  # its own remove() refers to the original
        for columns in range(len(labels), 0, -1):
            legend = figure.legend(
                handles,
                labels,
                loc="outside lower center",
                ncols=columns,
                title=title or None,
                fontsize=size,
                title_fontsize=size,
            )
            if legend.get_window_extent().width <= width * figure.dpi or columns == 1:
                break
            legend.remove()


def drawable(symbol: str) -> str:
    r"""A symbol as a label: short, and without characters illegal in documents.

    Examples:
        >>> drawable("ab"), drawable("\x00"), drawable("x" * 20)
        ('ab', '�', 'xxxxxxxxxxx…')
    """
    clean = re.sub("[^\t -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "�", symbol)
    return clean if len(clean) <= 12 else f"{clean[:11]}…"
