"""The picture of the README: how the error of trained nets depends on both lengths.

Left: error on longer words, for nets trained on words up to N. Right: its plateau
against N, on average and at the worst word of length 128. Made from the records of
``results``: ``python docs/pictures/answer.py`` draws it anew.
"""

import json
from collections import defaultdict
from pathlib import Path

import numpy as np

from lengthwise.analysis.runs import Run, by_train_length, run_of
from lengthwise.experiments.jsonl import read_lines
from lengthwise.experiments.reading import record_of
from lengthwise.report.palette import LIGHT, look
from lengthwise.report.plot import Plot, canvas, label_ticks, legend, style

PICTURE = Path(__file__).with_suffix(".svg")
RESULTS = Path(__file__).parents[2] / "results"
OMEGA, SHOWN, WORST_AT = 4, (4, 8, 17, 34, 80), 128
WIDTH, HEIGHT = 7.2, 3.4


def trained() -> dict[int, tuple[Run, ...]]:
    """The nets that reached the stop, by training length."""
    records = read_lines(RESULTS / "izzo-fig1.jsonl", record_of)
    chosen = [run_of(one) for one in records if one.trial.numbers["omega"] == OMEGA]
    return by_train_length(run for run in chosen if not run.failed)


def worst() -> dict[int, list[float]]:
    """The largest error over all words of one length, by training length."""
    found = defaultdict(list)
    for line in (RESULTS / "izzo-fig1-sup.jsonl").read_text("utf-8").splitlines():
        one = json.loads(line)
        if one["task"] == f"simple:omega={OMEGA}" and str(WORST_AT) in one["sup"]:
            found[one["train_length"]].append(one["sup"][str(WORST_AT)])
    return dict(sorted(found.items()))


def picture() -> Plot:
    """Both panels."""
    groups, sup = trained(), worst()
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
            left.plot(lengths, _typical(errors), label=f"N = {n}", **drawn)
        last = max(groups[SHOWN[0]][0].errors)
        plateau = [_typical([run.errors[last] for run in g]) for g in groups.values()]
        right.plot(
            list(groups), plateau, "*-", color=LIGHT["blue"], label="on average (rms)"
        )
        right.plot(
            list(sup),
            [_typical(values) for values in sup.values()],
            "X--",
            color=LIGHT["orange"],
            label=f"worst word of length {WORST_AT}",
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
        "training length; the worst word is far worse than the average.",
        marks=(),
    )


def _typical(errors: np.ndarray | list[float]) -> np.ndarray:
    return np.exp(np.log(errors).mean(axis=0))


if __name__ == "__main__":
    picture().save(PICTURE, width=WIDTH, height=HEIGHT)
