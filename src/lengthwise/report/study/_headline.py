"""The answer of a study in sentences: measured, at its worst, and in theory."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from lengthwise.analysis.enumerated.audit import Audit, ErrorAtLength
from lengthwise.analysis.predicted.guarantee import Guarantee, guarantee
from lengthwise.analysis.predicted.prediction import counts, failures, when
from lengthwise.analysis.runs import by_train_length
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.analysis.summary import Summary
from lengthwise.cannot_say import CannotSay
from lengthwise.numbers import readable
from lengthwise.report.study._caveats import (
    beside,
    between,
    lengths_tested,
    reach,
    rising,
)
from lengthwise.report.study._certified import certificate_sentences, own_numbers
from lengthwise.report.study._theory_tables import bound_length
from lengthwise.tables import text
from lengthwise.theory.verdict.consequences import Consequences


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
    lengths = [n for n in summary.lengths.values() if isinstance(n, SufficientLength)]
    if not lengths:
        return _no_answer(summary)
    chosen, metric = min(lengths, key=lambda n: n.eps), summary.metric
    audited = summary.audited(chosen.length)
    more = [*rising(summary, chosen), *beside(summary, chosen)]
    more += [_worst(summary, audited), *certificate_sentences(summary, audited)]
    more += _scaled_sentences(summary)
    if summary.exact is not None:
        more += _theory(summary, chosen)
    more += _smaller_errors(summary, chosen.eps)
    more += [*_prediction_sentences(summary), *_verdict(summary)]
    lead = (
        f"Trained on length {readable(chosen.length)} "
        f"{between(chosen.interval)}, the {metric.noun} is at most "
        f"{readable(chosen.eps)}{metric.suffix} "
        f"{reach(summary, chosen)} ({lengths_tested(summary)}; typical of "
        f"{chosen.seeds} seeds (geometric mean), "
        f"{100 * chosen.interval.confidence:.0f} % interval"
        f"{_left_out(chosen)})."
    )
    return Headline(lead=lead, more=tuple(more))


def _left_out(chosen: SufficientLength) -> str:
    if not chosen.failed:
        return ""
    return (
        f"; {chosen.failed} models left out that are not below it on their own "
        "training lengths"
    )


def decided_headline(decided: Consequences, why: str) -> Headline:
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


def _verdict(summary: Summary) -> Iterator[str]:
    if summary.decided is not None:
        row = summary.decided.row
        yield f"The verdict: {row.answer}, {row.sentence} ({row.evidence.text})."


def _prediction_sentences(summary: Summary) -> Iterator[str]:
    """How the statements fared that were made before the sweep, failures by name."""
    if summary.prediction is not None and summary.prediction.statements:
        moment = when(summary.predicted, summary.provenance.records)
        yield f"Predicted {moment}: {counts(summary.checked)}."
    yield from failures(summary.checked)


def _scaled_sentences(summary: Summary) -> Iterator[str]:
    """What the nets say that have the logits of the theorems."""
    theirs = summary.scaled
    if theirs is None:
        return
    lengths = [n for n in theirs.lengths.values() if isinstance(n, SufficientLength)]
    if lengths:
        best = min(lengths, key=lambda n: n.eps)
        answer = (
            f"trained on length {readable(best.length)} {between(best.interval)}, the "
            f"{theirs.metric.noun} is at most "
            f"{readable(best.eps)}{theirs.metric.suffix} "
            f"{reach(theirs, best)}"
        )
        trained = theirs.audited(best.length)
    else:
        answer = "for none of the errors can a length be named"
        trained = theirs.audited(math.inf)
    yield (
        "These nets have logits without a factor of the length; those of the theorems "
        f"have log|x|. With it, {answer}{_its_sup(theirs, trained)}. Both were "
        "trained; which one the published figures show is not known."
    )


def _its_sup(nets: Summary, trained: int | None) -> str:
    worst = _largest(nets, trained)
    if trained is None or worst is None:
        return ""
    longest = max(e.length for e in nets.audits[trained].errors)
    return (
        f", and the sup error of the model trained on {trained} is "
        f"{readable(worst.sup)} "
        f"at length {readable(worst.length)} (of those up to {readable(longest)})"
    )


def _no_answer(summary: Summary) -> Headline:
    metric = summary.metric
    lead, *others = [
        f"for an {metric.noun} of {readable(eps)}{metric.suffix}: {answer.reason}."
        for eps, answer in sorted(summary.lengths.items())
        if isinstance(answer, CannotSay)
    ] or [f"for no {metric.noun} was it asked."]
    more = [f"Nor {other}" for other in others]
    more.append(_worst(summary, summary.audited(math.inf)))
    more += [
        *_scaled_sentences(summary),
        *_prediction_sentences(summary),
        *_verdict(summary),
    ]
    return Headline(
        lead=f"Cannot say which training length suffices {lead}", more=tuple(more)
    )


def _smaller_errors(summary: Summary, eps: float) -> Iterator[str]:
    metric = summary.metric
    for other, answer in summary.lengths.items():
        if other < eps and isinstance(answer, CannotSay):
            goal = f"an {metric.noun} of {readable(other)}{metric.suffix}"
            yield f"For {goal}, cannot say: {answer.reason}."


def _largest(summary: Summary, trained: int | None) -> ErrorAtLength | None:
    """The largest error over all words that were looked at."""
    errors = () if trained is None else summary.audits[trained].errors
    return max(errors, key=lambda e: e.sup, default=None)


def _worst(summary: Summary, trained: int | None) -> str:
    worst = _largest(summary, trained)
    if summary.metric.is_rate:
        return (
            f"The {summary.metric.noun} is over words that were drawn; where it is 0, "
            "there can still be words that are answered wrong."
        )
    if worst is None or trained is None:
        return (
            "This is the error on average; the sup error over all words was not "
            "computed, and it can be much larger."
        )
    audit = summary.audits[trained]
    longest = max(e.length for e in audit.errors)
    reach = ", the longest looked at" if worst.length == longest else ""
    return (
        f"The sup error over all words, not on average, is {readable(worst.sup)} at "
        f"length {readable(worst.length)}{reach}, for the typical model trained on "
        "length "
        f"{trained} (all words of the lengths {_comma_list(audit)} were looked at; the "
        f"rms error there is {readable(worst.rms)})."
    )


def _theory(summary: Summary, chosen: SufficientLength) -> Iterator[str]:
    assert summary.exact is not None
    nets = summary.scaled or summary
    trained = nets.audited(chosen.length)
    needs = guarantee(summary.exact, chosen.eps)
    if summary.exact.complexity.layers > 1:
        yield (
            "Theory, from agreement with the exact construction on all words up to N, "
            f"asks for N of {_orders(needs)} for ε = {readable(chosen.eps)}. That "
            "is an "
            "order and no length, and no lower bound is known: the two-layer theorem "
            "is published without its constants."
        )
    else:
        yield (
            "Theory is about machines with the norms of the exact construction that "
            f"agree exactly on all words up to N. {_enough(needs)}{_not_enough(needs)}"
        )
        yield from own_numbers(summary, nets, trained)
        yield from _not_covered(nets, trained)
    yield (
        "The measured length is about the average word and these nets, theory about "
        "the worst word and the worst pair of machines; so neither contradicts the "
        "other where they differ."
    )


def _orders(needs: Guarantee) -> str:
    orders = [f"{text(bound_length(e))} ({e.theorem.name})" for e in needs.orders]
    known = " or ".join(orders) or "a number that no theorem here gives"
    return f"at most, with unknown constants set to one, {known}"


def _enough(needs: Guarantee) -> str:
    if needs.at_most is None:
        return f"Enough is N of {_orders(needs)}."
    bound = needs.at_most
    return (
        f"N = {text(bound_length(bound))} is enough for {bound.why} "
        f"({bound.theorem.name} with ε = {readable(needs.eps)})."
    )


def _not_enough(needs: Guarantee) -> str:
    if needs.at_least is None:
        return ""
    bound = needs.at_least
    return (
        f" Some machines of these norms need N ≥ {text(bound_length(bound))} for a sup "
        f"error below {readable(needs.eps)}, even from exact agreement "
        f"({bound.theorem.name})."
    )


def _not_covered(nets: Summary, trained: int | None) -> Iterator[str]:
    """What nets do that were trained on words shorter than the bound asks for."""
    worst = _largest(nets, trained)
    if trained is None or worst is None:
        return
    runs = by_train_length(nets.used).get(trained, ())
    last = min((max(run.errors) for run in runs), default=None)
    average = ""
    if last is not None:
        logs = [math.log(max(run.errors[last], 1e-300)) for run in runs]
        average = (
            f", typically {readable(math.exp(fmean(logs)))} rms at {readable(last)}"
        )
    yield (
        "Nets that were trained on shorter words have no such promise: those trained "
        f"on length {trained} reach a sup error of {readable(worst.sup)} at length "
        f"{readable(worst.length)}{average}."
    )


def _comma_list(audit: Audit) -> str:
    return ", ".join(readable(e.length) for e in audit.errors)
