"""The figures of a study, as pure functions of the summary.

Every figure has a legend, units and the number of seeds. Runs that failed to train are
excluded from averages of errors, and the caption gives their number.
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
from lengthwise.report.study._curve_plan import by_training_length
from lengthwise.report.study.curve_figures import curves_by_test_length
from lengthwise.report.study.simulation_figure import simulation
from lengthwise.report.tools.palette import DASHES, LIGHT, category
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
    """All figures for which `summary` has data, in the order of a page."""
    plots = [plateau_by_train_length(summary), error_by_length(summary), audit(summary)]
    if summary.scaled is not None:
        plots += [
            _log_scaled(error_by_length(summary.scaled)),
            _log_scaled(audit(summary.scaled)),
        ]
    if summary.exact is not None:
        tau = summary.exact.machine.tau
        plots.append(simulation(summary.exact.simulation, window=tau + 1))
    return tuple(plot for plot in plots if plot is not None)


def _log_scaled(plot: Plot | None) -> Plot | None:
    """A figure about the nets whose logits are scaled by log n."""
    if plot is None:
        return None
    caption = f"Logits scaled by log n. {plot.caption}"
    return replace(plot, name=f"{plot.name}-scaled", caption=caption)


def error_by_length(summary: Summary) -> Plot | None:
    """Error or accuracy against test length, with a curve per training length."""
    plan = by_training_length(summary)
    if plan is None:
        return None
    note = f"{_residues(summary)}{_left_out(summary)}"
    return curves_by_test_length(plan, name="error-by-length", note=note)


def plateau_by_train_length(summary: Summary) -> Plot | None:
    """Error at the largest test lengths against training length, with the answers."""
    groups = {n: runs for n, runs in _converged(summary).items() if len(runs) > 1}
    if len(groups) < 2:
        return None
    metric = summary.metric
    lengths = np.array(list(groups), dtype=float)
    smallest = np.log(SMALLEST)
    logs = [np.maximum(heights(runs), smallest) for runs in groups.values()]
    means = np.array([h.mean() for h in logs])
    with style():
        figure, (axes,) = canvas()
        low, high = ([np.exp(f(h)) for h in logs] for f in (np.min, np.max))
        axes.fill_between(
            lengths, low, high, color=LIGHT["blue"], alpha=0.15, lw=0, label="all seeds"
        )
        fitted = np.exp(antitonic(means[None, :])[0])
        axes.plot(
            lengths,
            fitted,
            color=LIGHT["blue"],
            label="geometric mean over seeds, isotonic fit",
            lw=1,
        )
        marks = _plateau_points(axes, summary, dict(zip(groups, means, strict=True)))
        marks += _crossings(axes, summary)
        axes.set_xlabel("training length N (symbols)")
        axes.set_ylabel(_at_plateau(metric))
        label_ticks(axes)
        legend(figure, columns=2)
    return Plot(
        name="plateau-by-training-length",
        figure=figure,
        caption=(
            f"How long must training inputs be? {metric.noun.capitalize()} at the "
            f"largest test lengths by training length N ({_seeds(groups)} seeds; "
            "vertical bars: 90 % intervals). Stars: where the fit crosses each target "
            "ε, with 90 % intervals. Hollow points: the error is not level at these "
            f"test lengths.{_left_out(summary)}{half_a_word(summary)}"
        ),
        description=_crossing_text(summary),
        marks=tuple(marks),
    )


def _plateau_points(
    axes: Axes, summary: Summary, means: dict[int, float]
) -> list[Mark]:
    marks = []
    for n, log in means.items():
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
        text = (
            f"trained on N = {n}\n{metric.noun} {readable(height)}{metric.suffix}, "
            f"{note}"
        )
        marks.append(Mark(axes=0, x=n, y=height, series=0, text=text))
    return marks


def _crossings(axes: Axes, summary: Summary) -> list[Mark]:
    marks = []
    for place, (eps, answer) in enumerate(summary.lengths.items()):
        color, gid = category(place % 3), f"series:{place + 1}"
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
            f"ε = {readable(eps)}{answer.metric.suffix}: N = "
            f"{readable(answer.length)} "
            f"[{readable(ends.low)}, {readable(ends.high)}]\nbest seed "
            f"{readable(answer.best)}, {answer.seeds} seeds"
        )
        marks.append(Mark(axes=0, x=answer.length, y=eps, series=place + 1, text=text))
    return marks


def _converged(summary: Summary) -> dict[int, list[Run]]:
    """The runs that learned the task, each at the worst residue near each test length.

    If no model learned it, those that did not diverge.
    """
    finite = [run for run in summary.runs if not run.failed]
    runs = [run.worst for run in summary.used or finite]
    return {n: list(group) for n, group in by_train_length(runs).items()}


def _seeds(groups: dict[int, list[Run]]) -> str:
    counts = {len(runs) for runs in groups.values()}
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"


def _residues(summary: Summary) -> str:
    p = summary.period
    return f" Near each length the worst residue modulo {p} is drawn." if p > 1 else ""


def _left_out(summary: Summary) -> str:
    """Sentences on the models excluded from an average and those stopped early."""
    out = len(summary.runs) - len(summary.used)
    capped = sum(run.capped for run in summary.used)
    note = f" {capped} models reached the step limit and are kept." if capped else ""
    if not out:
        return note
    if not summary.used:
        return " No model learned the task; all that did not diverge are drawn."
    target = (
        f"{readable(max(summary.lengths, default=math.inf))}{summary.metric.suffix}"
    )
    return (
        f"{note} Left out: {out} (diverged, or above {target} on their own training "
        "lengths)."
    )


def _at_plateau(metric: Metric) -> str:
    """The label of the axis; a long name has its unit on a separate line."""
    if metric.is_rate:
        return f"{metric.noun} at the largest\ntest lengths ({metric.unit})"
    return f"{metric.noun} at the largest test lengths ({metric.name})"


def _crossing_text(summary: Summary) -> str:
    answers = [f"for ε = {readable(eps)}, {n}" for eps, n in summary.lengths.items()]
    return "Which training length suffices? " + "; ".join(answers) + "."
