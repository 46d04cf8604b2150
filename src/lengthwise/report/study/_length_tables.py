"""Tables by training length: sufficient lengths and plateaus."""

from collections import Counter

from lengthwise.analysis.enumerated.audit import Audit
from lengthwise.analysis.plateau import Plateau
from lengthwise.analysis.predicted.guarantee import Guarantee, guarantee
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.analysis.summary import Summary
from lengthwise.cannot_say import CannotSay
from lengthwise.numbers import readable
from lengthwise.report.study._caveats import half_a_word
from lengthwise.report.study._theory_tables import bound_length
from lengthwise.tables import Cell, Table
from lengthwise.theory.theorems.all_theorems import THEOREMS

_ALL_SEEDS = ("N (mean over all seeds)", "mean low", "mean high")
_MULTIPLES = ("N (at multiples)", "multiples low", "multiples high")

_SUP = ("sup error", "at length", "trained on")

_ORDERS = {
    one.theorem.column: one.theorem.name for one in THEOREMS if one.theorem.column
}
"""The columns for bounds with unknown constants, and their theorems."""


def sufficient(summary: Summary) -> Table:
    """The sufficient training length for each error, beside worst-case bounds."""
    rows, noun = [], summary.metric.noun
    for eps, answer in summary.lengths.items():
        trained = (
            summary.audited(answer.length)
            if isinstance(answer, SufficientLength)
            else None
        )
        theory = None if summary.exact is None else guarantee(summary.exact, eps)
        *cells, remark = _measured_cells(answer)
        beside = (*_ends(summary.means.get(eps)), *_ends(summary.multiples.get(eps)))
        sup = _sup(summary, trained)
        rows.append((eps, *cells, *beside, remark, *sup, *_theory_cells(theory)))
    table = Table(
        name="sufficient-lengths",
        caption=f"The smallest training length N with an {noun} of at most ε.",
        header=(
            *(
                "ε",
                f"N ({summary.metric.name})",
                "low",
                "high",
                "best seed",
                "seeds",
                "left out",
            ),
            *_ALL_SEEDS,
            *_MULTIPLES,
            "remark",
            *_SUP,
            *("some machines need N ≥", "enough in theory", "theorem", *_ORDERS),
        ),
        rows=tuple(rows),
        note=_note(summary),
    )
    theory_columns = ("some machines need N ≥", "enough in theory", "theorem", *_ORDERS)
    table = table.without("remark", *_ALL_SEEDS, *_MULTIPLES, *theory_columns)
    return table.without(*_SUP) if summary.metric.is_rate else table


def _note(summary: Summary) -> str:
    """How to read the table; a rate has no sup."""
    metric = summary.metric
    sup = (
        " Sup error: the largest over all inputs, for the median seed of the next "
        "longer training length that was enumerated."
    )
    theory = (
        " Theory: for two machines with the norms of the construction that agree on "
        "all inputs up to length N. Some pairs need at least the first N for a sup "
        "error of ε; the larger N is enough for what its theorem states at this ε, "
        "mostly 2ε. †: asymptotic bound with its unknown constants set to 1; not an "
        "actual length."
    )
    return (
        f"N: where the geometric mean over seeds of the {metric.in_words} crosses ε, "
        "by an isotonic fit; low, high: 90 % interval over seeds."
        f"{'' if metric.is_rate else sup} Left out: models above ε on their own "
        f"training lengths; the mean over all seeds ({metric.over_seeds}) leaves none "
        f"out. {_residues(summary)}"
        f"{'' if summary.exact is None else theory}"
    )


def plateaus(summary: Summary) -> Table:
    """Where the error levels off, by training length."""
    trained = Counter(run.train_length for run in summary.runs)
    used = Counter(run.train_length for run in summary.used)
    rows = [
        (
            *(n, *_level(plateau), used[n], trained[n] - used[n]),
            *(_ties(summary.audits.get(n)), _remark(plateau)),
        )
        for n, plateau in summary.plateaus.items()
    ]
    metric, noun = summary.metric, summary.metric.noun
    ties = (
        " Ties as exact: up to T_max, nearly equal logits of the median seed may be "
        "treated as equal."
    )
    table = Table(
        name="plateaus",
        caption=f"{metric.axis.capitalize()} at the largest test lengths, by training "
        "length N.",
        header=(
            *("N", metric.noun, "low", "high", "best seed"),
            *("mean", "mean low", "mean high"),
            *("with length", "per doubling (%)", "level from"),
            *("seeds", "left out", "ties as exact", "remark"),
        ),
        rows=tuple(rows),
        note=(
            f"{noun.capitalize()}: geometric mean over the seeds that trained; low, "
            "high: 90 % interval over seeds and test inputs. Mean: "
            f"{metric.over_seeds} over all seeds. Per doubling: growth of the {noun} "
            "when the test length doubles, at the three largest lengths; rises slowly: "
            f"significantly above 0 but at most 7 %. Left out of the {noun}: models "
            "above the largest ε on their own training lengths."
            f"{ties if summary.audits else half_a_word(summary, zero='counts as')}"
        ),
    )
    return table.without(*table.header[1:])


def _measured_cells(answer: SufficientLength | CannotSay) -> tuple[Cell, ...]:
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
    worst = max(errors, key=lambda e: e.sup)
    return worst.sup, worst.length, trained


def _theory_cells(theory: Guarantee | None) -> tuple[Cell, ...]:
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


def _ends(answer: SufficientLength | CannotSay | None) -> tuple[Cell, ...]:
    """A length with its interval, for cells beside another answer."""
    if not isinstance(answer, SufficientLength):
        return None, None, None
    return answer.length, answer.interval.low, answer.interval.high


def _residues(summary: Summary) -> str:
    p = summary.period
    if p == 1:
        return ""
    return (
        f" N is for the worst residue of the test length modulo {p}; at multiples: "
        f"test lengths that are multiples of {p} only, as published."
    )


def _ties(audit: Audit | None) -> str:
    """Up to which length ties count as exact, if known."""
    if audit is None or audit.margin is None:
        return ""
    return f"{audit.reach} (error {readable(audit.eps)})"


def _level(plateau: Plateau | CannotSay) -> tuple[Cell, ...]:
    if isinstance(plateau, CannotSay):
        return (None,) * 10
    course, ends, outer = plateau.course, plateau.interval, plateau.mean_interval
    return (
        *(plateau.typical, ends.low, ends.high, plateau.best),
        *(plateau.mean, outer.low, outer.high),
        *(course.kind, 100 * course.per_doubling.middle),
        plateau.since if plateau.level else None,
    )


def _remark(plateau: Plateau | CannotSay) -> str:
    return str(plateau) if isinstance(plateau, CannotSay) else ""
