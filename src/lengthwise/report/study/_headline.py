"""The answer of a study in sentences: measured, worst case, and theory."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lengthwise.analysis.enumerated.audit import Audit, ErrorAtLength
from lengthwise.analysis.predicted.prediction import counts, failures, when
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.analysis.summary import Summary
from lengthwise.cannot_say import CannotSay
from lengthwise.numbers import readable
from lengthwise.report.study._caveats import (
    beside,
    between,
    reach,
    rising,
)
from lengthwise.report.study._certified import certificate_sentences
from lengthwise.report.study._theory_text import theory_text
from lengthwise.theory.verdict.consequences import Consequences


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A remark that qualifies the answer.

    Attributes:
        label: Its topic, in two or three words.
        text: One or two sentences.
    """

    label: str
    text: str

    def __str__(self) -> str:
        return f"{self.label}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """The answer of a study.

    Attributes:
        lead: The answer, or why there is none.
        more: Caveats, and the prediction of theory.
    """

    lead: str
    more: tuple[Remark, ...]


def headline(summary: Summary) -> Headline:
    """The answer for the smallest error for which there is one.

    If there is none, the reasons, one per error.
    """
    lengths = [n for n in summary.lengths.values() if isinstance(n, SufficientLength)]
    if not lengths:
        return _no_answer(summary)
    chosen = min(lengths, key=lambda n: n.eps)
    audited = summary.audited(chosen.length)
    more = [
        _precision(summary, chosen),
        *_remarks("Longer inputs", rising(summary, chosen)),
    ]
    more.append(_worst(summary, audited))
    more += _remarks("Certified", certificate_sentences(summary, audited))
    more += _smaller_errors(summary, chosen.eps)
    more += _log_scaled(summary)
    if summary.exact is not None:
        text = theory_text(summary, chosen)
        more.append(Remark(label="Worst-case theory", text=text))
    more += [*_prediction(summary), *_verdict(summary)]
    return Headline(lead=lead(summary, chosen), more=tuple(more))


def lead(summary: Summary, chosen: SufficientLength) -> str:
    """The answer in one sentence, the training length rounded up to whole symbols."""
    metric = summary.metric
    return (
        f"Transformers trained on inputs of up to {math.ceil(chosen.length):,} symbols "
        f"keep the {metric.noun} at or below {readable(chosen.eps)}{metric.suffix} "
        f"{reach(summary, chosen)}."
    )


def _remarks(label: str, sentences: Iterable[str]) -> Iterator[Remark]:
    """The sentences as one remark, if there are any."""
    text = " ".join(sentences)
    if text:
        yield Remark(label=label, text=text)


def _precision(summary: Summary, chosen: SufficientLength) -> Remark:
    """The precision of the length, and other averages."""
    metric = summary.metric
    left_out = (
        f" {chosen.failed} models above it on their own training lengths are left out."
        if chosen.failed
        else ""
    )
    text = (
        f"The geometric mean over {chosen.seeds} seeds falls to {readable(chosen.eps)}"
        f"{metric.suffix} at N = {readable(chosen.length)} {between(chosen.interval)} "
        f"({100 * chosen.interval.confidence:.0f} % interval).{left_out}"
    )
    return Remark(label="Precision", text=" ".join((text, *beside(summary, chosen))))


def decided_headline(decided: Consequences, why: str) -> Headline:
    """The answer if nothing was trained: the verdict.

    Args:
        decided: The verdict and its consequences.
        why: Why nothing was trained.
    """
    verdict, row = decided.verdict, decided.row
    without = verdict.headline("none")
    more = [
        Remark(label="Measured", text=f"Nothing was trained: {why}."),
        Remark(label="Evidence", text=f"{row.evidence.kind}: {row.evidence.text}."),
        Remark(
            label="Asked as",
            text=f"{row.format} (acceptance {row.acceptance}); {verdict.precision}.",
        ),
        Remark(
            label="Without positions", text=f"{without.answer}, {without.sentence}."
        ),
        Remark(label="Training length", text=f"{row.bound}."),
        *(Remark(label="Note", text=f"{note}.") for note in verdict.notes),
    ]
    return Headline(lead=verdict.sentence, more=tuple(more))


def _verdict(summary: Summary) -> Iterator[Remark]:
    if summary.decided is not None:
        verdict = summary.decided.verdict
        answer = summary.decided.row.answer.capitalize()
        yield Remark(label="Verdict", text=f"{answer}. {verdict.sentence}")


def _prediction(summary: Summary) -> Iterator[Remark]:
    """The outcome of the statements made before the sweep, listing failures."""
    sentences = list(failures(summary.checked))
    if summary.prediction is not None and summary.prediction.statements:
        moment = when(summary.predicted, summary.provenance.records)
        sentences.insert(0, f"Made {moment}: {counts(summary.checked)}.")
    yield from _remarks("Predictions", sentences)


def _log_scaled(summary: Summary) -> Iterator[Remark]:
    """The results of nets whose logits are scaled as in the theorems."""
    scaled = summary.scaled
    if scaled is None:
        return
    lengths = [n for n in scaled.lengths.values() if isinstance(n, SufficientLength)]
    if lengths:
        best = min(lengths, key=lambda n: n.eps)
        answer = (
            f"With that scaling, N = {readable(best.length)} {between(best.interval)} "
            f"is enough for an {scaled.metric.noun} of {readable(best.eps)}"
            f"{scaled.metric.suffix}"
        )
        trained = scaled.audited(best.length)
    else:
        answer = "With that scaling, there is no answer"
        trained = scaled.audited(math.inf)
    text = (
        "These nets use plain softmax attention. The theorems assume logits scaled by "
        f"log n. {answer}{_sup_text(scaled, trained)}. Which of the two the published "
        "figures show is not known."
    )
    yield Remark(label="Attention", text=text)


def _sup_text(nets: Summary, trained: int | None) -> str:
    worst = _largest(nets, trained)
    if trained is None or worst is None:
        return ""
    longest = max(e.length for e in nets.audits[trained].errors)
    return (
        f"; trained on {trained}, the largest error is {readable(worst.sup)} at length "
        f"{readable(worst.length)} (all inputs enumerated up to {readable(longest)})"
    )


def _no_answer(summary: Summary) -> Headline:
    metric = summary.metric
    reasons = [
        (f"an {metric.noun} of {readable(eps)}{metric.suffix}", answer.reason)
        for eps, answer in sorted(summary.lengths.items(), reverse=True)
        if isinstance(answer, CannotSay)
    ]
    lead = "Cannot say which training length suffices: no error was requested."
    if reasons:
        goal, reason = reasons[0]
        lead = f"Cannot say which training length suffices for {goal}: {reason}."
    more = [
        Remark(label=f"For {goal}", text=f"{reason}.") for goal, reason in reasons[1:]
    ]
    more.append(_worst(summary, summary.audited(math.inf)))
    more += [*_log_scaled(summary), *_prediction(summary), *_verdict(summary)]
    return Headline(lead=lead, more=tuple(more))


def _smaller_errors(summary: Summary, eps: float) -> Iterator[Remark]:
    metric = summary.metric
    for other, answer in summary.lengths.items():
        if other < eps and isinstance(answer, CannotSay):
            goal = f"an {metric.noun} of {readable(other)}{metric.suffix}"
            yield Remark(
                label="Smaller errors", text=f"No answer for {goal}: {answer.reason}."
            )


def _largest(summary: Summary, trained: int | None) -> ErrorAtLength | None:
    """The largest error over all enumerated inputs."""
    errors = () if trained is None else summary.audits[trained].errors
    return max(errors, key=lambda e: e.sup, default=None)


def _worst(summary: Summary, trained: int | None) -> Remark:
    return Remark(label="Worst input", text=_worst_text(summary, trained))


def _worst_text(summary: Summary, trained: int | None) -> str:
    worst = _largest(summary, trained)
    if summary.metric.is_rate:
        return (
            f"The {summary.metric.noun} is measured on random inputs. Where it is 0, "
            "some inputs may still be answered wrong."
        )
    if worst is None or trained is None:
        return (
            "This is the average error. The largest error over all inputs (sup) was "
            "not computed; it can be much larger."
        )
    longest = max(e.length for e in summary.audits[trained].errors)
    reach = ", the longest enumerated" if worst.length == longest else ""
    return (
        f"The largest error over all inputs (sup) is {readable(worst.sup)}, at length "
        f"{readable(worst.length)}{reach}, against {readable(worst.rms)} rms there "
        f"(median seed, trained on length {trained}; enumerated: lengths "
        f"{_comma_list(summary.audits[trained])})."
    )


def _comma_list(audit: Audit) -> str:
    return ", ".join(readable(e.length) for e in audit.errors)
