"""The figures of a suite: each model a dot per bin, and agreement by threshold."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from lengthwise.analysis.cell_scores import CellScores
from lengthwise.figures.huang.cell_verdicts import published_of
from lengthwise.figures.huang.comparison import SOURCES, About, Comparison, Source
from lengthwise.figures.huang.measured_suite import MeasuredCell, MeasuredSuite
from lengthwise.figures.huang.suite_tables import NOT_YET, POSITIONS
from lengthwise.report.tools.palette import CATEGORIES, LIGHT
from lengthwise.report.tools.plot import Plot, canvas, legend, style

WIDTH = 7.2
"""Width of the figure, in inches."""

ROW = 0.24
"""Height of a cell, in inches."""

MOST = 60
"""The largest number of cells in a figure; of more, the first ones are drawn."""

LABELS: dict[Source, str] = {
    "published": "published",
    "typical": "ours, typical model",
    "fitting": "ours, mean of those that fit",
}


def suite_figure(measured: MeasuredSuite) -> Plot:
    """Every model of every cell as a dot, one panel per bin, with the published value.

    Diamonds are adversarial inputs, in the same panel but never averaged with the
    others.
    """
    cells = measured.cells[:MOST]
    bins = max((one.cell.bins for one in cells), key=len)
    with style():
        figure, panels = canvas(1, len(bins), sharey=True, logarithmic=False)
        for place, axes in enumerate(panels):
            _panel(axes, cells, place)
            axes.set_title(_title(measured, place), fontsize=8)
        panels[0].set_yticks(range(len(cells)), [_name(one) for one in cells])
        panels[0].tick_params(axis="y", labelsize=7)
        panels[0].set_ylim(len(cells) - 0.4, -0.6)
        figure.set_size_inches(WIDTH, _height(cells))
        legend(figure, columns=3)
    return Plot(
        name=measured.suite.name,
        figure=figure,
        caption=_caption(measured, len(cells)),
        description=_description(measured),
        marks=(),
    )


def _height(cells: Sequence[MeasuredCell]) -> float:
    return 1.3 + ROW * max(len(cells), 4)


def _title(measured: MeasuredSuite, place: int) -> str:
    schemes = {one.cell.bins for one in measured.cells}
    if len(schemes) > 1:
        return ("training lengths", "up to twice", "up to three times")[place]
    (bins,) = schemes
    return f"lengths {bins[place]}"


def _name(one: MeasuredCell) -> str:
    name = f"{one.cell.task}, {POSITIONS[one.cell.scheme]}"
    return f"{name}, {one.setting}" if one.setting else name


def _panel(axes: Axes, cells: Sequence[MeasuredCell], place: int) -> None:
    axes.set(xlim=(-4, 104), xticks=(0, 50, 100))
    axes.set_xlabel("correct answers (%)", fontsize=8)
    drawn: list[tuple[float, float]] = []
    hard: list[tuple[float, float]] = []
    published: list[tuple[float, float]] = []
    for row, one in enumerate(cells):
        known = published_of(one.cell)
        if known is not None and place < len(known):
            published.append((known[place], row))
        scores = one.known
        if scores is None:
            gray = LIGHT["gray"]
            axes.text(50, row, NOT_YET, color=gray, ha="center", va="center", size=6)
        elif place < len(scores.bins):
            drawn += _dots(scores, row, place)
            hard += _diamonds(scores, row, place)
    looks = (
        (published, "|", LIGHT["ink"], 11, 1.0, "published mean"),
        (drawn, "o", LIGHT[CATEGORIES[3]], 3.5, 0.6, "one model, random inputs"),
        (hard, "D", LIGHT[CATEGORIES[0]], 3, 0.6, "one model, adversarial inputs"),
    )
    for points, marker, color, size, alpha, label in looks:
        x, y = zip(*points, strict=True) if points else ((), ())
        axes.plot(
            x,
            y,
            marker,
            color=color,
            alpha=alpha,
            markersize=size,
            markeredgewidth=1.6 if marker == "|" else 0,
            label=label if points and not place else None,
        )


def _dots(scores: CellScores, row: int, place: int) -> list[tuple[float, float]]:
    """Stacks models vertically, so that equal ones remain visible."""
    spread = np.linspace(-0.28, 0.02, len(scores.models))
    pairs = zip(scores.models, spread, strict=True)
    return [(100 * model.drawn[place], row + float(shift)) for model, shift in pairs]


def _diamonds(scores: CellScores, row: int, place: int) -> list[tuple[float, float]]:
    spread = np.linspace(0.14, 0.34, len(scores.models))
    pairs = zip(scores.models, spread, strict=True)
    return [
        (100 * value, row + float(shift))
        for model, shift in pairs
        if (value := model.adversarial[place]) is not None
    ]


def _caption(measured: MeasuredSuite, shown: int) -> str:
    cells = len(measured.cells)
    part = f" First {shown} of {cells} cells." if shown < cells else ""
    devices = ", ".join(measured.devices)
    trained = f" Trained on {devices}." if devices else ""
    return (
        f"{measured.suite.title}. Each dot is one model, {measured.tried} of "
        f"{len(measured.suite.trials)}; none is left out.{part}{trained}"
    )


def _description(measured: MeasuredSuite) -> str:
    known = sum(one.known is not None for one in measured.cells)
    return f"{known} of {len(measured.cells)} cells have records."


def agreement_figure(compared: Comparison) -> Plot:
    """The share of cells with a right verdict, for every threshold of success.

    Left: the verdict in the format of the measurement, without cells where it is
    unknown. Right: the verdict about the language itself.
    """
    titles: dict[About, str] = {
        "format": "verdict in the measured format",
        "language": "verdict about the language",
    }
    with style():
        figure, panels = canvas(1, 2, sharey=True, logarithmic=False)
        for axes, (about, title) in zip(panels, titles.items(), strict=True):
            axes.set_title(title, fontsize=9)
            axes.set(xlim=(0, 100), ylim=(0, 104), xlabel="threshold of success (%)")
            for number, source in enumerate(SOURCES):
                _curve(axes, compared, source, about, number)
        panels[0].set_ylabel("verdict right (% of cells)")
        figure.set_size_inches(WIDTH, 2.8)
        legend(figure, columns=3)
    counts = "; ".join(f"{len(compared.known(s))} cells {LABELS[s]}" for s in SOURCES)
    return Plot(
        name="agreement-by-threshold",
        figure=figure,
        caption=f"Right verdicts by threshold of success ({counts}).",
        description="The share of right verdicts for every threshold of success.",
        marks=(),
    )


def _curve(
    axes: Axes, compared: Comparison, source: Source, about: About, number: int
) -> None:
    points = [
        (at.threshold, 100 * at.right / (at.right + at.wrong))
        for at in compared.curve(source, about)
        if at.right + at.wrong
    ]
    x, y = zip(*points, strict=True) if points else ((), ())
    color = LIGHT[CATEGORIES[number]]
    label = LABELS[source] if about == "format" else None
    axes.step(x, y, where="pre", color=color, linestyle="-", label=label)
