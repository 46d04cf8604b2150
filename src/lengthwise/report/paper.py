"""The published figures, drawn from what was measured: both norms, seeds, units."""

from collections import Counter
from collections.abc import Sequence

from lengthwise.analysis.runs import Run
from lengthwise.report.panels import PANELS
from lengthwise.report.plot import Plot, canvas, label_ticks, style
from lengthwise.studies.figure import Measured, Norm
from lengthwise.studies.reproduce import Reproduction

HEIGHT = 2.3
"""Of a row of panels, in inches."""


def paper_figure(found: Reproduction) -> Plot:
    """The figure: a row in root mean square, and one in the sup norm below it."""
    measured = found.measured
    names = measured.figure.panels
    norms: list[Norm] = ["rms"]
    if measured.exact and names != ("attention",):
        norms.append("sup")
    with style():
        figure, panels = canvas(len(norms), len(names))
        figure.supxlabel(note(measured), fontsize=7)
        width = 1.0 if len(names) == 1 else 2.4 * len(names) / 3.25
        figure.set_size_inches(3.6 * width, HEIGHT * len(norms) + 0.3)
        for place, axes in enumerate(panels):
            name = names[place % len(names)]
            PANELS[name](axes, measured, norms[place // len(names)])
            if axes.get_xscale() == "log":
                label_ticks(axes)
    return Plot(
        name=measured.figure.name,
        figure=figure,
        caption=caption(measured),
        description="; ".join(str(check) for check in found.checks),
        marks=(),
    )


def note(measured: Measured) -> str:
    """What stands below the panels."""
    if measured.figure.panels == ("attention",):
        return f"{_seeds(measured.runs)} seeds; bars: standard deviation"
    said = f"curves: typical of {_seeds(measured.runs)} seeds; bands: all seeds"
    if measured.exact:
        said += f"; sup: exact, {_seeds(measured.of('sup'))} seeds"
    return said


def _seeds(runs: Sequence[Run]) -> str:
    counts = Counter((run.train_length, *run.numbers.values()) for run in runs)
    low, high = min(counts.values()), max(counts.values())
    return str(low) if low == high else f"{low} to {high}"


def caption(measured: Measured) -> str:
    """What is seen, with the number of seeds and what was left out."""
    many = _seeds(measured.runs)
    capped = sum(run.capped for run in measured.runs)
    failed = sum(run.failed for run in measured.runs)
    said = (
        f"{measured.figure.title}. Curve: typical of {many} seeds (geometric mean); "
        f"band: all seeds; bars: 90 % intervals"
    )
    if measured.figure.panels == ("attention",):
        said = (
            f"{measured.figure.title}, over {many} seeds; bars: standard deviation "
            "over positions and words"
        )
    elif measured.exact:
        said += (
            f". Sup: exact, largest over all words of the lengths enumerated, of "
            f"{len(measured.exact)} of the {len(measured.runs)} nets"
        )
    if capped:
        said += f". {capped} nets reached the step cap before the stop and are kept"
    if failed:
        said += f". {failed} nets that failed to train are left out"
    return f"{said}. Trained on {', '.join(measured.devices)}."
