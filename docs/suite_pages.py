"""Makes tables and pictures of the suite from the records in results/, for the manual.

Where there are no records yet, cells say so.
"""

import re
from pathlib import Path
from types import ModuleType

from lengthwise.figures.huang import suite_tables
from lengthwise.figures.huang.agreement_tables import agreement_table, curve_table
from lengthwise.figures.huang.all_suites import FILES as TABLES
from lengthwise.figures.huang.all_suites import suites
from lengthwise.figures.huang.comparison import SOURCES, USUAL, comparison, wrong_names
from lengthwise.figures.huang.measured_suite import record_files
from lengthwise.figures.huang.pair_scores import ENDING
from lengthwise.figures.huang.pair_scores import NOTE as PAIRS_NOTE
from lengthwise.figures.huang.selection_effect import is_search
from lengthwise.figures.huang.suite import Suite
from lengthwise.jobs.suite_reproduction import SuiteReproduction, from_records
from lengthwise.report.paper.suite_figure import agreement_figure, suite_figure
from lengthwise.report.tools.plot import Plot
from lengthwise.tables import Table

RESULTS = Path(__file__).parents[1] / "results"
STAMP = "suite.stamp"


def write_suite(folder: Path, results: Path = RESULTS) -> None:
    """Writes the parts of the page of the suite, where records are newer than they."""
    folder.mkdir(exist_ok=True)
    sources = Path(suite_tables.__file__).parent.glob("*.py")
    scores = results.glob(f"*{ENDING}")
    files = [Path(__file__), *sources, *record_files(results), *scores]
    state = "".join(
        f"{path.name} {path.stat().st_mtime_ns}\n" for path in sorted(files)
    )
    stamp = folder / STAMP
    if stamp.exists() and stamp.read_text("utf-8") == state:
        return
    found = from_records(suites("huang"), results)
    together = comparison([one.measured for one in found])
    parts = [(one.name, one.compared) for one in found if one.compared.entries]
    tasks = suite_tables.tasks_table(parts)
    _write(folder / "suite-tasks.html", linked(html(tasks, "sortable")))
    for source in SOURCES:
        curve = curve_table(together, source)
        _write(folder / f"suite-agreement-{source}.html", html(curve))
    wrong = wrong_names(together, "typical", USUAL)
    table = html(agreement_table(together))
    _write(
        folder / "suite-agreement.html",
        f"{table}<p>Verdict wrong at {USUAL:g} % (our typical model): {wrong}.</p>"
        f"{size_sentence(found)}",
    )
    _save(agreement_figure(together), folder)
    by_name = {one.name: one for one in found}
    sections = [
        _section(file, [by_name[one.name] for one in file.SUITES], folder)
        for file in TABLES
    ]
    _write(folder / "suite-sections.txt", "\n\n".join(sections) + "\n")
    stamp.write_text(state, "utf-8")


def size_sentence(found: list[SuiteReproduction]) -> str:
    """The AUC of size beside that of the verdict, for each format in print."""
    together = comparison([one.measured for one in found])
    parts = []
    for form in dict.fromkeys(one.said.format for one in together.entries):
        part = together.part(lambda one, form=form: one.said.format == form)
        at = part.at("published", USUAL) if part.known("published") else None
        if at is not None and at.auc is not None and at.auc_size is not None:
            parts.append(f"{form} {at.auc_size:.2f} beside {at.auc:.2f}")
    if not parts:
        return ""
    return f"<p>AUC of size beside AUC, in print: {'; '.join(parts)}.</p>"


def _section(file: ModuleType, found: list[SuiteReproduction], folder: Path) -> str:
    """What a file of tables says of itself, then each of its tables."""
    heading, _, text = (file.__doc__ or "").strip().partition("\n\n")
    parts = [f"## {heading.rstrip('.')}", text]
    for one in found:
        _save(suite_figure(one.measured), folder)
        parts += [f"({one.name})=\n### {one.measured.suite.title}", *_parts(one)]
    return "\n\n".join(parts)


def _parts(found: SuiteReproduction) -> list[str]:
    """The picture, the table and the checks of one table, as Markdown."""
    measured = found.measured
    devices = ", ".join(measured.devices) or "nothing yet"
    models = f"{measured.tried:,} of {len(measured.suite.trials):,} models"
    checks = [f"{models}; trained on {devices}", *map(str, found.checks)]
    notes = dict.fromkeys(one.note for one in measured.suite.cells if one.note)
    parts = [
        f"![Every model of {found.name} as a dot, by bin](api/{found.name}.svg)",
        html(suite_tables.scores_table(measured, found.compared), "sortable"),
        *(
            f"*{note[0].upper()}{note[1:]}:* {_cells_with(measured.suite, note)}."
            for note in notes
        ),
    ]
    if found.pairs is not None:
        parts += [f"*{PAIRS_NOTE}*", html(found.pairs, "sortable")]
    if is_search(measured):
        parts.append(html(suite_tables.selection_table(measured)))
    return [*parts, "\n".join(["```text", *checks, "```"])]


def _cells_with(suite: Suite, note: str) -> str:
    """The cells of a table that have a note; all of them are not named."""
    names = dict.fromkeys(one.name for one in suite.cells if one.note == note)
    whole = all(one.note == note for one in suite.cells)
    return "all cells" if whole else "; ".join(names)


def html(table: Table, css: str = "") -> str:
    """A table that scrolls where the page is narrow."""
    inner = table.html(css=f"suite {css}".strip())
    return f'<div class="table-wrapper docutils container">{inner}</div>\n'


def linked(text: str) -> str:
    """The name of each table as a link to its place on the page."""
    return re.sub(r"<td>(huang-[a-z]+)</td>", r'<td><a href="#\1">\1</a></td>', text)


def _save(plot: Plot, folder: Path) -> None:
    width, height = (float(inches) for inches in plot.figure.get_size_inches())
    plot.save(folder / f"{plot.name}.svg", width=width, height=height)


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
