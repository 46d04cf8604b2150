"""Unique copy with absolute positions and without, for the page on decoders.

Accuracy by test length of decoders that were trained on inputs of up to 50 symbols, one
line a seed. Made from ``results/huang-copy.jsonl.gz``: ``python
docs/pictures/unique_copy.py`` draws it anew.
"""

from pathlib import Path

import numpy as np

from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.report.tools.palette import LIGHT, look
from lengthwise.report.tools.plot import Plot, canvas, legend, style

PICTURE = Path(__file__).with_suffix(".svg")
RECORDS = Path(__file__).parents[2] / "results" / "huang-copy.jsonl.gz"
NAMES = {"absolute": "absolute positions", "none": "no positions"}
WIDTH, HEIGHT = 5.4, 3.2
WINDOW = 5
"""Neighboring lengths that are averaged; each has 64 inputs."""


def picture() -> Plot:
    """Accuracy by test length, all seeds that made all steps."""
    named = set()
    with style():
        figure, (axes,) = canvas(1, 1, logarithmic=False)
        for record in read_lines(RECORDS):
            scheme = record.trial.model.positions.partition(":")[0]
            if scheme == "absolute" and record.trial.recipe.stop != "mean":
                continue
            lengths = np.array(list(record.outcome.errors))
            accuracy = 1 - np.array(list(record.outcome.errors.values()))
            shape = (-1, WINDOW)
            name = None if scheme in named else NAMES[scheme]
            named.add(scheme)
            axes.plot(
                lengths.reshape(shape).mean(1),
                accuracy.reshape(shape).mean(1),
                label=name,
                **look(list(NAMES).index(scheme)),
            )
        axes.axvline(50, color=LIGHT["ink"], lw=0.9, ls=(0, (4, 2)))
        axes.set(xlabel="test length (symbols)", ylim=(-0.03, 1.03))
        axes.set_ylabel("exact-match accuracy")
        legend(figure, columns=2)
    return Plot(
        name="unique_copy",
        figure=figure,
        caption="One line a seed; dashed: the training length.",
        description="With absolute positions seven of eight seeds copy inputs of up to "
        "150 symbols, and one falls to about half. Without positions hardly any input "
        "of 20 symbols or more is copied.",
        marks=(),
    )


if __name__ == "__main__":
    picture().save(PICTURE, width=WIDTH, height=HEIGHT)
