"""Published figures drawn from our measurements, in both norms."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from lengthwise.analysis.final_errors import heights
from lengthwise.analysis.runs import Run, by_train_length
from lengthwise.analysis.seed_averages import averaged
from lengthwise.errors import SpecError
from lengthwise.figures.figure import Measured, Norm
from lengthwise.figures.trends import by_number
from lengthwise.jobs.reproduction import Reproduction
from lengthwise.report.paper._panels import PANELS
from lengthwise.report.tools.plot import COLUMN, Plot, canvas, label_ticks, style
from lengthwise.tables import Table

WIDTH, HEIGHT = 2.66, 2.3
"""Size of one of several panels, in inches."""


def paper_figure(reproduction: Reproduction, *, panel: int | None = None) -> Plot:
    """The figure: a row in root mean square, and below it a row in the sup norm.

    Args:
        reproduction: The reproduction to draw.
        panel: Number of a single panel to draw, from 1, at column width. Default: all,
            side by side.

    Raises:
        SpecError: The panel does not exist.
    """
    measured = reproduction.measured
    names = measured.figure.panels
    if panel is not None:
        if not 1 <= panel <= len(names):
            raise SpecError(f"panel {panel}; {measured.figure.name} has {len(names)}")
        names = names[panel - 1 : panel]
    norms: list[Norm] = ["rms"]
    if measured.exact and names != ("attention",):
        norms.append("sup")
    with style():
        figure, panels = canvas(len(norms), len(names))
        figure.supxlabel(note(measured), fontsize=7)
        width = COLUMN if len(names) == 1 else WIDTH * len(names)
        figure.set_size_inches(width, HEIGHT * len(norms) + 0.3)
        for place, axes in enumerate(panels):
            name = names[place % len(names)]
            PANELS[name](axes, measured, norms[place // len(names)])
            if axes.get_xscale() == "log":
                label_ticks(axes)
    return Plot(
        name=measured.figure.name,
        figure=figure,
        caption=caption(measured),
        description="; ".join(str(check) for check in reproduction.checks),
        marks=(),
    )


def paper_table(reproduction: Reproduction) -> Table:
    """The values of a figure: a row per norm, parameter value and training length."""
    number = reproduction.measured.figure.number
    norms: tuple[Norm, Norm] = ("rms", "sup")
    rows = []
    for norm in norms:
        for value, part in by_number(reproduction.measured.of(norm), number).items():
            for n, runs in by_train_length(part).items():
                logs = heights([run for run in runs if not run.failed])
                mean = averaged(heights(runs)[:, None], np.ones(len(runs)), "mean")
                ends = (logs.mean(), mean[0], logs.min(), logs.max())
                errors = tuple(float(np.exp(log)) for log in ends)
                out = len(runs) - len(logs)
                rows.append((norm, value, n, *errors, len(logs), out))
    return Table(
        name=reproduction.measured.figure.name,
        caption=caption(reproduction.measured),
        header=(
            *("norm", number, "N", "geometric mean over seeds", "mean over all seeds"),
            *("smallest", "largest", "seeds", "left out"),
        ),
        rows=tuple(rows),
    )


def note(measured: Measured) -> str:
    """The line below the panels."""
    if measured.figure.panels == ("attention",):
        return f"{_seeds(measured.runs)} seeds; bars: standard deviation"
    text = (
        f"curves: geometric mean over {_seeds(measured.runs)} seeds; bands: all seeds"
    )
    if measured.exact:
        text += f"; sup: exact, {_seeds(measured.of('sup'))} seeds"
    return text


def _seeds(runs: Sequence[Run]) -> str:
    counts = Counter((run.train_length, *run.numbers.values()) for run in runs)
    low, high = min(counts.values()), max(counts.values())
    return str(low) if low == high else f"{low} to {high}"


def caption(measured: Measured) -> str:
    """The caption, with the number of seeds and of excluded runs."""
    many = _seeds(measured.runs)
    capped = sum(run.capped for run in measured.runs)
    failed = sum(run.failed for run in measured.runs)
    text = (
        f"{measured.figure.title}. Curve: geometric mean over {many} seeds; band: all "
        f"seeds; bars: 90 % intervals"
    )
    if measured.figure.panels == ("attention",):
        text = (
            f"{measured.figure.title}, over {many} seeds; bars: standard deviation "
            "over positions and words"
        )
    elif measured.exact:
        text += (
            ". Sup: the largest error over all inputs of the enumerated lengths, for "
            f"{len(measured.exact)} of {len(measured.runs)} nets"
        )
    if capped:
        text += f". {capped} nets reached the step limit and are kept"
    if failed:
        text += f". {failed} nets that failed to train are left out"
    return f"{text}. Trained on {', '.join(measured.devices)}."
