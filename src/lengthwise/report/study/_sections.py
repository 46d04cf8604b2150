"""The sections of a page: headings with their tables and texts."""

from dataclasses import dataclass

from lengthwise.analysis.exponent import Exponent
from lengthwise.analysis.predicted.guarantee import guarantee
from lengthwise.analysis.predicted.prediction import counts, when
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.analysis.summary import Summary
from lengthwise.limit.complexity.machine_complexity import Complexity
from lengthwise.numbers import readable
from lengthwise.report.study._certified import not_covered, own_norm
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
    "prediction": ("Predictions", ("prediction", "limits")),
    "worst": ("Worst input", ("audit", "certificates", "margins")),
    "scaled": (
        "Logits scaled by log n",
        tuple(
            f"{name}{SCALED}"
            for name in (
                *("sufficient-lengths", "plateaus"),
                *("audit", "certificates", "margins"),
            )
        ),
    ),
    "theory": (
        "Theory",
        (
            *("bounds", "silent-theorems", "complexity"),
            *("outputs", "construction", "perturbed"),
        ),
    ),
    "short-input": ("A short input that simulates a long one", ("simulation",)),
    "models": ("All models", ("runs", f"runs{SCALED}")),
}

MARGINS = (
    "The margin γ_η and T_max are defined for one layer only. These nets have two "
    "layers, so the positional margin is given instead."
)
"""Why two-layer nets have a different margin."""

BELOW = (
    "The logit margin matters only where logits are scaled by log n; it is given below "
    "for the nets with that scaling."
)
"""Why nets with plain logits have no margin."""

LOG_SCALED = (
    "The theorems assume logits scaled by log n. These are the same nets with that "
    "scaling, trained on the same lengths with the same recipe."
)
"""Why a second set of nets was trained."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a page.

    Attributes:
        name: Its anchor.
        title: Its heading.
        texts: Paragraphs before the tables.
        tables: Its tables.
        picture: A drawing after the paragraphs.
        code: A program after the picture.
        listed: Whether it is in the table of contents.
    """

    name: str
    title: str
    texts: tuple[str, ...]
    tables: tuple[Table, ...]
    picture: Picture | None = None
    code: str = ""
    listed: bool = True


def sections(summary: Summary) -> tuple[Section, ...]:
    """The non-empty sections of a study's page."""
    by_name = {table.name: table for table in tables(summary)}
    texts = {
        "lengths": growth(summary),
        "prediction": _prediction_text(summary),
        "worst": _audit_text(summary),
    }
    if summary.scaled is not None:
        texts["scaled"] = (LOG_SCALED,)
    decided = summary.decided
    if summary.exact is None and decided is not None and decided.complexity is not None:
        texts["theory"] = (
            "Complexity of the limit transformer that the verdict names.",
        )
        by_name |= {table.name: table for table in machine_tables(decided)}
    elif summary.exact is None:
        texts["theory"] = (
            "No exact construction of this task is known here, so no bound applies.",
        )
    else:
        texts["theory"] = (*summary.exact.remarks, *_own_nets(summary))
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
        precision = f"Precision: {verdict.precision}."
        sentences = (verdict.sentence, precision, *notes)
        parts.insert(4, verdict_section(decided, *sentences))
    return tuple(section for section in parts if section.texts or section.tables)


def decided_sections(decided: Consequences) -> tuple[Section, ...]:
    """The sections of a verdict's page, without training."""
    parts = [verdict_section(decided)]
    if decided.program is not None:
        parts.append(
            Section(
                name="program",
                title="Program",
                texts=(),
                tables=(program_bounds_table(decided),),
                code=decided.program,
            )
        )
    parts.append(_machine_section(decided))
    return tuple(parts)


def verdict_section(decided: Consequences, *texts: str) -> Section:
    """The answer for each class and acceptance, with its evidence."""
    verdict = decided.verdict
    candidates = [answers_table(verdict), certificate_table(verdict)]
    return Section(
        name="verdict",
        title="Verdict",
        texts=texts,
        tables=tuple(table for table in candidates if table.rows),
        picture=verdict.picture(),
    )


def _machine_section(decided: Consequences) -> Section:
    if decided.complexity is None:
        texts: tuple[str, ...] = (f"None: {decided.missing}.",)
    else:
        texts = ("Compiled from the program. It is exact at every length.",)
        if not decided.bounds:
            texts += ("No theorem with a length bound applies to it.",)
    return Section(
        name="machine",
        title="Limit transformer",
        texts=texts,
        tables=() if decided.complexity is None else machine_tables(decided),
    )


def machine_tables(decided: Consequences) -> tuple[Table, ...]:
    """The complexity of the machine, and the bounds that apply to it."""
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
    if summary.metric.is_rate:  # inputs are right or wrong, so there is no worst one
        return ()
    text = (
        "The largest error over all inputs (sup) was not computed in this study. The "
        "rms error says nothing about the worst input."
    )
    return (text,)


def _own_nets(summary: Summary) -> tuple[str, ...]:
    """Why the bounds do not apply to the trained one-layer nets."""
    exact = summary.exact
    lengths = [n for n in summary.lengths.values() if isinstance(n, SufficientLength)]
    if exact is None or exact.complexity.layers > 1 or not lengths:
        return ()
    nets = summary.scaled or summary
    trained = nets.audited(min(lengths, key=lambda n: n.eps).length)
    return *own_norm(summary, nets, trained), *not_covered(nets, trained)


def _prediction_text(summary: Summary) -> tuple[str, ...]:
    """When the predictions were made, and their outcomes."""
    prediction = summary.prediction
    if prediction is None or not prediction.statements:
        return ()
    where = (
        f"The SHA-256 of the prediction, {prediction.key}, is in {summary.predicted} "
        f"of {summary.provenance.records} records, those made after it. Worst-case "
        "bounds are not predictions, since no trained net comes near them; see Theory."
    )
    moment = when(summary.predicted, summary.provenance.records)
    return f"Made {moment}: {counts(summary.checked)}.", where


def growth(summary: Summary) -> tuple[str, ...]:
    """How the sufficient length grows with 1/ε, measured and in theory."""
    exponent = summary.exponent
    if isinstance(exponent, Exponent):
        low, high = readable(exponent.interval.low), readable(exponent.interval.high)
        text = (
            f"The sufficient length grows like (1/ε)^{readable(exponent.value)} "
            f"[{low}, {high}] (fit to {exponent.points} errors, each within a factor "
            f"of {readable(exponent.residual)})."
        )
    else:
        text = f"Growth of the sufficient length with 1/ε: {exponent}."
    if summary.means:
        text += f" Mean over all seeds: {summary.mean_exponent}."
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
    theory = f"Growth in theory, for the sup error: {' and '.join(orders)}."
    return (text, theory) if orders else (text,)


def _power(complexity: Complexity) -> str:
    """The power of 1/ε in an order that depends on the positional margin."""
    gamma = complexity.positional_gamma
    return (
        ""
        if gamma is None
        else f", power {readable(max(1 / gamma, 3))} for γ = {readable(gamma)}"
    )
