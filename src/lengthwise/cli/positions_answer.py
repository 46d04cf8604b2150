"""Prints the result of ``lengthwise reproduce huang-positions``."""

from pathlib import Path

from lengthwise.cli.printing import print_json, print_text

POSITIONS = "huang-positions"
"""The name of the table."""


def print_positions(records: Path | None, *, json: bool) -> int:
    """Prints the table from the records in a folder; returns 0.

    Args:
        records: The folder. Default: ``results``.
        json: Whether to print JSON.
    """
    from lengthwise.figures.huang.position_fits import (
        comparisons,
        positions_sentence,
        positions_table,
        read_fits,
    )

    rows = comparisons(read_fits(records or Path("results")))
    if json:
        data = {"name": POSITIONS, "positions": [one.data() for one in rows]}
        print_json(data, sources=("huang2025formal",))
        return 0
    table = positions_table(rows)
    print_text(f"{table.caption}\n{table.text()}\n{table.note}")
    print_text(f"{positions_sentence(rows)}.")
    return 0
