"""The tables of a verdict: all answers, the certificate, the bounds of a program."""

from lengthwise.tables import Table
from lengthwise.theory.membership.evidence.evidence_kinds import Certificate, Link
from lengthwise.theory.verdict.consequences import Consequences
from lengthwise.theory.verdict.verdict import Verdict
from lengthwise.words import Word

MOST_LINKS = 100
"""Certificates with more links are not shown as a table; `--json` has all."""


def answers_table(verdict: Verdict) -> Table:
    """Every answer with its evidence."""
    return Table(
        name="answers",
        caption="Every class and convention, and what the answer rests on.",
        header=(
            *("answer", "class", "convention (format)", "that is"),
            *("evidence", "what it says", "bound"),
        ),
        rows=tuple(
            (
                row.answer,
                row.class_name,
                f"{row.acceptance} ({row.format})",
                row.sentence,
                row.evidence.kind,
                row.evidence.text,
                row.bound,
            )
            for row in verdict.answers
        ),
        note=(
            "end: judged after the last symbol, which is seen through counts only; "
            "last: at the last symbol; next: what comes next. Only a measurement in "
            "the same format may be compared with an answer."
        ),
    )


def certificate_table(verdict: Verdict) -> Table:
    """The first certificate: each path as a weighted sum of closed walks."""
    certificate = first_certificate(verdict)
    links = () if certificate is None else certificate.links
    rows = tuple(
        (f"{link.source} to {link.target}", _word(link.word), _sum(certificate, link))
        for link in links
        if certificate is not None and len(links) <= MOST_LINKS
    )
    return Table(
        name="certificate",
        caption=(
            "The certificate: paths whose letters, each taken with the class of the "
            "state where it is read, add up to those of closed walks."
        ),
        header=("path", "letters", "is the sum of"),
        rows=rows,
        note=_classes(certificate) if rows and certificate is not None else "",
    )


def first_certificate(verdict: Verdict) -> Certificate | None:
    """The certificate that the picture of a verdict shows, if there is one."""
    for row in verdict.answers:
        if row.evidence.membership is not None:
            proof = row.evidence.membership.evidence
            if isinstance(proof, Certificate):
                return proof
    return None


def program_bounds_table(decided: Consequences) -> Table:
    """What theory says about the training length for programs like this one."""
    return Table(
        name="program-bounds",
        caption="What theory says about training lengths for programs of this kind.",
        header=("theorem", "speaks of it", "order", "what it says", "holds for", "why"),
        rows=tuple(
            (
                bound.theorem,
                "yes" if bound.applies else "no",
                bound.order,
                bound.statement,
                bound.hypothesis,
                bound.why,
            )
            for bound in decided.program_bounds
        ),
        note="About a learner that picks the simplest program, not gradient descent.",
    )


def _word(word: Word) -> str:
    joint = "" if all(len(symbol) == 1 for symbol in word) else " "
    return joint.join(word)


def _sum(certificate: Certificate | None, link: Link) -> str:
    assert certificate is not None
    return " + ".join(
        f"{share} × {_word(certificate.walks[number].word)} (from "
        f"{certificate.walks[number].state})"
        for number, share in link.shares
    )


def _classes(certificate: Certificate) -> str:
    sets = "; ".join(", ".join(map(str, states)) for states in certificate.classes)
    return (
        f"Classes of states: {sets}. No count tells the states of a class apart, but "
        f"the word {_word(certificate.separator) or 'without letters'} is accepted "
        f"from only one of {certificate.pair[0]} and {certificate.pair[1]}."
    )
