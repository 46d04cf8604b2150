"""The tables of a study's measurements, as pure functions of the summary.

Theory tables are in `lengthwise.report.study._theory_tables`.
"""

import math
from collections.abc import Callable
from dataclasses import replace

from lengthwise.analysis.summary import Summary
from lengthwise.limit.complexity.two_layer_constants import TwoLayerConstants
from lengthwise.report.study._caveats import half_a_word
from lengthwise.report.study._certified import certificates
from lengthwise.report.study._length_tables import plateaus, sufficient
from lengthwise.report.study._prediction_tables import limits, prediction
from lengthwise.report.study._theory_tables import (
    bounds,
    complexity,
    construction,
    outputs,
    silent,
    simulation,
    worst,
)
from lengthwise.tables import Cell, Table
from lengthwise.theory.worst_case import word_text

SCALED = "-scaled"
"""The name suffix of tables about nets with logits scaled by log n."""


def tables(summary: Summary) -> tuple[Table, ...]:
    """All tables for which `summary` has data, in the order of a page."""
    listed = [table(summary) for table in (*_MEASURED, *_PREDICTED)]
    if summary.scaled is not None:
        listed += [_log_scaled(table(summary.scaled)) for table in (*_MEASURED, runs)]
    if summary.exact is not None:
        listed += [table(summary.exact) for table in _THEORY]
    return tuple(table for table in (*listed, runs(summary)) if table.rows)


def _log_scaled(table: Table) -> Table:
    """A table about the nets whose logits are scaled by log n."""
    caption = f"{table.caption.removesuffix('.')}, logits scaled by log n."
    return replace(table, name=f"{table.name}{SCALED}", caption=caption)


def audits(summary: Summary) -> Table:
    """Root mean square and sup error by length, with the input that attains the sup."""
    errors = [
        (n, e) for n, audit in sorted(summary.audits.items()) for e in audit.errors
    ]
    whole = all(e.length == len(e.worst.suffix) for _, e in errors)
    how = (
        "Errors are over all outputs together; output and target are those of the "
        "output that is furthest off."
        if whole
        else "A worst input is given by the counts of symbols in its prefix (for each "
        "residue class of positions, if several), then its last symbols; the order of "
        "the prefix does not matter."
    )
    return Table(
        name="audit",
        caption="Exact errors of the median seed, by training length N.",
        header=(
            *("N", "length", "rms error", "sup error"),
            *("output", "target", "worst input"),
        ),
        rows=tuple(
            (n, e.length, e.rms, e.sup, e.output, e.label, word_text(e.worst))
            for n, e in errors
        ),
        note=f"All inputs of a length are enumerated. {how}",
    )


def margins(summary: Summary) -> Table:
    """The margins of the trained models, by their number of layers."""
    two = [
        (n, a.two_layer)
        for n, a in sorted(summary.audits.items())
        if a.two_layer is not None
    ]
    if two:
        return _two_layer_margins(two)
    by_length = sorted(summary.audits.items())
    if all(audit.margin is None for _, audit in by_length):
        by_length = []
    rows: list[tuple[Cell, ...]] = [
        (n, a.margin.eta, a.margin.gamma, a.eps, a.reach)
        if a.margin is not None
        else (n, None, None, None, a.remark)
        for n, a in by_length
    ]
    return Table(
        name="margins",
        caption="Logit margins of the median seed, by training length N.",
        header=("N", "cluster width η", "margin γ_η", "error ε", "ties as exact"),
        rows=tuple(rows),
        note=(
            "Logits that should be equal differ by up to η, others by γ_η or more; the "
            "threshold between them maximizes γ_η / η. Up to length T_max, ties may be "
            "treated as exact for an error of ε."
        ),
    )


def _two_layer_margins(constants: list[tuple[int, TwoLayerConstants]]) -> Table:
    return Table(
        name="margins",
        caption="Positional margins of the median seed, by training length N.",
        header=("N", "positional γ", "power max(1/γ, 3)", "log₁₀ C †"),
        rows=tuple(
            (n, one.gamma, one.exponent, one.log_C() / math.log(10))
            for n, one in constants
        ),
        note=(
            "γ: the gap between the largest and the next order of growth in a head of "
            "layer 1, over lags and the rest of the input. Theorem 5.2 needs (C/ε) to "
            "this power. †: C is computed from the weights with unknown constants set "
            "to 1."
        ),
    )


def runs(summary: Summary) -> Table:
    """Every trained model: its errors by test length."""
    lengths = sorted({t for run in summary.runs for t in run.errors})
    ordered = sorted(summary.runs, key=lambda run: (run.train_length, run.seed))
    rows = tuple(
        (
            run.train_length,
            run.seed,
            "yes" if run.converged else "no",
            *(run.errors.get(t) for t in lengths),
        )
        for run in ordered
    )
    return Table(
        name="runs",
        caption=f"All models: {_error(summary)} by test length.",
        header=("N", "seed", "converged", *(f"at {t:,}" for t in lengths)),
        rows=rows,
        note=half_a_word(summary, zero="counts as").strip(),
        folded=True,
    )


def _error(summary: Summary) -> str:
    metric = summary.metric
    return metric.axis if metric.is_rate else f"{metric.name} error"


_PREDICTED = (prediction, limits)
_MEASURED: tuple[Callable[[Summary], Table], ...] = (
    sufficient,
    plateaus,
    audits,
    certificates,
    margins,
)
_THEORY = (bounds, silent, complexity, outputs, construction, worst, simulation)
