"""Curves over test length and over training length, with all seeds.

Rates are drawn as accuracies on a linear axis with the mean over seeds, other errors on
a logarithmic axis with the geometric mean over seeds.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from lengthwise.report.study._curve_plan import Curve, CurvePlan
from lengthwise.report.study._curve_values import (
    axis_label,
    last_values,
    seed_average,
    seeds_text,
    shown_noun,
    table_of,
    value_with_unit,
)
from lengthwise.report.tools.palette import LIGHT, look
from lengthwise.report.tools.plot import (
    HEIGHT,
    WIDTH,
    Mark,
    Plot,
    canvas,
    label_ticks,
    legend,
    style,
)
from lengthwise.tasks.outputs import Metric

MOST_LINES = 120
"""With more seeds, a band from lowest to highest replaces the single lines."""

ROW = 118
"""Height of a row of small multiples, in points."""


def curves_by_test_length(plan: CurvePlan, *, name: str, note: str = "") -> Plot:
    """Error or accuracy against test length, with the training length marked.

    Args:
        plan: The curves of each panel.
        name: The name of its file.
        note: A note at the end of the caption.
    """
    metric, marks = plan.metric, list[Mark]()
    lines = sum(len(curve.runs) for curve in plan.curves) <= MOST_LINES
    with style():
        figure, panels = _empty_panels(len(plan.panels), metric)
        for number, (axes, panel) in enumerate(zip(panels, plan.panels, strict=True)):
            for curve in panel.curves:
                table = table_of(curve, metric)
                _draw_seeds(axes, table, _looks(plan, curve), lines=lines)
            for curve in panel.curves:
                table = table_of(curve, metric)
                means = [seed_average(values, metric) for values in table.values()]
                axes.plot(list(table), means, **_looks(plan, curve))
                marks += _marks(number, curve, table, metric)
            _mark_training_lengths(axes, panel.curves, plan)
            axes.set_title(panel.title, fontsize=9)
        _finish(figure, panels, "test length (symbols)", axis_label(metric))
        _legend(figure, plan, panels[0])
    return Plot(
        name=name,
        figure=figure,
        caption=f"{_caption(plan, lines=lines)}{note}",
        description=_description(plan),
        marks=tuple(marks),
    )


def curves_by_train_length(plan: CurvePlan, *, name: str) -> Plot | None:
    """Error or accuracy at the largest test lengths, against training length.

    ``None`` if there is only one training length.
    """
    if len(plan.train_lengths) < 2:
        return None
    metric, marks = plan.metric, list[Mark]()
    by_place: dict[int, list[Curve]] = {}
    for curve in plan.every:
        by_place.setdefault(curve.place, []).append(curve)
    with style():
        figure, panels = _empty_panels(1, metric)
        for curves in by_place.values():
            looks = _looks(plan, curves[0])
            lengths = np.array([curve.train_length for curve in curves])
            ends = [last_values(curve.runs, metric) for curve in curves]
            for n, values in zip(lengths, ends, strict=True):
                dots = {**looks, "linestyle": "none", "marker": "."}
                panels[0].plot([n] * len(values), values, alpha=0.5, **dots)
            means = np.array([seed_average(values, metric) for values in ends])
            panels[0].plot(lengths, means, **looks)
            marks += [
                Mark(
                    axes=0,
                    x=curve.train_length,
                    y=float(mean),
                    series=curve.place,
                    text=f"{curve.title}\n{value_with_unit(metric, float(mean))}, "
                    f"{seeds_text(values)}",
                )
                for curve, mean, values in zip(curves, means, ends, strict=True)
            ]
        axis = f"{axis_label(metric)}\nat the largest test lengths"
        _finish(figure, panels, "training length N (symbols)", axis)
        _legend(figure, plan, panels[0])
    return Plot(
        name=name,
        figure=figure,
        caption=(
            f"{_subject(plan)}{shown_noun(metric).capitalize()} at the largest test "
            f"lengths by training length N. Line: {_average(metric)}. Dots: seeds."
        ),
        description=_description(plan),
        marks=tuple(marks),
    )


def _empty_panels(count: int, metric: Metric) -> tuple[Figure, list[Axes]]:
    rows, columns = (1, 1) if count == 1 else (-(-count // 2), 2)
    figure, panels = canvas(rows, columns, sharex=True, sharey=True, logarithmic=False)
    figure.set_size_inches(WIDTH / 72, max(HEIGHT, 90 + ROW * rows) / 72)
    for axes in panels:
        axes.set_xscale("log")
        axes.set_yscale("linear" if metric.is_rate else "log")
        if metric.is_rate:
            axes.set_ylim(-0.03, 1.03)
    for axes in panels[count:]:
        axes.remove()
    return figure, panels[:count]


def _finish(figure: Figure, panels: Sequence[Axes], x: str, y: str) -> None:
    """Labels the axes; small multiples share their labels."""
    for number, axes in enumerate(panels):
        label_ticks(axes)
        if number >= len(panels) - 2:
            axes.set_xlabel(x, fontsize=10 if len(panels) == 1 else 9)
            axes.tick_params(axis="x", labelbottom=True)
    if len(panels) == 1:
        panels[0].set_ylabel(y)
    else:
        figure.supylabel(y, fontsize=10)


def _legend(figure: Figure, plan: CurvePlan, axes: Axes) -> None:
    """Adds a legend entry per curve, from artists independent of the panels."""
    entries = {curve.place: curve for curve in reversed(plan.curves)}
    for place in sorted(entries):
        curve = entries[place]
        axes.plot([], [], label=curve.label, **_looks(plan, curve))
    if plan.legend:
        shortest = max(len(curve.label) for curve in plan.curves) < 10
        legend(figure, plan.legend, columns=4 if shortest else 2)
    else:
        legend(figure, columns=1)


def _draw_seeds(
    axes: Axes, table: dict[int, np.ndarray], looks: dict[str, Any], *, lines: bool
) -> None:
    color, lengths = looks["color"], list(table)
    seeds = np.array(list(table.values()))
    if not lines:
        low, high = seeds.min(axis=1), seeds.max(axis=1)
        band = {"color": color, "alpha": 0.12, "lw": 0, "gid": looks["gid"]}
        axes.fill_between(lengths, low, high, **band)
        return
    for seed in seeds.T:
        axes.plot(lengths, seed, color=color, lw=0.6, alpha=0.3, gid=looks["gid"])


def _mark_training_lengths(
    axes: Axes, curves: Iterable[Curve], plan: CurvePlan
) -> None:
    """Marks the training length of a panel by a line, or several by wedges."""
    lengths = {curve.train_length: curve for curve in curves}
    if len(lengths) == 1:
        (n,) = lengths
        axes.axvline(n, color=LIGHT["ink"], lw=0.9, ls=(0, (4, 2)))
        return
    for n, curve in lengths.items():
        axes.plot(
            n,
            0.02,
            marker=7,
            linestyle="none",
            color=_looks(plan, curve)["color"],
            transform=axes.get_xaxis_transform(),
        )


def _marks(
    panel: int, curve: Curve, table: dict[int, np.ndarray], metric: Metric
) -> list[Mark]:
    return [
        Mark(
            axes=panel,
            x=t,
            y=seed_average(values, metric),
            series=curve.place,
            text=f"{curve.title}, tested on length {t:,}\n"
            f"{value_with_unit(metric, seed_average(values, metric))}, "
            f"{seeds_text(values)}",
        )
        for t, values in table.items()
    ]


def _looks(plan: CurvePlan, curve: Curve) -> dict[str, Any]:
    looks: dict[str, Any] = {**look(curve.place, plan.ordered)}
    if plan.ordered is not None:
        looks["linestyle"] = "-"
    return {**looks, "gid": f"series:{curve.place}", "markersize": 3.8}


def _average(metric: Metric) -> str:
    return "mean over seeds" if metric.is_rate else "geometric mean over seeds"


def _subject(plan: CurvePlan) -> str:
    return f"{plan.subject}. " if plan.subject else ""


def _caption(plan: CurvePlan, *, lines: bool) -> str:
    noun = shown_noun(plan.metric)
    inside = "" if plan.metric.is_rate else " (root mean square)"
    seeds = {len(curve.runs) for curve in plan.curves}
    low, high = min(seeds), max(seeds)
    count = str(low) if low == high else f"{low} to {high}"
    each = "Thin lines: single seeds" if lines else "Band: all seeds"
    drawn, every = len(plan.drawn_lengths), len(plan.train_lengths)
    fewer = f" {drawn} of {every} training lengths are drawn." if drawn < every else ""
    one_each = len(plan.panels) > 1 or drawn == 1
    marked = "Dashed line: training length N" if one_each else "Wedges below: N"
    title = f"{_subject(plan)}{noun.capitalize()} by test length{inside}"
    return (
        f"{title}. Thick line: {_average(plan.metric)} "
        f"({count} seeds). {each}. {marked}.{fewer}"
    )


def _description(plan: CurvePlan) -> str:
    """A text alternative: where each curve ends."""
    ends = []
    for curve in plan.curves:
        table = table_of(curve, plan.metric)
        last = max(table)
        value = value_with_unit(plan.metric, seed_average(table[last], plan.metric))
        ends.append(f"{curve.title}: {value} at length {last:,}")
    return f"{shown_noun(plan.metric).capitalize()} by test length. {'; '.join(ends)}."
