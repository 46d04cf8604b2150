"""The answer of a study in sentences: measured, at its worst, and in theory."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from lengthwise.analysis.answer import CannotSay
from lengthwise.analysis.audit import Audit, ErrorAtLength
from lengthwise.analysis.guarantee import Guarantee, guarantee
from lengthwise.analysis.interval import Interval
from lengthwise.analysis.runs import by_train_length
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.analysis.summary import Summary
from lengthwise.report.numbers import shown
from lengthwise.report.table import text
from lengthwise.report.theory_tables import bound_length
from lengthwise.theory.verdict.decided import Decided


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """What a study answers.

    Attributes:
        lead: The answer, or that there is none and why.
        more: What a reader must know beside it, a sentence or two each.
    """

    lead: str
    more: tuple[str, ...]


def headline(summary: Summary) -> Headline:
    """The answer of `summary` for the smallest error that it can answer for.

    Where it cannot answer at all, the reasons, one for each error.
    """
    found = [n for n in summary.lengths.values() if isinstance(n, SufficientLength)]
    if not found:
        return _no_answer(summary)
    chosen = min(found, key=lambda n: n.eps)
    audited = audited_length(summary, chosen.length)
    more = [*_rising(summary, chosen), _worst(summary, audited)]
    more += _scaled(summary)
    if summary.exact is not None:
        more += _theory(summary, chosen)
    more += _smaller_errors(summary, chosen.eps)
    more += _verdict(summary)
    lead = (
        f"Trained on length {shown(chosen.length)} "
        f"{_between(chosen.interval)}, the error is at most {shown(chosen.eps)} rms "
        f"{_reach(summary, chosen)} ({lengths_tested(summary)}; typical of "
        f"{chosen.seeds} seeds, {chosen.interval.confidence:.0%} interval)."
    )
    return Headline(lead=lead, more=tuple(more))


def decided_headline(decided: Decided, why: str) -> Headline:
    """The answer where nothing was trained: the verdict.

    Args:
        decided: The verdict and what follows from it.
        why: Why nothing was trained.
    """
    verdict, row = decided.verdict, decided.row
    without = verdict.headline("none")
    nothing = (
        f"Nothing was trained: {why}. This is the part of a study without training."
    )
    more = [
        nothing,
        f"Evidence of the kind {row.evidence.kind}: {row.evidence.text}.",
        f"Asked as {row.format} (convention {row.acceptance}); {verdict.precision}.",
        f"Without positions: {without.answer}, {without.sentence}.",
        f"Bound on the training length: {row.bound}.",
        *(f"Note: {note}." for note in verdict.notes),
    ]
    return Headline(lead=verdict.sentence, more=tuple(more))


def _premise(
    summary: Summary, trained: int | None, delta: float | None
) -> Iterator[str]:
    """Whether the audited net agrees as well on words longer than it was trained on."""
    if trained is None or delta is None:
        return
    worst = max(summary.audits[trained].errors, key=lambda e: e.sup)
    if worst.sup > delta:
        yield (
            f"That net does not meet the premise for such an N: its sup error is "
            f"{shown(worst.sup)} at length {shown(worst.length)}, more than δ."
        )


def _verdict(summary: Summary) -> Iterator[str]:
    if summary.decided is not None:
        row = summary.decided.row
        yield f"The verdict: {row.answer}, {row.sentence} ({row.evidence.text})."


def _scaled(summary: Summary) -> Iterator[str]:
    """What the nets say that have the logits of the theorems."""
    theirs = summary.scaled
    if theirs is None:
        return
    found = [n for n in theirs.lengths.values() if isinstance(n, SufficientLength)]
    if found:
        best = min(found, key=lambda n: n.eps)
        said = (
            f"trained on length {shown(best.length)} {_between(best.interval)}, the "
            f"error is at most {shown(best.eps)} rms {_reach(theirs, best)}"
        )
        trained = audited_length(theirs, best.length)
    else:
        said = "for none of the errors can a length be named"
        trained = audited_length(theirs, math.inf)
    worst = _largest(theirs, trained)
    sup = (
        ""
        if worst is None
        else f", and the sup error is {shown(worst.sup)} at length "
        f"{shown(worst.length)} (trained on {trained})"
    )
    yield (
        "These nets have logits without a factor of the length; those of the theorems "
        f"have log|x|. With it, {said}{sup}. Both were trained; which one the "
        "published figures show is not known."
    )


def _rising(summary: Summary, chosen: SufficientLength) -> Iterator[str]:
    """Whether the curves next to the answer are seen to be level."""
    next_ = next((n for n in summary.plateaus if n >= chosen.length), None)
    level = None if next_ is None else summary.plateaus[next_]
    if isinstance(level, CannotSay):
        yield f"Of longer words nothing is said: trained on {next_}, {level.reason}."


def _reach(summary: Summary, chosen: SufficientLength) -> str:
    """Where the error is small: the plateau alone does not tell of shorter words."""
    groups = by_train_length(run for run in summary.runs if not run.failed)
    first = next((runs for n, runs in groups.items() if n >= chosen.length), ())
    common = set.intersection(*(set(run.errors) for run in first)) if first else ()
    typical = [
        fmean(math.log(max(run.errors[t], 1e-300)) for run in first) for t in common
    ]
    everywhere = max(typical, default=math.inf) <= math.log(chosen.eps)
    return f"{'at every length' if everywhere else 'over the largest lengths'} tested"


def audited_length(summary: Summary, length: float) -> int | None:
    """The first training length from `length` on with an audit, or the longest."""
    known = sorted(summary.audits)
    return next((n for n in known if n >= length), known[-1] if known else None)


def lengths_tested(summary: Summary) -> str:
    """The range of test lengths, as text."""
    lengths = sorted({t for run in summary.runs for t in run.errors})
    if not lengths:
        return "no length tested"
    said = f"{shown(lengths[0])} to {shown(lengths[-1])}"
    p = int(dict(summary.task.numbers).get("p", 1))
    same = p > 1 and all(length % p == 0 for length in lengths)
    return f"{said}, multiples of {p}" if same else said


def _no_answer(summary: Summary) -> Headline:
    lead, *others = [
        f"for an error of {shown(eps)} rms: {answer.reason}."
        for eps, answer in sorted(summary.lengths.items())
        if isinstance(answer, CannotSay)
    ] or ["for no error was it asked."]
    more = [f"Nor {other}" for other in others]
    more.append(_worst(summary, audited_length(summary, math.inf)))
    more += [*_scaled(summary), *_verdict(summary)]
    return Headline(
        lead=f"Cannot say which training length suffices {lead}", more=tuple(more)
    )


def _smaller_errors(summary: Summary, eps: float) -> Iterator[str]:
    for other, answer in summary.lengths.items():
        if other < eps and isinstance(answer, CannotSay):
            yield f"For an error of {shown(other)} rms, cannot say: {answer.reason}."


def _largest(summary: Summary, trained: int | None) -> ErrorAtLength | None:
    """The largest error over all words that were looked at."""
    errors = () if trained is None else summary.audits[trained].errors
    return max(errors, key=lambda e: e.sup, default=None)


def _worst(summary: Summary, trained: int | None) -> str:
    worst = _largest(summary, trained)
    if worst is None or trained is None:
        return (
            "This is the error on average; the sup error over all words was not "
            "computed, and it can be much larger."
        )
    audit = summary.audits[trained]
    return (
        f"The sup error over all words, not on average, is {shown(worst.sup)} at "
        f"length {shown(worst.length)}, for the typical model trained on length "
        f"{trained} (all words of the lengths {_listed(audit)} were looked at; the "
        f"rms error there is {shown(worst.rms)})."
    )


def _theory(summary: Summary, chosen: SufficientLength) -> Iterator[str]:
    assert summary.exact is not None
    nets = summary.scaled or summary
    trained = audited_length(nets, chosen.length)
    delta = None if trained is None else nets.agreement(trained)
    which = " with log|x|" if summary.scaled is not None else ""
    asked = guarantee(summary.exact, chosen.eps, agreement=delta or 0.0)
    if summary.exact.complexity.layers > 1:
        premise = "agreement with the exact construction on all words up to N"
    elif delta is None:
        premise = "exact agreement on all words up to N (δ was not measured)"
    else:
        premise = (
            f"agreement within δ = {shown(delta)} on all words up to N (δ measured on "
            f"the model{which} trained on length {trained}, at the lengths looked at)"
        )
    yield (
        f"Theory, from {premise}, asks for N of {_lengths(asked)}, for a sup error "
        f"with ε = {shown(chosen.eps)}."
    )
    if asked.at_most is not None:
        yield f"What the upper bound promises: {asked.at_most.why}."
        yield from _premise(nets, trained, delta)
    if summary.exact.complexity.layers > 1:
        yield (
            "That is an order and no length, and no lower bound is known: the "
            "two-layer theorem is published without its constants."
        )
    yield (
        "The measured length is about the average word and these nets, theory about "
        "the worst word and the worst pair of machines; so neither contradicts the "
        "other where they differ."
    )


def _lengths(asked: Guarantee) -> str:
    parts = []
    if asked.at_most is not None:
        name = asked.at_most.theorem.name
        parts.append(f"at most {text(bound_length(asked.at_most))} ({name})")
    else:
        orders = [f"{text(bound_length(e))} ({e.theorem.name})" for e in asked.orders]
        known = " or ".join(orders) or "a number that no theorem here gives"
        parts.append(f"at most, with unknown constants set to one, {known}")
    if asked.at_least is not None:
        name = asked.at_least.theorem.name
        parts.append(f"at least {text(bound_length(asked.at_least))} ({name})")
    return " and ".join(parts)


def _between(interval: Interval) -> str:
    return f"[{shown(interval.low)}, {shown(interval.high)}]"


def _listed(audit: Audit) -> str:
    return ", ".join(shown(e.length) for e in audit.errors)
