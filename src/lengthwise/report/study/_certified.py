"""Statements about one trained net: certificates, norm, agreement."""

import math
from collections.abc import Iterator
from statistics import fmean

from lengthwise.analysis.runs import by_train_length
from lengthwise.analysis.summary import Summary
from lengthwise.numbers import readable
from lengthwise.tables import Table, text
from lengthwise.theory.worst_case import word_text


def certificate_sentences(summary: Summary, trained: int | None) -> Iterator[str]:
    """Bounds on the error of the model of one training length on all inputs."""
    for certificate in summary.certificates.get(trained or 0, ()):
        yield (
            f"The same model has an error of at most {readable(certificate.bound)} on "
            f"{certificate.region}; {readable(certificate.attained)} is reached at "
            f"length {readable(certificate.worst.length)}."
        )


def own_norm(summary: Summary, nets: Summary, trained: int | None) -> Iterator[str]:
    """Agreement and norm of one net, which must not be mixed with those of another.

    Args:
        summary: The summary of the study.
        nets: The nets in question: those with logits scaled by log n, if any.
        trained: Their training length.
    """
    delta = None if trained is None else nets.agreements.get(trained)
    if trained is None or delta is None or summary.exact is None:
        return
    which = " with log n scaling" if nets is summary.scaled else ""
    norms = nets.audits[trained].L_safe, summary.exact.complexity.L_safe
    yield (
        f"The net{which} trained on length {trained} agrees with the task only up to "
        f"δ = {readable(delta)} on those inputs, and its norm L_safe is "
        f"{text(norms[0])} ({text(norms[1])} for the construction), so the bound does "
        "not apply to it."
    )


def not_covered(nets: Summary, trained: int | None) -> Iterator[str]:
    """The behavior of nets trained on inputs shorter than the bound requires."""
    errors = () if trained is None else nets.audits[trained].errors
    if trained is None or not errors:
        return
    worst = max(errors, key=lambda e: e.sup)
    runs = by_train_length(nets.used).get(trained, ())
    last = min((max(run.errors) for run in runs), default=None)
    average = ""
    if last is not None:
        logs = [math.log(max(run.errors[last], 1e-300)) for run in runs]
        average = (
            f" (geometric mean over seeds: {readable(math.exp(fmean(logs)))} rms at "
            f"length {readable(last)})"
        )
    yield (
        "For nets trained on shorter inputs nothing is guaranteed: trained on length "
        f"{trained}, the sup error is {readable(worst.sup)} at length "
        f"{readable(worst.length)}{average}."
    )


def certificates(summary: Summary) -> Table:
    """Exact errors on short inputs, and certified bounds for all inputs."""
    rows = [
        (
            n,
            summary.agreements.get(n),
            one.share or None,
            "every length" if one.longest is None else f"up to {readable(one.longest)}",
            one.bound,
            one.attained,
            word_text(one.worst),
        )
        for n, group in sorted(summary.certificates.items())
        for one in group
    ]
    table = Table(
        name="certificates",
        caption="Certified errors of the median seed, by training length N.",
        header=(
            *("N", "sup error up to N", "zeros and ones, at least", "inputs"),
            *("certified sup error", "reached", "by the input"),
        ),
        rows=tuple(rows),
        note=(
            "No input of these lengths has a larger error than the certified one: "
            "inputs are covered by boxes of their statistics, each with its own bound. "
            "The error up to N is exact. This tests no theorem: the theorems assume "
            "rounded attention and logits scaled by log n."
        ),
    )
    return table.without("zeros and ones, at least")
