"""Caveats of a measured length: its range of validity, and other averages."""

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
    """How the error near the answer changes with the test length, if not level."""
    next_ = next((n for n in summary.plateaus if n >= chosen.length), None)
    if next_ is None or chosen.exact:
        return
    plateau = summary.plateaus[next_]
    if isinstance(plateau, CannotSay):
        yield (
            f"This says nothing about longer inputs: trained on {next_}, "
            f"{plateau.reason}."
        )
    elif not plateau.level:
        yield (
            f"This says nothing about longer inputs: trained on {next_}, the "
            f"{summary.metric.noun} {plateau.course}.{_ties(summary.audits.get(next_))}"
        )


def _ties(audit: Audit | None) -> str:
    """Up to which length nearly equal logits count as equal, if known."""
    if audit is None or audit.margin is None:
        return ""
    return (
        " Treating nearly equal logits of the median seed as equal changes its output "
        f"by at most {readable(audit.eps)}: {audit.reach}."
    )


def beside(summary: Summary, chosen: SufficientLength) -> Iterator[str]:
    """The answer under the conventions of publications."""
    mean = summary.means.get(chosen.eps)
    if mean is not None:
        yield (
            f"Mean over all seeds ({summary.metric.over_seeds}), none left out: "
            f"{_in_short(mean)}."
        )
    published = summary.multiples.get(chosen.eps)
    if published is not None:
        yield (
            f"Test lengths of every residue modulo {summary.period} count, the worst "
            f"one decides. At multiples of {summary.period} only, as published: "
            f"{_in_short(published)}."
        )


def _in_short(answer: SufficientLength | CannotSay) -> str:
    if isinstance(answer, CannotSay):
        return f"no answer: {answer.reason}"
    return f"N = {readable(answer.length)} {between(answer.interval)}"


def reach(summary: Summary, chosen: SufficientLength) -> str:
    """The test lengths at which the error is small."""
    groups = by_train_length(summary.used)
    first = next((runs for n, runs in groups.items() if n >= chosen.length), ())
    common = set.intersection(*(set(run.errors) for run in first)) if first else ()
    means = [
        fmean(math.log(max(run.errors[t], 1e-300)) for run in first) for t in common
    ]
    tested = lengths_tested(summary)
    if chosen.exact:
        return (
            "in the limit of infinite length (computed from the weights; lengths "
            f"{tested} were tested)"
        )
    everywhere = max(means, default=math.inf) <= math.log(chosen.eps)
    where = "at every length" if everywhere else "over the largest lengths"
    return f"{where} tested ({tested})"


def lengths_tested(summary: Summary) -> str:
    """The range of test lengths, as text."""
    lengths = sorted({t for run in summary.runs for t in run.errors})
    if not lengths:
        return "no length was tested"
    span = f"{readable(lengths[0])} to {readable(lengths[-1])}"
    p = summary.period
    residues = {length % p for length in lengths}
    if p == 1 or len(residues) == p:
        return span if p == 1 else f"{span}, of every residue modulo {p}"
    if residues == {0}:
        return f"{span}, multiples of {p}"
    return f"{span}, {len(residues)} of {p} residues modulo {p}"


def half_a_word(summary: Summary, *, zero: str = "is drawn as") -> str:
    """A sentence on how a rate of 0 is shown, or an empty string.

    Args:
        summary: The summary of the study.
        zero: The verb phrase for the rate.
    """
    words = sorted({n for run in summary.runs for n in run.words.values()})
    if not (summary.metric.is_rate and words):
        return ""
    few, many = words[0], words[-1]
    count = readable(few) if few == many else f"{readable(few)} to {readable(many)}"
    return (
        f" {count} inputs were tested at each length; 0 errors in n inputs {zero} "
        "0.5/n."
    )


def between(interval: Interval) -> str:
    """An interval as text."""
    return f"[{readable(interval.low)}, {readable(interval.high)}]"
