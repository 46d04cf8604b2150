"""Prints one table and writes build/bench.json.

A row is a dictionary with ``name``, ``value``, ``against``, ``ratio``, ``target`` and
``met``; ``met`` is ``None`` where nothing is promised. Name modules to run only these:
``python -m benchmarks crasp membership``.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from rich.console import Console
from rich.table import Table

COLUMNS = ("name", "value", "against", "ratio", "target", "met")
SKIPPED = {"__main__", "figures", "gpu", "torch_loops", "words"}


def main(chosen: list[str]) -> int:
    """Runs the chosen modules, or all, and returns 1 if a promise is not met."""
    folder = Path(__file__).parent
    known = [m.name for m in iter_modules([str(folder)]) if m.name not in SKIPPED]
    rows = []
    for name in chosen or known:
        rows += import_module(f"benchmarks.{name}").rows()
    table = Table(*COLUMNS)
    for row in rows:
        table.add_row(*(_cell(row[column]) for column in COLUMNS))
    Console().print(table)
    target = Path("build/bench.json")
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(rows, indent=1) + "\n")
    return int(any(row["met"] is False for row in rows))


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "NO"
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
