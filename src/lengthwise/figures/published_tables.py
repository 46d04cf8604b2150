"""The published numbers beside the verdicts, as tables of the manual."""

from collections.abc import Mapping

from lengthwise.figures.published_accuracies import (
    ANSWERS,
    GROUPS,
    LANGUAGES,
    STEPS,
    UNPLOTTED,
    Published,
    agreement,
    thresholds,
)
from lengthwise.tables import Table


def tables() -> Mapping[str, str]:
    """Returns every table as Markdown, by its name in the manual."""
    return {
        "answers": _numbers("task", ANSWERS),
        "languages": _numbers("language", LANGUAGES),
        "unplotted": _numbers("language", UNPLOTTED),
        "steps": _numbers("task", STEPS),
        "agreement": _agreement(),
    }


def _numbers(head: str, entries: tuple[Published, ...]) -> str:
    rows: dict[str, list[str]] = {}
    for entry in entries:
        cells = rows.setdefault(entry.task, [f"`{entry.task}`"])
        cells += [f"{entry.longest:g}", entry.verdict]
    return _table(
        (head, "APE", "verdict", "NoPE", "verdict"),
        [(*cells, *("–",) * (5 - len(cells))) for cells in rows.values()],
    )


def _agreement() -> str:
    """The number of verdicts that agree, for every threshold."""
    places = thresholds()
    rows = []
    for place, threshold in enumerate(places):
        span = f"above {places[place - 1]:g} up to {threshold:g}" if place else "0"
        counts = (f"{agreement(group, threshold)}" for group in GROUPS.values())
        rows.append((span, *counts))
    heads = (f"{name}, of {len(group)}" for name, group in GROUPS.items())
    return _table(("success means at least", *heads), rows)


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    return Table(header=heads, rows=tuple(rows)).markdown()
