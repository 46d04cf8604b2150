"""The measurements of a table from its records: scores of each cell, or none yet."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lengthwise.analysis.cell_scores import CellScores, cell_scores
from lengthwise.bibliography import united
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.experiments.records.jsonl import read_lines
from lengthwise.experiments.records.record import Record
from lengthwise.figures.huang.all_suites import SUITES
from lengthwise.figures.huang.suite import Cell, Suite


@dataclass(frozen=True, kw_only=True)
class MeasuredCell:
    """A cell of a table with its measurements.

    Attributes:
        cell: The cell.
        setting: Its difference from other cells of this task and scheme.
        scores: The accuracies of its models, or why they are not known.
    """

    cell: Cell
    setting: str
    scores: CellScores | CannotSay

    @property
    def known(self) -> CellScores | None:
        """The scores, if there are any."""
        return None if isinstance(self.scores, CannotSay) else self.scores

    @property
    def tried(self) -> int:
        """The number of its models with records."""
        return len(self.known.models) if self.known else 0


@dataclass(frozen=True, kw_only=True)
class MeasuredSuite:
    """A table with the measurements of its cells.

    Attributes:
        suite: The table.
        cells: All of its cells, including those without records.
    """

    suite: Suite
    cells: tuple[MeasuredCell, ...]

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices used for training."""
        known = (one.known for one in self.cells)
        found = {name for one in known if one is not None for name in one.devices}
        return tuple(sorted(found))

    @property
    def tried(self) -> int:
        """The number of its models with records."""
        return sum(one.tried for one in self.cells)

    @property
    def sources(self) -> tuple[str, ...]:
        """Its paper, and the sources of its tasks and models, as keys."""
        trained = (one.cell.trials[0].sources for one in self.cells)
        return united((self.suite.paper,), *trained)


def measured_suite(suite: Suite, records: Iterable[Record]) -> MeasuredSuite:
    """Returns the measurements of a table from records; other trials are ignored."""
    keys = {
        trial.key: place
        for place, cell in enumerate(suite.cells)
        for trial in cell.trials
    }
    by_cell: dict[int, list[Record]] = defaultdict(list)
    for one in records:
        if one.trial.key in keys:
            by_cell[keys[one.trial.key]].append(one)
    settings = _settings(suite.cells)
    return MeasuredSuite(
        suite=suite,
        cells=tuple(
            MeasuredCell(
                cell=cell,
                setting=settings[place],
                scores=cell_scores(by_cell[place], cell.bins, cell.subject),
            )
            for place, cell in enumerate(suite.cells)
        ),
    )


def record_files(folder: Path, tables: Iterable[str] = SUITES) -> list[Path]:
    """Returns the files with records of some tables in a folder.

    Tables share trials, so each may use the records of all others.
    """
    names = [f"{table}.jsonl{end}" for table in tables for end in ("", ".gz")]
    return [folder / name for name in names if (folder / name).is_file()]


def records_in_folder(folder: Path) -> list[Record]:
    """Returns all records of tables in a folder; none if there is no such file.

    Raises:
        SpecError: There is no such folder.
        FormatError: A line is damaged; the message names it.
    """
    if not folder.is_dir():
        raise SpecError(
            f"{folder} is not a folder; name the folder of the records with --records"
        )
    return [record for path in record_files(folder) for record in read_lines(path)]


def _settings(cells: tuple[Cell, ...]) -> list[str]:
    """For each cell, its difference from others of the same task and scheme."""
    groups: dict[tuple[str, str], list[Cell]] = defaultdict(list)
    for cell in cells:
        groups[cell.task, cell.scheme].append(cell)
    different = {key: _different(group) for key, group in groups.items()}
    return [
        ", ".join(
            f"{name}={_value(cell, name)}" for name in different[cell.task, cell.scheme]
        )
        for cell in cells
    ]


def _different(group: list[Cell]) -> list[str]:
    """The names of the settings that differ between cells of a group."""
    named = (name for cell in group for name in (*cell.model, *cell.recipe))
    return [
        name
        for name in dict.fromkeys(named)
        if name != "precision" and len({_value(cell, name) for cell in group}) > 1
    ]


def _value(cell: Cell, name: str) -> Any:  # noqa: ANN401 - of any setting
    recipe = cell.trials[0].recipe
    value = getattr(recipe if hasattr(recipe, name) else recipe.model, name)
    return f"{value:g}" if isinstance(value, float) else value
