"""The agreement of verdicts with accuracies, as tables."""

from lengthwise.figures.huang.comparison import (
    SOURCES,
    USUAL,
    About,
    AgreementAt,
    Compared,
    Comparison,
    Source,
)
from lengthwise.figures.huang.suite_tables import POSITIONS
from lengthwise.tables import Cell, Table

NAMES = {
    "published": "published",
    "typical": "ours, typical",
    "fitting": "ours, mean if fit",
}
"""The accuracies that a verdict is compared with, in words."""


def agreement_table(compared: Comparison, threshold: float = USUAL) -> Table:
    """Returns right, wrong and unknown by source, scheme and format."""
    rows: list[tuple[Cell, ...]] = []
    groups = dict.fromkeys(
        (one.said.format, one.measured.cell.scheme) for one in compared.entries
    )
    for source in SOURCES:
        for form, scheme in groups:
            part = Comparison(
                entries=tuple(
                    e for e in compared.entries if _group(e) == (form, scheme)
                )
            )
            rows += _agreement_row(part, source, threshold, form, POSITIONS[scheme])
        if len(groups) > 1:
            rows += _agreement_row(compared, source, threshold, "all", "all")
    return Table(
        name="agreement",
        caption=f"Verdicts against accuracies; success means at least {threshold:g} %.",
        header=(
            *("accuracy", "format", "positions", "right", "wrong", "unknown"),
            *(
                "language: right",
                "wrong ",
                "Brier",
                "AUC",
                "AUC of size",
                "AUC of depth",
            ),
        ),
        align="lllrrrrrrrrr",
        rows=tuple(rows),
    )


def _group(one: Compared) -> tuple[str, str]:
    return one.said.format, one.measured.cell.scheme


def _agreement_row(
    part: Comparison, source: Source, threshold: float, form: str, scheme: str
) -> list[tuple[Cell, ...]]:
    if not part.known(source):
        return []
    at, about = part.at(source, threshold), part.at(source, threshold, "language")
    return [
        (
            *(NAMES[source], form, scheme, at.right, at.wrong, at.unknown),
            *(about.right, about.wrong),
            *map(_two, (at.brier, at.auc, at.auc_size, at.auc_depth)),
        )
    ]


def _two(value: float | None) -> str | None:
    return None if value is None else f"{value:.2f}"


def curve_table(compared: Comparison, source: Source, about: About = "format") -> Table:
    """Returns the agreement at every threshold of success, with equal steps merged."""
    rows: list[tuple[Cell, ...]] = []
    low: float | None = None
    curve = compared.curve(source, about)
    for at, after in zip(curve, (*curve[1:], None), strict=True):
        numbers = (at.right, at.wrong, at.unknown, *map(_two, (at.brier, at.auc)))
        if after is not None and _same(at, after):
            continue
        rows.append((_span(low, at.threshold), *numbers))
        low = at.threshold
    return Table(
        name=f"agreement-{source}",
        caption=f"Agreement for every threshold of success ({NAMES[source]}).",
        header=("success means at least", "right", "wrong", "unknown", "Brier", "AUC"),
        align="lrrrrr",
        rows=tuple(rows),
    )


def _same(one: AgreementAt, other: AgreementAt) -> bool:
    """Whether only the threshold differs; the table shows nothing else."""
    return (one.right, one.brier, one.auc) == (other.right, other.brier, other.auc)


def _span(low: float | None, high: float) -> str:
    """Thresholds above `low` up to `high`, or all from 0."""
    if low is None:
        return f"0 to {high:.4g}" if high else "0"
    return f"above {low:.4g} up to {high:.4g}"
