"""Draws the published figures from the records in results/, for the manual."""

from pathlib import Path

from lengthwise.figures.all_figures import FIGURES
from lengthwise.figures.figure import from_folder
from lengthwise.jobs.reproduction import reproduction_of
from lengthwise.report.paper.paper_figures import paper_figure

RESULTS = Path(__file__).parents[1] / "results"


def write_figures(folder: Path) -> None:
    """Writes NAME.svg and NAME.txt (the checks) for every figure that has records."""
    folder.mkdir(exist_ok=True)
    for figure in FIGURES.values():
        records = RESULTS / f"{figure.records}.jsonl"
        if not records.is_file():
            continue
        picture, text = (folder / f"{figure.name}.{kind}" for kind in ("svg", "txt"))
        newest = max(records.stat().st_mtime, Path(__file__).stat().st_mtime)
        if text.exists() and text.stat().st_mtime >= newest:
            continue
        found = reproduction_of(from_folder(figure, RESULTS))
        plot = paper_figure(found)
        width, height = (float(inches) for inches in plot.figure.get_size_inches())
        plot.save(picture, width=width, height=height)
        text.write_text(f"{found}\n", "utf-8")
