"""The tables built from records: accuracies by bin, selection, all tasks."""

from collections.abc import Iterable

from lengthwise.analysis.cell_scores import CellScores, Summary
from lengthwise.analysis.interval import Interval
from lengthwise.figures.huang.comparison import Compared, Comparison
from lengthwise.figures.huang.measured_suite import MeasuredCell, MeasuredSuite
from lengthwise.figures.huang.selection_effect import selection_effects
from lengthwise.tables import Cell, Table

NOT_YET = "not trained yet"
POSITIONS = {"absolute": "APE", "none": "NoPE"}
"""The names of the schemes in the paper."""


def percent(value: float | None) -> str | None:
    """A rate in percent, with one digit; empty if there is none.

    Examples:
        >>> percent(0.99961), percent(0.9941), percent(None)
        ('100.0', '99.4', None)
    """
    return None if value is None else f"{100 * value:.1f}"


def scores_table(measured: MeasuredSuite, compared: Comparison) -> Table:
    """Returns a row for each cell: seeds, bins, adversarial bins, the published number.

    Cells without records have a row that says so.
    """
    by_cell = {id(one.measured.cell): one for one in compared.entries}
    cells = measured.cells
    schemes = {one.cell.bins for one in cells}
    heads = [str(one) for one in max(schemes, key=len)]
    if len(schemes) > 1:
        heads = ["first bin", "second bin", "last bin"]
    return Table(
        name=measured.suite.name,
        caption=f"{measured.suite.title}. Percent of inputs answered right.",
        note=NOTE,
        header=(
            *("task", "positions", "setting", "models", "fit", *heads),
            *("best", "least", "mean", "interval", "mean if fit", "adversarial"),
            *("inputs", "published", "verdict"),
        ),
        align=f"lllrr{'r' * len(heads)}rrrrrrrrl",
        rows=tuple(_row(one, by_cell.get(id(one.cell)), len(heads)) for one in cells),
    ).without("setting", "adversarial", "published", "verdict")


NOTE = (
    "fit: models that are right on at least 99 % of the training lengths (the first "
    "bin; the second one may select, the last one is reported). Columns of bins: the "
    "typical model, the median of all, on random inputs. What follows is about the "
    "last bin: the best and the worst model, the mean with its 90 % interval over "
    "models, the mean of the models that fit, the typical model on adversarial "
    "inputs, and how many different random inputs there can be at most."
)
"""How to read `scores_table`."""


def _row(one: MeasuredCell, said: Compared | None, bins: int) -> tuple[Cell, ...]:
    published = None if said is None else said.accuracy("published")
    cell, wanted = one.cell, len(one.cell.trials)
    head = (cell.task, POSITIONS[cell.scheme], one.setting)
    tail = (
        None if published is None else f"{published:g}",
        None if said is None else said.said.answer,
    )
    scores = one.known
    if scores is None:
        return (*head, NOT_YET, *[None] * (bins + 8), *tail)
    last = _drawn(scores, -1)
    hard, fitting = scores.adversarial(-1), scores.drawn(-1, fitting=True)
    return (
        *head,
        f"{one.tried} of {wanted}",
        str(len(scores.fitting)),
        *(percent(_drawn(scores, place).typical) for place in range(bins)),
        percent(last.best),
        percent(last.least),
        percent(last.mean),
        span(last.interval),
        percent(fitting.mean) if fitting else None,
        percent(hard.typical) if hard else None,
        f"{scores.inputs[-1]:,}",
        *tail,
    )


def span(ends: Interval | None) -> str | None:
    """An interval in percent, with one digit.

    Examples:
        >>> span(Interval(0.354, 1.0))
        '35.4–100.0'
    """
    return None if ends is None else f"{100 * ends.low:.1f}–{100 * ends.high:.1f}"


def _drawn(scores: CellScores, place: int) -> Summary:
    found = scores.drawn(place)
    assert found is not None
    return found


def bins_table(measured: MeasuredSuite) -> Table:
    """Returns a row for each cell, bin and kind of inputs, numbers in full.

    Random and adversarial inputs have separate rows and are never mixed.
    """
    rows: list[tuple[Cell, ...]] = []
    for one in measured.cells:
        scores = one.known
        for place, lengths in enumerate(one.cell.bins):
            head = (one.cell.task, one.cell.scheme, one.setting, str(lengths))
            if scores is None:
                rows.append((*head, "random", 0, *[None] * 9))
                continue
            fitting = scores.drawn(place, fitting=True)
            drawn = _summary(_drawn(scores, place), fitting, scores.inputs[place])
            rows.append((*head, "random", *drawn))
            hard = scores.adversarial(place)
            if hard is not None:
                given = _summary(hard, None, scores.hard_inputs[place])
                rows.append((*head, "adversarial", *given))
    return Table(
        name=measured.suite.name,
        caption=f"{measured.suite.title}, by bin: shares of right answers.",
        header=(
            *("task", "positions", "setting", "lengths", "inputs", "models", "typical"),
            *("best", "least", "mean", "low", "high", "models that fit", "mean if fit"),
            "different inputs at most",
        ),
        align="lllllrrrrrrrrrr",
        rows=tuple(rows),
    )


def _summary(found: Summary, fitting: Summary | None, inputs: int) -> tuple[Cell, ...]:
    ends = found.interval
    return (
        *(len(found.values), found.typical, found.best, found.least, found.mean),
        *((None, None) if ends is None else (ends.low, ends.high)),
        len(fitting.values) if fitting else None,
        fitting.mean if fitting else None,
        inputs,
    )


def selection_table(measured: MeasuredSuite) -> Table:
    """Returns the effect of selecting a configuration on the reported number."""
    return Table(
        name=f"{measured.suite.name}-selection",
        caption="The effect of selection on lengths 101 to 150, in percent.",
        header=(
            *("task", "configurations", "fit", "typical if fit", "chosen on 51 to 100"),
            *("reported", "if chosen on 101 to 150"),
        ),
        align="lrrrlrr",
        rows=tuple(
            (
                *(one.task, one.configurations, one.fitting, percent(one.typical)),
                *(one.chosen, percent(one.selected), percent(one.cheated)),
            )
            for one in selection_effects(measured)
        ),
    )


def tasks_table(compared: Iterable[tuple[str, Comparison]]) -> Table:
    """Returns one table of all cells: verdict, published, ours; for the manual."""
    rows = tuple(
        _task_row(name, one) for name, part in compared for one in part.entries
    )
    return Table(
        name="all-tasks",
        caption="All tasks: verdict, published accuracy, ours.",
        header=(
            *("task", "format", "positions", "verdict", "published", "typical"),
            *("mean if fit", "models", "size", "table", "setting"),
        ),
        align="llllrrrrrll",
        rows=rows,
    )


def _task_row(name: str, one: Compared) -> tuple[Cell, ...]:
    cell, said = one.measured.cell, one.said
    published = one.accuracy("published")
    typical, fitting = one.accuracy("typical"), one.accuracy("fitting")
    known = one.measured.known
    return (
        cell.task.partition("@")[0],
        said.format,
        POSITIONS[cell.scheme],
        said.answer,
        None if published is None else f"{published:g}",
        NOT_YET if typical is None else f"{typical:.1f}",
        None if fitting is None else f"{fitting:.1f}",
        len(known.models) if known else 0,
        said.size,
        name,
        one.measured.setting,
    )
