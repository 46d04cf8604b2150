"""How a page is divided: which tables stand under which heading, with what text."""

from dataclasses import dataclass

from lengthwise.analysis.exponent import Exponent
from lengthwise.analysis.predicted.guarantee import guarantee
from lengthwise.analysis.predicted.prediction import counts, when
from lengthwise.analysis.summary import Summary
from lengthwise.limit.complexity.machine_complexity import Complexity
from lengthwise.numbers import readable
from lengthwise.report.study._theory_tables import bounds, complexity, silent
from lengthwise.report.study._verdict_tables import (
    answers_table,
    certificate_table,
    program_bounds_table,
)
from lengthwise.report.study.study_tables import SCALED, tables
from lengthwise.tables import Table
from lengthwise.theory.verdict.automaton_drawing import Picture
from lengthwise.theory.verdict.consequences import Consequences

HEADINGS = {
    "lengths": ("Sufficient lengths", ("sufficient-lengths", "plateaus")),
    "prediction": ("What was predicted", ("prediction", "limits")),
    "worst": ("The worst word", ("audit", "certificates", "margins")),
    "scaled": (
        "With log|x| in the logits",
        tuple(
            f"{name}{SCALED}"
            for name in (
                *("sufficient-lengths", "plateaus"),
                *("audit", "certificates", "margins"),
            )
        ),
    ),
    "theory": (
        "What theory says",
        (
            *("bounds", "silent-theorems", "complexity"),
            *("outputs", "construction", "perturbed"),
        ),
    ),
    "stand-in": ("One long word and its stand-in", ("simulation",)),
    "models": ("All models", ("runs", f"runs{SCALED}")),
}

MARGINS = (
    "The margin γ_η and T_max are defined for one layer only; of these nets, with two "
    "layers, the positional margin is given in their place."
)
"""Why nets of two layers have another margin."""

BELOW = (
    "The margin of logits matters where they are multiplied by log|x|; it is given "
    "below for the nets that have this factor."
)
"""Why nets without the factor have no margin."""

THEIRS = (
    "The theorems speak of logits that are multiplied by the logarithm of the length. "
    "The same nets with that factor, of the same lengths and recipe:"
)
"""Why some nets were trained with other logits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a page.

    Attributes:
        name: Its anchor.
        title: Its heading.
        texts: What stands before the tables.
        tables: In order.
        picture: A drawing after the texts.
        code: A text in the types of a machine, after the picture.
    """

    name: str
    title: str
    texts: tuple[str, ...]
    tables: tuple[Table, ...]
    picture: Picture | None = None
    code: str = ""


def sections(summary: Summary) -> tuple[Section, ...]:
    """The sections of a study's page, those without content left out."""
    by_name = {table.name: table for table in tables(summary)}
    texts = {
        "lengths": growth(summary),
        "prediction": _prediction_text(summary),
        "worst": _audit_text(summary),
    }
    if summary.scaled is not None:
        texts["scaled"] = (THEIRS,)
    decided = summary.decided
    if summary.exact is None and decided is not None and decided.complexity is not None:
        texts["theory"] = ("About the limit transformer of the verdict.",)
        by_name |= {table.name: table for table in machine_tables(decided)}
    elif summary.exact is None:
        texts["theory"] = (
            "No exact construction of this task is at hand, so no theorem is asked.",
        )
    else:
        texts["theory"] = summary.exact.remarks
    parts = [
        Section(
            name=name,
            title=title,
            texts=texts.get(name, ()),
            tables=tuple(by_name[key] for key in keys if key in by_name),
        )
        for name, (title, keys) in HEADINGS.items()
    ]
    if decided is not None:
        verdict = decided.verdict
        notes = (f"Note: {note}." for note in verdict.notes)
        precision = f"Model of precision: {verdict.precision}."
        sentences = (verdict.sentence, precision, *notes)
        parts.insert(4, verdict_section(decided, *sentences))
    return tuple(section for section in parts if section.texts or section.tables)


def decided_sections(decided: Consequences) -> tuple[Section, ...]:
    """The sections of a page on a verdict, where nothing was trained."""
    parts = [verdict_section(decided)]
    if decided.program is not None:
        parts.append(
            Section(
                name="program",
                title="The program",
                texts=(),
                tables=(program_bounds_table(decided),),
                code=decided.program,
            )
        )
    parts.append(_machine_section(decided))
    return tuple(parts)


def verdict_section(decided: Consequences, *texts: str) -> Section:
    """Both classes and all conventions, with what each answer rests on."""
    verdict = decided.verdict
    candidates = [answers_table(verdict), certificate_table(verdict)]
    return Section(
        name="verdict",
        title="The verdict",
        texts=texts,
        tables=tuple(table for table in candidates if table.rows),
        picture=verdict.picture(),
    )


def _machine_section(decided: Consequences) -> Section:
    if decided.complexity is None:
        texts: tuple[str, ...] = (f"There is none here: {decided.missing}.",)
    else:
        texts = ("Compiled from the program; it is exact at every length.",)
        if not decided.bounds:
            texts += ("No theorem that gives a number speaks of machines like it.",)
    return Section(
        name="machine",
        title="The limit transformer",
        texts=texts,
        tables=() if decided.complexity is None else machine_tables(decided),
    )


def machine_tables(decided: Consequences) -> tuple[Table, ...]:
    """What is known of the machine: its numbers, and the bounds that speak of it."""
    parts = [complexity(decided)]
    if decided.bounds:
        parts += [bounds(decided), silent(decided)]
    return tuple(parts)


def _audit_text(summary: Summary) -> tuple[str, ...]:
    if any(audit.two_layer is not None for audit in summary.audits.values()):
        return (MARGINS,)
    if summary.scaled is not None and summary.audits:
        return (BELOW,)
    if summary.audits:
        return ()
    if summary.metric.is_rate:  # a word is right or wrong: there is no worst one
        return ()
    text = (
        "The exact error over all words was not computed for this study; the root "
        "mean square error says nothing about the worst word."
    )
    return (text,)


def _prediction_text(summary: Summary) -> tuple[str, ...]:
    """What is predicted, and when that was said, against what came out."""
    prediction = summary.prediction
    if prediction is None or not prediction.statements:
        return ()
    where = (
        f"The SHA-256 {prediction.key} of the prediction is in {summary.predicted} of "
        f"{summary.provenance.records} records, those made after it. Bounds for "
        "the worst case are no prediction, as no trained net comes near them; they "
        "stand under What theory says."
    )
    moment = when(summary.predicted, summary.provenance.records)
    return f"Predicted {moment}: {counts(summary.checked)}.", where


def growth(summary: Summary) -> tuple[str, ...]:
    """How the sufficient length grows with 1/ε, beside the theorems' orders."""
    exponent = summary.exponent
    if isinstance(exponent, Exponent):
        low, high = readable(exponent.interval.low), readable(exponent.interval.high)
        text = (
            "The sufficient length grows like 1/ε to the power "
            f"{readable(exponent.value)} "
            f"[{low}, {high}] ({exponent.points} errors, each within a factor of "
            f"{readable(exponent.residual)} of the power law)."
        )
    else:
        text = f"How the sufficient length grows with 1/ε: {exponent}."
    if summary.means:
        text += f" For the mean over all seeds: {summary.mean_exponent}."
    if summary.exact is None or not summary.lengths:
        return (text,)
    needs = guarantee(summary.exact, min(summary.lengths))
    pairs = (("at least", needs.at_least), ("at most", needs.at_most))
    orders = [
        f"{sense} {entry.theorem.order} ({entry.theorem.name})"
        for sense, entry in pairs
        if entry is not None
    ]
    if needs.at_most is None:
        orders += [
            f"at most {entry.theorem.order} up to unknown constants "
            f"({entry.theorem.name}{_power(summary.exact.complexity)})"
            for entry in needs.orders
        ]
    theory = f"Orders in theory, for the sup error: {' and '.join(orders)}."
    return (text, theory) if orders else (text,)


def _power(complexity: Complexity) -> str:
    """The power of 1/ε in an order that depends on the positional margin."""
    gamma = complexity.positional_gamma
    return (
        ""
        if gamma is None
        else f", power {readable(max(1 / gamma, 3))} for γ = {readable(gamma)}"
    )
