"""Predictions for a cell before training: the verdict, and the published number.

A cell without positions is predicted by C-RASP[], one with absolute positions by
C-RASP[periodic, local], each in the format in which the cell is measured.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from lengthwise.figures.huang import huang_regularizer
from lengthwise.figures.huang.suite import Cell, Scheme
from lengthwise.figures.published_accuracies import GROUPS
from lengthwise.tasks.task_format import Format
from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.verdict.decision import verdict
from lengthwise.theory.verdict.verdict_answer import Answer, YesNo

CLASSES: Mapping[Scheme, Positions] = {"absolute": "periodic-local", "none": "none"}
"""The class that predicts a position scheme."""

_PUBLISHED = {
    (one.task, one.positions): one.accuracy
    for group in GROUPS.values()
    for one in group
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The theoretical prediction for a cell.

    Attributes:
        format: The format in which the model sees the task.
        positions: The class used for the prediction.
        answer: The verdict in this format.
        headline: The verdict on the language, accepting at the end, or the same.
        size: The size of the smallest known program, if the answer is yes; for a family
            over all alphabets, the size for the task's alphabet.
        depth: Its counting depth.
    """

    format: Format
    positions: Positions
    answer: YesNo
    headline: YesNo
    size: int | None
    depth: int | None


def said_of(cell: Cell) -> Said:
    """Returns the theoretical prediction for a cell.

    Examples:
        >>> from lengthwise.figures.huang.all_suites import SUITES
        >>> cells = {one.name: one for one in SUITES["huang-algorithmic"].cells}
        >>> miss = said_of(cells["unique_copy, none"])
        >>> miss.answer, miss.size, miss.depth
        ('yes', 226504, 2)
    """
    return _said(cell.task, CLASSES[cell.scheme])


@cache
def _said(name: str, positions: Positions) -> Said:
    from lengthwise.tasks.catalogue import task

    subject = task(name)
    found = verdict(task=subject)
    rows = [row for row in found.answers if row.positions == positions]
    row = next(row for row in rows if row.format == subject.format)
    size, depth = _program(row)
    return Said(
        format=subject.format,
        positions=positions,
        answer=row.answer,
        headline=found.headline(positions).answer,
        size=size,
        depth=depth,
    )


def _program(row: Answer) -> tuple[int | None, int | None]:
    if row.answer != "yes":
        return None, None
    details = dict(row.evidence.details)
    family = details.get("family", {})
    return family.get("size", details.get("size")), details.get("counting_depth")


def published_of(cell: Cell) -> tuple[float, float, float] | None:
    """Returns the published accuracies of a cell, in percent, by bin.

    For a language these are next-set accuracies; other formats have none.

    Examples:
        >>> from lengthwise.figures.huang.all_suites import SUITES
        >>> published_of(SUITES["huang-languages"].cells[0])
        (100.0, 100.0, 100.0)
    """
    penalty = cell.recipe.get("position_penalty")
    if penalty:
        return huang_regularizer.PUBLISHED.get((cell.task, penalty))
    name = cell.task.removesuffix("@next-set")
    return _PUBLISHED.get((name, CLASSES[cell.scheme]))
