"""What a page says of one trained net: its certificate, its own norm and agreement."""

from collections.abc import Iterator

from lengthwise.analysis.summary import Summary
from lengthwise.numbers import readable
from lengthwise.tables import Table, text
from lengthwise.theory.worst_case import word_text


def certificate_sentences(summary: Summary, trained: int | None) -> Iterator[str]:
    """Bounds for the error of the model of one training length on all words."""
    for certificate in summary.certificates.get(trained or 0, ()):
        yield (
            f"For the same model and {certificate.region}, the error is at most "
            f"{readable(certificate.bound)} (certified), and "
            f"{readable(certificate.attained)} on a word of length "
            f"{readable(certificate.worst.length)}."
        )


def own_numbers(summary: Summary, nets: Summary, trained: int | None) -> Iterator[str]:
    """Agreement and norm of one net, which no bound mixes with those of another.

    Args:
        summary: Of the study.
        nets: The nets that are meant: those with log|x| where there are some.
        trained: Their training length.
    """
    delta = None if trained is None else nets.agreements.get(trained)
    if trained is None or delta is None or summary.exact is None:
        return
    which = " with log|x|" if nets is summary.scaled else ""
    norms = nets.audits[trained].L_safe, summary.exact.complexity.L_safe
    yield (
        f"The model{which} trained on length {trained} is another machine: its largest "
        f"error over all words up to that length is δ = {readable(delta)}, and its own "
        f"norm L_safe is {text(norms[0])} (that of the construction: "
        f"{text(norms[1])}). No bound is computed from the δ of one and the norms of "
        "the other."
    )


def certificates(summary: Summary) -> Table:
    """Errors on short words, exact, beside bounds for all words."""
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
        caption="Certified errors of the typical model of each training length N.",
        header=(
            *("N", "sup error up to N", "zeros and ones, at least", "words"),
            *("certified sup error", "attained", "word that attains it"),
        ),
        rows=tuple(rows),
        note=(
            "No word of these lengths has a larger error than the certified one: the "
            "words are covered by boxes of their statistics, each with its own bound. "
            "The error up to N is exact. The two check no theorem: the theorems "
            "assume rounded logits times log|x|."
        ),
    )
    return table.without("zeros and ones, at least")
