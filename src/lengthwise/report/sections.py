"""How a page is divided: which tables stand under which heading, with what text."""

from dataclasses import dataclass

from lengthwise.analysis.exponent import Exponent
from lengthwise.analysis.summary import Summary
from lengthwise.report.guarantee import guarantee
from lengthwise.report.numbers import shown
from lengthwise.report.table import Table
from lengthwise.report.tables import tables

HEADINGS = {
    "lengths": ("Sufficient lengths", ("sufficient-lengths", "plateaus")),
    "worst": ("The worst word", ("audit", "margins")),
    "theory": (
        "What theory says",
        ("bounds", "silent-theorems", "complexity", "outputs", "perturbed"),
    ),
    "stand-in": ("One long word and its stand-in", ("simulation",)),
    "models": ("All models", ("runs",)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a page.

    Attributes:
        name: Its anchor.
        title: Its heading.
        texts: What stands before the tables.
        tables: In order.
    """

    name: str
    title: str
    texts: tuple[str, ...]
    tables: tuple[Table, ...]


def sections(summary: Summary) -> tuple[Section, ...]:
    """The sections of a study's page, those without content left out."""
    made = {table.name: table for table in tables(summary)}
    texts = {"lengths": _growth(summary), "worst": _audited(summary)}
    if summary.exact is None:
        texts["theory"] = (
            "No exact construction of this task is at hand, so no theorem is asked.",
        )
    found = [
        Section(
            name=name,
            title=title,
            texts=texts.get(name, ()),
            tables=tuple(made[key] for key in keys if key in made),
        )
        for name, (title, keys) in HEADINGS.items()
    ]
    return tuple(section for section in found if section.texts or section.tables)


def _audited(summary: Summary) -> tuple[str, ...]:
    if summary.audits:
        return ()
    said = (
        "The exact error over all words was not computed for this study; the root "
        "mean square error says nothing about the worst word."
    )
    return (said,)


def _growth(summary: Summary) -> tuple[str, ...]:
    """How the sufficient length grows with 1/ε, beside the theorems' orders."""
    found = summary.exponent
    if isinstance(found, Exponent):
        low, high = shown(found.interval.low), shown(found.interval.high)
        said = (
            f"The sufficient length grows like 1/ε to the power {shown(found.value)} "
            f"[{low}, {high}] ({found.points} errors, each within a factor of "
            f"{shown(found.residual)} of the power law)."
        )
    else:
        said = f"How the sufficient length grows with 1/ε: {found}."
    if summary.exact is None or not summary.lengths:
        return (said,)
    asked = guarantee(summary.exact, min(summary.lengths))
    pairs = (("at least", asked.at_least), ("at most", asked.at_most))
    orders = [
        f"{sense} {entry.theorem.order} ({entry.theorem.name})"
        for sense, entry in pairs
        if entry is not None
    ]
    theory = f"Orders in theory, for the sup error: {' and '.join(orders)}."
    return (said, theory) if orders else (said,)
