"""The figures of a study: pure functions of the summary.

Both norms are drawn, every figure has a legend, units and the number of seeds. Typical
means the geometric mean over seeds; a band reaches from the smallest to the largest
seed. Runs that failed to train are left out, and the caption says how many.
"""

import math
from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes

from lengthwise.analysis.final_errors import heights
from lengthwise.analysis.plateau import Plateau
from lengthwise.analysis.runs import Run, by_train_length
from lengthwise.analysis.sufficient import SufficientLength, antitonic
from lengthwise.analysis.summary import Summary
from lengthwise.numbers import readable
from lengthwise.report.study._audit_figure import audit
from lengthwise.report.study._caveats import half_a_word
from lengthwise.report.study.simulation_figure import simulation
from lengthwise.report.tools.palette import DASHES, LIGHT, MARKERS, category, step
from lengthwise.report.tools.plot import (
    SMALLEST,
    Mark,
    Plot,
    canvas,
    label_ticks,
    legend,
    style,
)
from lengthwise.tasks.outputs import Metric


def figures(summary: Summary) -> tuple[Plot, ...]:
    """Every figure that `summary` has data for, in the order of a page."""
    plots = [error_by_length(summary), plateau_by_train_length(summary), audit(summary)]
    if summary.scaled is not None:
        plots += [
            _theirs(error_by_length(summary.scaled)),
            _theirs(audit(summary.scaled)),
        ]
    if summary.exact is not None:
        tau = summary.exact.machine.tau
        plots.append(simulation(summary.exact.simulation, window=tau + 1))
    return tuple(plot for plot in plots if plot is not None)


def _theirs(plot: Plot | None) -> Plot | None:
    """A figure about the nets with the logits of the theorems."""
    if plot is None:
        return None
    caption = f"With log|x| in the logits. {plot.caption}"
    return replace(plot, name=f"{plot.name}-scaled", caption=caption)


def error_by_length(summary: Summary) -> Plot | None:
    """Error against test length, a curve with a band for each training length."""
    groups = _converged(summary)
    if not groups:
        return None
    metric = summary.metric
    marks: list[Mark] = []
    with style():
        figure, (axes,) = canvas()
        for place, (n, runs) in enumerate(groups.items()):
            color = step(place, len(groups))
            lengths = sorted(set.intersection(*(set(run.errors) for run in runs)))
            table = _drawn([[run.errors[t] for t in lengths] for run in runs])
            low, high = table.min(axis=0), table.max(axis=0)
            typical = np.exp(np.log(table).mean(axis=0))
            axes.fill_between(
                lengths, low, high, color=color, alpha=0.12, lw=0, gid=f"series:{place}"
            )
            axes.plot(
                lengths,
                typical,
                color=color,
                marker=MARKERS[place % len(MARKERS)],
                label=f"N = {n}",
                gid=f"series:{place}",
            )
            marks += [
                Mark(
                    axes=0,
                    x=t,
                    y=float(y),
                    series=place,
                    text=f"trained on N = {n}, tested on length {t:,}\n"
                    f"{metric.noun} {readable(float(y))}{metric.suffix}, seeds "
                    f"{readable(float(a))} to {readable(float(b))}",
                )
                for t, y, a, b in zip(lengths, typical, low, high, strict=True)
            ]
        axes.set_xlabel("test length (symbols)")
        axes.set_ylabel(metric.axis)
        label_ticks(axes)
        legend(figure, "training length")
    return Plot(
        name="error-by-length",
        figure=figure,
        caption=(
            f"{_named(metric)} against test length for each training length N. "
            f"Curve: typical of {_seeds(groups)} seeds; band: all seeds"
            f"{_residues(summary)}{_left_out(summary)}.{half_a_word(summary)}"
        ),
        description=f"Does the {metric.noun} level off with length? {_trend(summary)}",
        marks=tuple(marks),
    )


def plateau_by_train_length(summary: Summary) -> Plot | None:
    """Plateau against training length, the errors asked for and where they cross."""
    groups = {n: runs for n, runs in _converged(summary).items() if len(runs) > 1}
    if len(groups) < 2:
        return None
    metric = summary.metric
    lengths = np.array(list(groups), dtype=float)
    smallest = np.log(SMALLEST)
    logs = [np.maximum(heights(runs), smallest) for runs in groups.values()]
    typical = np.array([h.mean() for h in logs])
    with style():
        figure, (axes,) = canvas()
        low, high = ([np.exp(f(h)) for h in logs] for f in (np.min, np.max))
        axes.fill_between(
            lengths, low, high, color=LIGHT["blue"], alpha=0.15, lw=0, label="all seeds"
        )
        falling = np.exp(antitonic(typical[None, :])[0])
        axes.plot(
            lengths, falling, color=LIGHT["blue"], label="typical, made to fall", lw=1
        )
        marks = _plateau_points(axes, summary, dict(zip(groups, typical, strict=True)))
        marks += _crossings(axes, summary)
        axes.set_xlabel("training length N (symbols)")
        axes.set_ylabel(_at_plateau(metric))
        label_ticks(axes)
        legend(figure, columns=2)
    return Plot(
        name="plateau-by-training-length",
        figure=figure,
        caption=(
            f"{metric.noun.capitalize()} at the largest test lengths against "
            f"training length N, over {_seeds(groups)} seeds; bars are 90 % intervals"
            f"{_left_out(summary)}. "
            f"Horizontal lines: the {metric.noun}s asked for; stars: the "
            "sufficient lengths with their intervals. Hollow: the curve is not seen to "
            f"be level.{half_a_word(summary)}"
        ),
        description=_crossing_text(summary),
        marks=tuple(marks),
    )


def _plateau_points(
    axes: Axes, summary: Summary, typical: dict[int, float]
) -> list[Mark]:
    marks = []
    for n, log in typical.items():
        plateau = summary.plateaus.get(n)
        height = float(np.exp(log))
        note = "no interval"
        level = isinstance(plateau, Plateau) and plateau.level
        if isinstance(plateau, Plateau):
            ends = plateau.interval
            bar = np.maximum((ends.low, ends.high), SMALLEST)
            axes.vlines(n, *bar, color=LIGHT["blue"], lw=1.4)
            interval = f"[{readable(ends.low)}, {readable(ends.high)}]"
            note = f"90 % {interval}, {plateau.course.kind}"
        face = LIGHT["blue"] if level else LIGHT["paper"]
        axes.plot(n, height, "o", color=LIGHT["blue"], markerfacecolor=face)
        metric = summary.metric
        text = f"trained on N = {n}\nplateau {readable(height)}{metric.suffix}, {note}"
        marks.append(Mark(axes=0, x=n, y=height, series=0, text=text))
    return marks


def _crossings(axes: Axes, summary: Summary) -> list[Mark]:
    marks = []
    for place, (eps, answer) in enumerate(summary.lengths.items()):
        color, gid = category(place), f"series:{place + 1}"
        dash = DASHES[place % len(DASHES)]
        axes.axhline(
            eps, color=color, ls=dash, lw=1, gid=gid, label=f"ε = {readable(eps)}"
        )
        if not isinstance(answer, SufficientLength):
            continue
        ends = answer.interval
        axes.hlines(eps, ends.low, ends.high, color=color, lw=2.6, gid=gid)
        axes.plot(answer.length, eps, "*", color=color, markersize=10, gid=gid)
        text = (
            f"ε = {readable(eps)}{answer.metric.suffix}: trained on "
            f"{readable(answer.length)} "
            f"[{readable(ends.low)}, {readable(ends.high)}]\nbest seed "
            f"{readable(answer.best)}, "
            f"{answer.seeds} seeds"
        )
        marks.append(Mark(axes=0, x=answer.length, y=eps, series=place + 1, text=text))
    return marks


def _converged(summary: Summary) -> dict[int, list[Run]]:
    """The runs that count, each at the worst residue near each test length.

    Where no model learned the task, those that did not diverge.
    """
    finite = [run for run in summary.runs if not run.failed]
    runs = [run.worst for run in summary.used or finite]
    return {n: list(group) for n, group in by_train_length(runs).items()}


def _drawn(errors: list[list[float]]) -> np.ndarray:
    return np.asarray(np.maximum(np.array(errors, dtype=float), SMALLEST))


def _seeds(groups: dict[int, list[Run]]) -> str:
    counts = {len(runs) for runs in groups.values()}
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"


def _residues(summary: Summary) -> str:
    p = summary.period
    return f"; near each length the worst residue modulo {p}" if p > 1 else ""


def _left_out(summary: Summary) -> str:
    out = len(summary.runs) - len(summary.used)
    capped = sum(run.capped for run in summary.used)
    note = f"; at the step cap before the stop: {capped}" if capped else ""
    if not out:
        return note
    if not summary.used:
        return "; no model learned the task: all that did not diverge are drawn"
    eps = readable(max(summary.lengths, default=math.inf))
    below = f"{eps}{summary.metric.suffix}"
    why = f"diverged, or not below {below} on their training lengths"
    return f"{note}; left out: {out} ({why})"


def _named(metric: Metric) -> str:
    inside = metric.unit if metric.is_rate else "root mean square"
    return f"{metric.noun.capitalize()} ({inside})"


def _at_plateau(metric: Metric) -> str:
    """What stands beside an axis; a long name has its unit in a line of its own."""
    if metric.is_rate:
        return f"{metric.noun} at the plateau\n({metric.unit})"
    return f"{metric.noun} at the plateau ({metric.name})"


def _trend(summary: Summary) -> str:
    plateaus = [f"N = {n}: {plateau}" for n, plateau in summary.plateaus.items()]
    ends = plateaus if len(plateaus) < 3 else [plateaus[0], plateaus[-1]]
    return f"{len(plateaus)} training lengths; {'; '.join(ends)}."


def _crossing_text(summary: Summary) -> str:
    answers = [f"for ε = {readable(eps)}, {n}" for eps, n in summary.lengths.items()]
    return "Which training length suffices? " + "; ".join(answers) + "."
