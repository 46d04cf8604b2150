"""Scores of the decoders of a table on the pairs of words of a no."""

from collections.abc import Sequence

from lengthwise.experiments.records.record import Record
from lengthwise.figures.huang.cell_verdicts import CLASSES
from lengthwise.figures.huang.pair_scores import PairScore
from lengthwise.figures.huang.suite import Cell
from lengthwise.jobs.pair_curves import pair_curves
from lengthwise.tasks.outputs import Accept, NextSet
from lengthwise.theory.verdict.decision import verdict


def pair_scores(cell: Cell, records: Sequence[Record]) -> list[PairScore]:
    """Returns the scores of trained decoders on the pairs of their class.

    There are none if the verdict about the class of the cell is not a no with a
    certificate, or if its decoders do not decide membership.

    Args:
        cell: The cell.
        records: Records of its trials, with weights.
    """
    if not isinstance(cell.subject.output, Accept | NextSet) or not records:
        return []
    curves, _ = pair_curves(
        cell.subject,
        verdict(task=cell.subject),
        {cell.scheme: records},
        up_to=cell.bins[-1].high,
    )
    return [
        PairScore(
            trial=record.trial.key,
            class_name=curve.row.class_name,
            right={k: some[place] for k, some in curve.right[cell.scheme].items()},
            longest=curve.longest,
        )
        for curve in curves
        if curve.row.positions == CLASSES[cell.scheme]
        for place, record in enumerate(records)
    ]
