"""Six position schemes on two tasks, for the page on decoders.

Accuracy by test length of decoders that were trained on inputs of up to 20 symbols.
Made from ``results/positions.jsonl``: ``python docs/pictures/positions.py``
draws it anew.
"""

from collections import defaultdict
from pathlib import Path

import numpy as np

from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.experiments.records.record import Record
from lengthwise.report.tools.palette import LIGHT, look
from lengthwise.report.tools.plot import Plot, canvas, legend, style

PICTURE = Path(__file__).with_suffix(".svg")
RECORDS = Path(__file__).parents[2] / "results" / "positions.jsonl"
TITLES = {"bin_majority": "majority of bits", "tomita4": "strings without 000"}
ORDER = ("none", "absolute", "rope", "alibi", "t5", "fire")
WIDTH, HEIGHT = 7.2, 3.2


def by_scheme() -> dict[str, dict[str, list[Record]]]:
    """The records by task and by the name of the position scheme."""
    found: dict[str, dict[str, list[Record]]] = defaultdict(lambda: defaultdict(list))
    for record in read_lines(RECORDS):
        scheme = record.trial.model.positions.partition(":")[0]
        found[record.trial.task.name][scheme].append(record)
    return found


def picture() -> Plot:
    """One panel for each task."""
    found = by_scheme()
    with style():
        figure, panels = canvas(1, 2, sharey=True, logarithmic=False)
        for axes, (task, title) in zip(panels, TITLES.items(), strict=True):
            for place, scheme in enumerate(ORDER):
                records = found[task][scheme]
                lengths = list(records[0].outcome.errors)
                errors = [list(one.outcome.errors.values()) for one in records]
                accuracy = 1 - np.mean(errors, axis=0)
                name = scheme if axes is panels[0] else None
                axes.plot(lengths, accuracy, label=name, **look(place))
            axes.axvline(20, color=LIGHT["ink"], lw=0.9, ls=(0, (4, 2)))
            axes.set(xlabel="test length (symbols)", title=title, ylim=(-0.03, 1.03))
        panels[0].set_ylabel("exact-match accuracy")
        legend(figure, columns=6)
    return Plot(
        name="positions",
        figure=figure,
        caption="Mean over two seeds; dashed: the training length.",
        description="Every scheme counts: the majority of bits is right at every "
        "length. Only FIRE is right on strings without 000 at three times the "
        "training length.",
        marks=(),
    )


if __name__ == "__main__":
    picture().save(PICTURE, width=WIDTH, height=HEIGHT)
