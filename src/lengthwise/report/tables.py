"""The tables of a study: what was measured, each a pure function of the summary.

What theory says stands in `lengthwise.report.theory_tables`.
"""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from lengthwise.analysis.answer import CannotSay
from lengthwise.analysis.guarantee import Guarantee, guarantee
from lengthwise.analysis.plateau import Plateau
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.analysis.summary import Summary
from lengthwise.limit.two_layer import TwoLayerConstants
from lengthwise.report.certified import certificates
from lengthwise.report.prediction_tables import limits, prediction
from lengthwise.report.table import Cell, Table
from lengthwise.report.theory_tables import (
    bound_length,
    bounds,
    complexity,
    construction,
    outputs,
    silent,
    simulation,
    word_text,
    worst,
)
from lengthwise.theory.bounds.one_layer import FULL, WORKSHOP
from lengthwise.theory.bounds.two_layer import TWO_LAYER

SCALED = "-scaled"
"""How the names of tables about nets with the logits of the theorems end."""

_ORDERS = {
    "4.1 workshop †": WORKSHOP.name,
    "4.1 full †": FULL.name,
    "5.2 †": TWO_LAYER.name,
}
"""The columns of orders with unknown constants, and whose they are."""


def tables(summary: Summary) -> tuple[Table, ...]:
    """Every table that `summary` has data for, in the order of a page."""
    made = [table(summary) for table in (*_MEASURED, *_PREDICTED)]
    if summary.scaled is not None:
        made += [_theirs(table(summary.scaled)) for table in (*_MEASURED, runs)]
    if summary.exact is not None:
        made += [table(summary.exact) for table in _THEORY]
    return tuple(table for table in (*made, runs(summary)) if table.rows)


def _theirs(table: Table) -> Table:
    """A table about the nets with the logits of the theorems."""
    caption = f"{table.caption.removesuffix('.')}, with log|x| in the logits."
    return replace(table, name=f"{table.name}{SCALED}", caption=caption)


def sufficient(summary: Summary) -> Table:
    """The sufficient training length for each error, beside what theory asks for."""
    rows = []
    for eps, answer in summary.lengths.items():
        trained = (
            summary.audited(answer.length)
            if isinstance(answer, SufficientLength)
            else None
        )
        theory = None if summary.exact is None else guarantee(summary.exact, eps)
        rows.append((eps, *_measured(answer), *_sup(summary, trained), *_asked(theory)))
    made = Table(
        name="sufficient-lengths",
        caption="The smallest training length N whose typical error is at most ε.",
        header=(
            *("ε", "N (rms)", "low", "high", "best seed", "seeds", "left out"),
            "remark",
            *("sup error", "at length", "trained on"),
            *("theory: no N below", "enough", "by", *_ORDERS),
        ),
        rows=tuple(rows),
        note=(
            "N, low, high (90 % over seeds) and best seed are measured, for the root "
            "mean square error. Sup error: the largest over all words, of the typical "
            "model trained on the next audited length. Left out: models that are not "
            "below ε on their own training lengths. Theory is about pairs of "
            "machines with the norms of the construction that agree on all words up to "
            "N: some need at least the first N for a sup error of ε; the longer one "
            "suffices for what its theorem promises at this ε, mostly 2ε. † marks "
            "orders with unknown constants set to one, which are no lengths."
        ),
    )
    return made.without("remark", "theory: no N below", "enough", "by", *_ORDERS)


def plateaus(summary: Summary) -> Table:
    """Where the error levels off, by training length."""
    given = Counter(run.train_length for run in summary.runs)
    used = Counter(run.train_length for run in summary.used)
    rows = [
        (n, *_level(found), used[n], given[n] - used[n], _remark(found))
        for n, found in summary.plateaus.items()
    ]
    made = Table(
        name="plateaus",
        caption="Where the error (rms) levels off, by training length N.",
        header=(
            *("N", "error", "low", "high", "best seed"),
            *("slope", "level from", "seeds", "left out", "remark"),
        ),
        rows=tuple(rows),
        note=(
            "Error: geometric mean over seeds; low, high: 90 % interval over seeds. "
            "Slope: of log error over log length, at the three largest lengths. Left "
            "out are models that are not even below the largest ε on their own "
            "training lengths."
        ),
    )
    return made.without(*made.header[1:])


def audits(summary: Summary) -> Table:
    """Root mean square and sup error by length, with the word that attains the sup."""
    errors = [
        (n, e) for n, audit in sorted(summary.audits.items()) for e in audit.errors
    ]
    whole = all(e.length == len(e.worst.suffix) for _, e in errors)
    how = (
        "The error is over all outputs together; what is said and what is right stand "
        "for the output that is furthest off."
        if whole
        else "A worst word is given by how often each symbol stands in its prefix, "
        "then its last symbols; any order of the prefix does (by residue class of the "
        "position, where there are several)."
    )
    return Table(
        name="audit",
        caption="Exact errors of the typical model of each training length N.",
        header=(
            *("N", "length", "rms error", "sup error"),
            *("model says", "right is", "worst word"),
        ),
        rows=tuple(
            (n, e.length, e.rms, e.sup, e.found, e.label, word_text(e.worst))
            for n, e in errors
        ),
        note=f"All words of a length are looked at. {how}",
    )


def margins(summary: Summary) -> Table:
    """How far a trained model can be trusted: its margin, by its number of layers."""
    two = [
        (n, a.two_layer)
        for n, a in sorted(summary.audits.items())
        if a.two_layer is not None
    ]
    if two:
        return _two_layer_margins(two)
    found = sorted(summary.audits.items())
    if all(audit.margin is None for _, audit in found):
        found = []
    rows: list[tuple[Cell, ...]] = [
        (n, a.margin.eta, a.margin.gamma, a.eps, a.reach)
        if a.margin is not None
        else (n, None, None, None, a.remark)
        for n, a in found
    ]
    return Table(
        name="margins",
        caption="Margins of the typical model of each training length N.",
        header=("N", "cluster width η", "margin γ_η", "error ε", "ties as exact"),
        rows=tuple(rows),
        note=(
            "Logits that mean the same differ by up to η, others by γ_η or more: the "
            "threshold between them is the one with the largest γ_η / η. Up to length "
            "T_max, ties may be taken as exact for an error of ε."
        ),
    )


def _two_layer_margins(found: list[tuple[int, TwoLayerConstants]]) -> Table:
    return Table(
        name="margins",
        caption="Positional margins of the typical model of each training length N.",
        header=("N", "positional γ", "power max(1/γ, 3)", "log₁₀ C †"),
        rows=tuple(
            (n, one.gamma, one.exponent, one.log_C() / math.log(10)) for n, one in found
        ),
        note=(
            "γ: how far the largest order of growth in a head of layer 1, a lag or the "
            "rest of the word, is ahead of the next. Theorem 5.2 asks for (C/ε) to "
            "this power; † C is computed from the weights with unknown constants one."
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
        caption="Every trained model: rms error by test length.",
        header=("N", "seed", "converged", *(f"at {t:,}" for t in lengths)),
        rows=rows,
        folded=True,
    )


def _measured(answer: SufficientLength | CannotSay) -> tuple[Cell, ...]:
    if isinstance(answer, CannotSay):
        return (*(None,) * 6, str(answer))
    ends = answer.interval
    return (
        *(answer.length, ends.low, ends.high, answer.best),
        *(answer.seeds, answer.failed, ""),
    )


def _sup(summary: Summary, trained: int | None) -> tuple[Cell, ...]:
    errors = () if trained is None else summary.audits[trained].errors
    if not errors:
        return None, None, None
    found = max(errors, key=lambda e: e.sup)
    return found.sup, found.length, trained


def _asked(theory: Guarantee | None) -> tuple[Cell, ...]:
    if theory is None:
        return (None,) * (3 + len(_ORDERS))
    orders = {entry.theorem.name: bound_length(entry) for entry in theory.orders}
    at_least, at_most = theory.at_least, theory.at_most
    return (
        None if at_least is None else bound_length(at_least),
        None if at_most is None else bound_length(at_most),
        None if at_most is None else at_most.theorem.name,
        *map(orders.get, _ORDERS.values()),
    )


def _level(found: Plateau | CannotSay) -> tuple[Cell, ...]:
    if isinstance(found, CannotSay):
        return (None,) * 6
    slope = (found.slope.low + found.slope.high) / 2
    ends = found.interval
    return found.typical, ends.low, ends.high, found.best, slope, found.since


def _remark(found: Plateau | CannotSay) -> str:
    return str(found) if isinstance(found, CannotSay) else ""


_PREDICTED = (prediction, limits)
_MEASURED: tuple[Callable[[Summary], Table], ...] = (
    sufficient,
    plateaus,
    audits,
    certificates,
    margins,
)
_THEORY = (bounds, silent, complexity, outputs, construction, worst, simulation)
