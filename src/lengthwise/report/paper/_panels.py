"""Panels of the published figures: each function fills one pair of axes.

A curve is the geometric mean over seeds; a band shows the range of seeds.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from lengthwise.analysis.final_errors import heights
from lengthwise.analysis.runs import Run, by_train_length
from lengthwise.figures.figure import Measured, Norm
from lengthwise.figures.trends import by_number, sufficient_by
from lengthwise.names import digits
from lengthwise.report.tools.palette import LIGHT, look
from lengthwise.report.tools.plot import SMALLEST

CURVES = 6
"""The largest number of training lengths in a panel by test length."""

SYMBOLS = {"omega": "ω"}
"""Symbols of task parameters that differ from their names."""

COMPACT: dict[str, Any] = {"fontsize": 7, "handlelength": 1.6, "columnspacing": 0.8}


def by_test_length(axes: Axes, measured: Measured, norm: Norm) -> None:
    """Error against test length for some training lengths, at one parameter value."""
    figure = measured.figure
    curves: dict[int, list[Mapping[int, float]]] = {}
    if norm == "rms":
        parts = by_number(measured.runs, figure.number)
        for n, runs in _trained(parts.get(figure.shown, [])).items():
            curves[n] = [run.errors for run in runs]
    else:
        for one in measured.exact:
            if one.numbers[figure.number] == figure.shown:
                curves.setdefault(one.train_length, []).append(one.sup)
    axes.set_title(f"{_symbol(measured)} = {digits(figure.shown)}")
    if not curves:
        _say(axes, "no trained model\namong the records")
        return
    for place, n in enumerate(_spread(sorted(curves))):
        lengths = sorted(set.intersection(*(set(c) for c in curves[n])))
        table = np.log([[max(c[t], SMALLEST) for t in lengths] for c in curves[n]])
        _banded(axes, lengths, table, place, len(_spread(sorted(curves))), f"N = {n}")
    axes.set_xlabel("test length (symbols)")
    metric = figure.metric
    axes.set_ylabel(metric.axis if norm == "rms" else "error (sup)")
    _legend_below(axes)


def by_training_length(axes: Axes, measured: Measured, norm: Norm) -> None:
    """Error at the largest test lengths, or over all inputs, by training length."""
    _heights(axes, measured, norm, lambda n, _: n)
    axes.set_xlabel("training length N (symbols)")


def by_ratio(axes: Axes, measured: Measured, norm: Norm) -> None:
    """The same error against the training length divided by the task parameter."""
    _heights(axes, measured, norm, lambda n, value: n / value)
    axes.set_xlabel(f"N / {_symbol(measured)}")


def length_by_number(axes: Axes, measured: Measured, norm: Norm) -> None:
    """Sufficient training length against the task parameter, for several errors."""
    figure = measured.figure
    errors = figure.eps if norm == "rms" else figure.sup_eps
    axes.set(xscale="linear", yscale="linear")
    for place, eps in enumerate(errors[:3]):
        lengths = sufficient_by(measured.of(norm), figure.number, eps)
        if not lengths:
            continue
        x = list(lengths)
        y = np.array([one.length for one in lengths.values()])
        low = [max(one.length - one.interval.low, 0) for one in lengths.values()]
        high = [max(one.interval.high - one.length, 0) for one in lengths.values()]
        style: dict[str, Any] = {**look(place)}
        axes.errorbar(
            x,
            y,
            yerr=[low, high],
            **style,
            capsize=2,
            label=f"ε = {digits(eps)}{_suffix(measured, norm)}",
        )
    axes.set_xlabel(_symbol(measured))
    axes.set_ylabel("sufficient N (symbols)")
    axes.set_ylim(bottom=0)
    if axes.get_legend_handles_labels()[1]:
        axes.set_ylim(top=axes.get_ylim()[1] * 1.3)
        axes.legend(loc="upper left", **COMPACT)
        return
    longest = max(run.train_length for run in measured.of(norm))
    _say(
        axes,
        f"no answer up to N = {longest}\n"
        f"for ε = {digits(max(errors))}{_suffix(measured, norm)}",
    )


def attention(axes: Axes, measured: Measured, norm: Norm) -> None:
    """Attention weight per position in the relevant residue class and in others."""
    del norm
    axes.set(xscale="linear", yscale="linear")
    groups: dict[int, list[tuple[float, float, float, float]]] = {}
    for one in measured.exact:
        if one.attention is not None:
            row = (*one.attention.on, *one.attention.off)
            groups.setdefault(one.train_length, []).append(row)
    if not groups:
        _say(axes, "no attention\namong the records")
        return
    lengths = sorted(groups)
    means = np.array([np.mean(groups[n], axis=0) for n in lengths])
    sides = ("positions ≡ k (mod p)", "other positions")
    for place, label in enumerate(sides):
        style: dict[str, Any] = {**look(place)}
        mean, spread = means[:, 2 * place], means[:, 2 * place + 1]
        axes.errorbar(lengths, mean, yerr=spread, **style, capsize=2, label=label)
    axes.axhline(1 / 16, color=LIGHT["ink"], ls=":", lw=1, label="1/16")
    axes.set_xlabel("training length N (symbols)")
    axes.set_ylabel("attention on one position")
    axes.set_ylim(bottom=0)
    axes.legend(loc="center right", bbox_to_anchor=(1, 0.35), **COMPACT)


PANELS: Mapping[str, Callable[[Axes, Measured, Norm], None]] = {
    "by test length": by_test_length,
    "by training length": by_training_length,
    "by ratio": by_ratio,
    "length by number": length_by_number,
    "attention": attention,
}


def _heights(
    axes: Axes, measured: Measured, norm: Norm, place_of: Callable[[int, float], float]
) -> None:
    parts = by_number(measured.of(norm), measured.figure.number)
    trained = {value: _trained(runs) for value, runs in parts.items()}
    drawn = {value: groups for value, groups in trained.items() if groups}
    if not drawn:
        _say(axes, "no trained model\namong the records")
        return
    for place, (value, groups) in enumerate(drawn.items()):
        x = [place_of(n, value) for n in groups]
        most = max(map(len, groups.values()))
        table = np.full((most, len(groups)), np.nan)
        for column, group in enumerate(groups.values()):
            table[: len(group), column] = heights(group)
        label = f"{_symbol(measured)} = {digits(value)}"
        _banded(axes, x, table, place, len(drawn), label)
    shown_as = {
        "rms": f"plateau ({measured.figure.metric.name})",
        "sup": "error over all inputs (sup)",
    }
    axes.set_ylabel(shown_as[norm])
    _legend_below(axes)


def _symbol(measured: Measured) -> str:
    """The symbol of the task parameter."""
    number = measured.figure.number
    return SYMBOLS.get(number, number)


def _suffix(measured: Measured, norm: Norm) -> str:
    """The unit of an error in a norm."""
    return " sup" if norm == "sup" else measured.figure.metric.suffix


def _say(axes: Axes, text: str) -> None:
    """Writes why a panel is empty."""
    axes.set(xscale="linear", yscale="linear", xticks=[], yticks=[])
    axes.text(0.5, 0.5, text, transform=axes.transAxes, ha="center", va="center")


def _trained(runs: Sequence[Run]) -> dict[int, list[Run]]:
    groups = by_train_length(run for run in runs if not run.failed)
    return {n: list(group) for n, group in groups.items()}


def _banded(
    axes: Axes,
    x: Sequence[float],
    table: np.ndarray,
    place: int,
    count: int,
    label: str,
) -> None:
    """Draws a mean curve with its band; `table` holds logarithms, NaN if unknown."""
    style: dict[str, Any] = {**look(place, count)}
    table = np.maximum(table, np.log(SMALLEST))
    low, high = np.exp(np.nanmin(table, axis=0)), np.exp(np.nanmax(table, axis=0))
    axes.fill_between(x, low, high, color=style["color"], alpha=0.12, lw=0)
    axes.plot(x, np.exp(np.nanmean(table, axis=0)), **style, label=label)


def _legend_below(axes: Axes) -> None:
    """Makes room below the curves and puts the legend there."""
    low, high = axes.get_ylim()
    axes.set_ylim(bottom=low * (low / high) ** 0.35)
    axes.legend(loc="lower center", ncols=3, **COMPACT)


def _spread(lengths: Sequence[int]) -> list[int]:
    """At most `CURVES` of `lengths`, evenly spaced."""
    if len(lengths) <= CURVES:
        return list(lengths)
    places = np.linspace(0, len(lengths) - 1, CURVES).round().astype(int)
    return [lengths[place] for place in places]
