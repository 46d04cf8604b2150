"""What a reader must know beside a measured length: its reach, and other averages."""

import math
from collections.abc import Iterator
from statistics import fmean

from lengthwise.analysis.enumerated.audit import Audit
from lengthwise.analysis.interval import Interval
from lengthwise.analysis.runs import by_train_length
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.analysis.summary import Summary
from lengthwise.cannot_say import CannotSay
from lengthwise.numbers import readable


def rising(summary: Summary, chosen: SufficientLength) -> Iterator[str]:
    """What the curves next to the answer do with the length, if not level."""
    next_ = next((n for n in summary.plateaus if n >= chosen.length), None)
    if next_ is None or chosen.exact:
        return
    plateau = summary.plateaus[next_]
    if isinstance(plateau, CannotSay):
        yield (
            "This says nothing about longer inputs: trained on "
            f"{next_}, {plateau.reason}."
        )
    elif not plateau.level:
        yield (
            f"This says nothing about longer inputs: trained on {next_}, the "
            f"{summary.metric.noun} {plateau.course}.{_ties(summary.audits.get(next_))}"
        )


def _ties(audit: Audit | None) -> str:
    """How far nearly equal logits may be taken as equal, where the weights tell."""
    if audit is None or audit.margin is None:
        return ""
    return (
        " Taking nearly equal logits of the typical model as equal changes its output "
        f"by at most {readable(audit.eps)} as follows: {audit.reach}."
    )


def beside(summary: Summary, chosen: SufficientLength) -> Iterator[str]:
    """The answers to the same question in the published ways."""
    mean = summary.means.get(chosen.eps)
    if mean is not None:
        yield (
            f"For the mean over all seeds ({summary.metric.over_seeds}), with no model "
            f"left out, {_in_short(mean)}."
        )
    published = summary.multiples.get(chosen.eps)
    if published is not None:
        yield (
            "The answer is for test lengths of any residue modulo "
            f"{summary.period}, the worst one counting. At multiples of "
            f"{summary.period} only, as published, {_in_short(published)}."
        )


def _in_short(answer: SufficientLength | CannotSay) -> str:
    if isinstance(answer, CannotSay):
        return f"no length can be named: {answer.reason}"
    return f"it is {readable(answer.length)} {between(answer.interval)}"


def reach(summary: Summary, chosen: SufficientLength) -> str:
    """Where the error is small: the plateau alone does not tell of shorter words."""
    groups = by_train_length(summary.used)
    first = next((runs for n, runs in groups.items() if n >= chosen.length), ())
    common = set.intersection(*(set(run.errors) for run in first)) if first else ()
    typical = [
        fmean(math.log(max(run.errors[t], 1e-300)) for run in first) for t in common
    ]
    if chosen.exact:
        return chosen.where
    everywhere = max(typical, default=math.inf) <= math.log(chosen.eps)
    return f"{'at every length' if everywhere else 'over the largest lengths'} tested"


def lengths_tested(summary: Summary) -> str:
    """The range of test lengths, as text."""
    lengths = sorted({t for run in summary.runs for t in run.errors})
    if not lengths:
        return "no length tested"
    span = f"{readable(lengths[0])} to {readable(lengths[-1])}"
    p = summary.period
    residues = {length % p for length in lengths}
    if p == 1 or len(residues) == p:
        return span if p == 1 else f"{span}, of every residue modulo {p}"
    if residues == {0}:
        return f"{span}, multiples of {p}"
    return f"{span}, of {len(residues)} of the {p} residues modulo {p}"


def half_a_word(summary: Summary, *, zero: str = "is drawn at") -> str:
    """What becomes of a rate of 0, to stand behind a sentence; else empty.

    Args:
        summary: Of the study.
        zero: What one does with it.
    """
    words = sorted({n for run in summary.runs for n in run.words.values()})
    if not (summary.metric.is_rate and words):
        return ""
    few, many = words[0], words[-1]
    number = readable(few) if few == many else f"{readable(few)} to {readable(many)}"
    return (
        f" Of each length {number} words were tested; 0 wrong of n words {zero} half a "
        "word, 0.5/n."
    )


def between(interval: Interval) -> str:
    """An interval as text."""
    return f"[{readable(interval.low)}, {readable(interval.high)}]"
