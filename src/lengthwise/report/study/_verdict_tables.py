"""Verdict tables: all answers, the certificate, the bounds of a program."""

from lengthwise.tables import Table
from lengthwise.theory.membership.evidence.evidence_kinds import Certificate, Link
from lengthwise.theory.verdict.consequences import Consequences
from lengthwise.theory.verdict.verdict import Verdict
from lengthwise.words import Word

MOST_LINKS = 100
"""Certificates with more links are not shown as a table; see `--json`."""


def answers_table(verdict: Verdict) -> Table:
    """Every answer with its evidence."""
    return Table(
        name="answers",
        caption="Answers for each class and acceptance, with their evidence.",
        header=(
            *("answer", "class", "acceptance (format)", "meaning"),
            *("evidence", "details", "training length"),
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
            "Acceptance end: the answer is read after the last symbol, which is seen "
            "through counts only; last: at the last symbol; next: the next token. "
            "Compare an answer only with measurements in the same format."
        ),
    )


def certificate_table(verdict: Verdict) -> Table:
    """The first certificate: each path as a weighted sum of cycles."""
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
            "Certificate: paths whose letter counts, by class of state, are weighted "
            "sums of those of cycles."
        ),
        header=("path", "letters", "sum of cycles"),
        rows=rows,
        note=_classes(certificate) if rows and certificate is not None else "",
    )


def first_certificate(verdict: Verdict) -> Certificate | None:
    """The certificate shown in the picture of a verdict, if any."""
    for row in verdict.answers:
        if row.evidence.membership is not None:
            proof = row.evidence.membership.evidence
            if isinstance(proof, Certificate):
                return proof
    return None


def program_bounds_table(decided: Consequences) -> Table:
    """Theorems on the training length for programs of this kind."""
    return Table(
        name="program-bounds",
        caption="Theorems on the training length of programs of this kind.",
        header=("theorem", "applies", "growth", "statement", "hypotheses", "why"),
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
        note="For a learner that picks the simplest program, not for gradient descent.",
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
        f"Classes of states: {sets}. Counting cannot separate the states of a class, "
        f"yet the {_separator(certificate)} is accepted from only one of "
        f"{certificate.pair[0]} and {certificate.pair[1]}."
    )


def _separator(certificate: Certificate) -> str:
    word = _word(certificate.separator)
    return f"word {word}" if word else "empty word"
