"""The picture of the README: how the error of trained nets depends on both lengths.

Left: error on longer inputs, for nets trained on inputs of up to N symbols. Right: its
plateau against N, on average and on the worst input of length 128. Made from the
records of ``results``: ``python docs/pictures/answer.py`` draws it anew.
"""

from collections import defaultdict
from pathlib import Path

import numpy as np

from lengthwise.analysis.runs import Run, by_train_length
from lengthwise.figures.all_figures import figure as figure_of
from lengthwise.figures.figure import Measured, from_folder
from lengthwise.report.tools.palette import LIGHT, look
from lengthwise.report.tools.plot import Plot, canvas, label_ticks, legend, style

PICTURE = Path(__file__).with_suffix(".svg")
RESULTS = Path(__file__).parents[2] / "results"
OMEGA, SHOWN, WORST_AT = 4, (4, 8, 17, 34, 80), 128
WIDTH, HEIGHT = 7.2, 3.4


def measured() -> Measured:
    """What was measured for the figure of SimpleTask."""
    return from_folder(figure_of("izzo-even-fig1"), RESULTS)


def trained(found: Measured) -> dict[int, tuple[Run, ...]]:
    """The nets that did not fail, by training length."""
    chosen = [run for run in found.runs if run.numbers["omega"] == OMEGA]
    return by_train_length(run for run in chosen if not run.failed)


def worst(found: Measured) -> dict[int, list[float]]:
    """The largest error over all words of one length, by training length."""
    sups = defaultdict(list)
    for one in found.exact:
        if one.numbers["omega"] == OMEGA and WORST_AT in one.sup:
            sups[one.train_length].append(one.sup[WORST_AT])
    return dict(sorted(sups.items()))


def picture() -> Plot:
    """Both panels."""
    found = measured()
    groups, sup = trained(found), worst(found)
    with style():
        figure, (left, right) = canvas(1, 2)
        for place, n in enumerate(SHOWN):
            lengths = list(groups[n][0].errors)
            errors = np.array([[run.errors[t] for t in lengths] for run in groups[n]])
            drawn = look(place, len(SHOWN)) | {"linestyle": "-"}
            left.fill_between(
                lengths,
                errors.min(axis=0),
                errors.max(axis=0),
                color=drawn["color"],
                alpha=0.12,
                lw=0,
            )
            left.plot(lengths, _geometric_mean(errors), label=f"N = {n}", **drawn)
        last = max(groups[SHOWN[0]][0].errors)
        plateau = [
            _geometric_mean([run.errors[last] for run in g]) for g in groups.values()
        ]
        right.plot(
            list(groups), plateau, "o-", color=LIGHT["blue"], label="on average (rms)"
        )
        right.plot(
            list(sup),
            [_geometric_mean(values) for values in sup.values()],
            "s--",
            color=LIGHT["orange"],
            label=f"worst input of length {WORST_AT}",
        )
        left.set(xlabel="test length (symbols)", ylabel="error (rms)")
        right.set(xlabel="training length N (symbols)", ylabel="error")
        label_ticks(left)
        label_ticks(right)
        legend(figure, columns=7)
    seeds = len(groups[SHOWN[0]])
    return Plot(
        name="answer",
        figure=figure,
        caption=f"SimpleTask, omega = {OMEGA}, {seeds} seeds; band: all seeds.",
        description="The error levels off with the test length and falls with the "
        "training length; the worst input is far worse than the average.",
        marks=(),
    )


def _geometric_mean(errors: np.ndarray | list[float]) -> np.ndarray:
    return np.exp(np.log(errors).mean(axis=0))


if __name__ == "__main__":
    picture().save(PICTURE, width=WIDTH, height=HEIGHT)
