"""Huang et al., formal languages: next sets after every prefix.

One recipe for all languages and both schemes, since the paper's own is not published:
two layers, four heads, width 64, two learning rates, 10,000 steps of 64 words, five
seeds each. Nothing is selected on longer words.
"""

from lengthwise.figures.huang.suite import SCHEMES, Cell, Suite
from lengthwise.figures.published_accuracies import LANGUAGES, UNPLOTTED

MODEL = {"layers": 2, "heads": 4, "width": 64}
"""Sizes of all decoders of the language tables."""

RECIPE = {"max_steps": 10_000, "stop": "mean"}
"""All steps are made; there is no early stopping."""

PLACES = 152
"""A begin mark, 150 symbols and an end mark."""

TASKS = tuple(dict.fromkeys(one.task for one in (*LANGUAGES, *UNPLOTTED)))
"""The 17 plotted languages, and those in no figure."""


def cells(tasks: tuple[str, ...]) -> tuple[Cell, ...]:
    """Returns cells with the common recipe, for each task one per scheme."""
    return tuple(
        Cell(
            task=task,
            scheme=scheme,
            places=PLACES,
            model=MODEL,
            recipe=RECIPE,
            rates=(1e-3, 3e-4),
        )
        for task in tasks
        for scheme in SCHEMES
    )


SUITES = (
    Suite(
        name="huang-languages",
        title="Accuracy of the next symbols of formal languages, by length",
        cells=cells(TASKS),
    ),
)
