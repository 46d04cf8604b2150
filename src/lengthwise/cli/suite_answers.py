"""Output of ``lengthwise reproduce`` and ``figure`` for tables of decoders."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lengthwise.bibliography import united
from lengthwise.cli.printing import print_json, print_text
from lengthwise.cli.progress_lines import display
from lengthwise.cli.sweep_command import ANSWER
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.figures.figure_names import FAMILY_NAMES, FIGURE_NAMES, TABLE_NAMES

FAMILY = "huang"
"""The name that stands for all tables."""


def is_table(name: str) -> bool:
    """Whether a name is that of a table, or of all of them.

    Raises:
        UnknownNameError: No table and no figure has this name.

    Examples:
        >>> is_table("huang-languages"), is_table("izzo-fig1")
        (True, False)
    """
    tables = (*TABLE_NAMES, FAMILY)
    figures = (*FIGURE_NAMES, *FAMILY_NAMES)
    if name not in tables and name not in figures:
        raise UnknownNameError("figure or table", name, [*figures, *tables])
    return name in tables


def reproduce_tables(
    name: str,
    *,
    size: str | None,
    records: Path | None,
    train: bool,
    store: str | None,
    out: Path,
    workers: int | None,
    strict: bool,
    quiet: bool,
    json: bool,
    inherited: Mapping[str, str],
) -> int:
    """Prints the tables that a name stands for; the options are those of the command.

    Raises:
        SpecError: Options are inconsistent.
    """
    from lengthwise.experiments.sweep.stopping import listening
    from lengthwise.figures.huang.all_suites import suites
    from lengthwise.figures.huang.comparison import SOURCES, comparison
    from lengthwise.figures.huang.measured_suite import records_in_folder
    from lengthwise.jobs import suite_reproduction as job

    chosen = suites(name)
    models = len({trial.key for one in chosen for trial in one.trials})
    if size is not None:
        raise SpecError(f"--size {size} is for figures; tables have one size")
    if records is None and not train:
        raise SpecError(
            f"{name} has {models:,} models; give a folder of records with --records, "
            "or train them with --train (hours on a GPU)"
        )
    if train:
        known = [] if records is None else records_in_folder(records)
        with listening(ANSWER) as stopping, display(quiet or json) as watch:
            answers = job.train(
                chosen,
                known,
                store=store,
                workers=workers,
                stopping=stopping,
                watch=watch,
                inherited=inherited,
            )
    else:
        assert records is not None
        answers = job.from_records(chosen, records)
    together = comparison([one.measured for one in answers])
    if json:
        data = {
            "tables": [_table_data(one) for one in answers],
            "agreement": {
                source: {
                    about: [asdict(at) for at in together.curve(source, about)]
                    for about in ("format", "language")
                }
                for source in SOURCES
            },
        }
        print_json(data, sources=united(*(one.sources for one in answers)))
    for one in answers:
        files = _drawn(one.measured, out)
        if not json:
            print_text(*((*one.checks,) if quiet else (one,)), flush=True)
            print_text(f"  drawn: {', '.join(map(str, files))}\n", flush=True)
    if len(answers) > 1 and not json:
        _print_together(together)
    return int(strict and not all(one.holds for one in answers))


def _print_together(together: Any) -> None:  # noqa: ANN401 - loaded when called
    from lengthwise.figures.huang.agreement_tables import agreement_table
    from lengthwise.figures.huang.comparison import USUAL, wrong_names

    print_text(
        "all tables, each model once",
        agreement_table(together).text(),
        f"verdict wrong at {USUAL:g} % (ours): "
        f"{wrong_names(together, 'typical', USUAL)}",
    )


def _drawn(measured: Any, out: Path) -> Sequence[Path]:  # noqa: ANN401
    from lengthwise.report.paper.suite_figure import suite_figure

    plot = suite_figure(measured)
    width, height = (float(inches) for inches in plot.figure.get_size_inches())
    return [
        plot.save(out / f"{plot.name}.{kind}", width=width, height=height)
        for kind in ("svg", "pdf")
    ]


def draw_table(
    name: str,
    *,
    out: Path | None,
    panel: int | None,
    table: Path | None,
    records: Path,
    json: bool,
) -> None:
    """Draws a table from records; the options are those of the command.

    Raises:
        SpecError: A single panel, or all tables, were requested.
    """
    from lengthwise.figures.huang.all_suites import suites
    from lengthwise.figures.huang.suite_tables import bins_table
    from lengthwise.jobs.suite_reproduction import from_records
    from lengthwise.report.paper.suite_figure import suite_figure

    if panel is not None:
        raise SpecError(
            f"--panel {panel} is for figures; the panels of {name} cannot be separated"
        )
    if name == FAMILY:
        raise SpecError(
            f"{name} has several figures; choose one, or lengthwise reproduce {name}"
        )
    (found,) = from_records(suites(name), records)
    plot = suite_figure(found.measured)
    if table is not None:
        bins_table(found.measured).save(table)
    width, height = (float(inches) for inches in plot.figure.get_size_inches())
    saved = plot.save(out or Path(f"{name}.pdf"), width=width, height=height)
    if json:
        print_json({"file": str(saved), "caption": plot.caption}, sources=found.sources)
    else:
        print_text(f"{saved}\n{plot.caption}")


def _table_data(answer: Any) -> dict[str, Any]:  # noqa: ANN401
    measured = answer.measured
    said = {id(one.measured): one for one in answer.compared.entries}
    return {
        "name": answer.name,
        "models": measured.tried,
        "of": len(measured.suite.trials),
        "devices": list(measured.devices),
        "holds": answer.holds,
        "checks": [asdict(check) for check in answer.checks],
        "cells": [_cell_data(one, said.get(id(one))) for one in measured.cells],
        "pairs": [one.data() for one in answer.scores],
    }


def _cell_data(one: Any, compared: Any) -> dict[str, Any]:  # noqa: ANN401
    from lengthwise.figures.huang.cell_verdicts import published_of, said_of

    scores, said = one.known, said_of(one.cell)
    return {
        "task": one.cell.task,
        "positions": one.cell.scheme,
        "setting": one.setting,
        "note": one.cell.note,
        "format": said.format,
        "verdict": said.answer,
        "verdict_of_language": said.headline,
        "program_size": said.size,
        "counting_depth": said.depth,
        "published": published_of(one.cell),
        "compared": compared is not None,
        "models": one.tried,
        "of": len(one.cell.trials),
        "fit": len(scores.fitting) if scores else 0,
        "bins": [
            _bin_data(scores, place, [bins.low, bins.high])
            for place, bins in enumerate(one.cell.bins)
        ],
        "each_model": [asdict(model) for model in scores.models] if scores else [],
    }


def _bin_data(scores: Any, place: int, lengths: list[int]) -> dict[str, Any]:  # noqa: ANN401
    if scores is None:
        return {"lengths": lengths, "random": None, "if_fit": None, "adversarial": None}
    drawn, fitting = scores.drawn(place), scores.drawn(place, fitting=True)
    return {
        "lengths": lengths,
        "random": _summary_data(drawn, scores.inputs[place]),
        "if_fit": _summary_data(fitting, scores.inputs[place]),
        "adversarial": _summary_data(
            scores.adversarial(place), scores.hard_inputs[place]
        ),
    }


def _summary_data(found: Any, inputs: int) -> dict[str, Any] | None:  # noqa: ANN401
    if found is None:
        return None
    ends = found.interval
    return {
        "models": len(found.values),
        "typical": found.typical,
        "best": found.best,
        "least": found.least,
        "mean": found.mean,
        "interval": ends and [ends.low, ends.high],
        "different_inputs_at_most": inputs,
    }
