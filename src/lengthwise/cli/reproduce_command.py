"""``lengthwise reproduce`` and ``lengthwise figure``: published figures and tables."""

import os
from pathlib import Path
from typing import Any

from lengthwise.bibliography import united
from lengthwise.cli.number_options import Whole
from lengthwise.cli.positions_answer import POSITIONS, print_positions
from lengthwise.cli.prediction_data import prediction_data
from lengthwise.cli.printing import print_json, print_text
from lengthwise.cli.progress_lines import display
from lengthwise.cli.sweep_command import ANSWER
from lengthwise.names import digits


def reproduce(
    name: str,
    /,
    *,
    size: str | None = None,
    records: Path | None = None,
    train: bool = False,
    store: str | None = None,
    out: Path = Path(),
    workers: Whole = None,
    strict: bool = False,
    quiet: bool = False,
    json: bool = False,
) -> int:
    """Train the models of a published figure or table, then check and draw it.

    Figures: izzo-fig1, izzo-fig1-log, izzo-fig2, izzo-fig3, izzo-fig4-left,
    izzo-fig4-S, izzo-fig4-k, or izzo for all of Izzo, Nichani and Lee. In izzo-mean
    (izzo-mean-fig1 and so on, izzo-mean-fig4-S-k2) training stops at the mean loss of
    100 batches. In izzo-even all models train for the same number of steps. Both have
    independent models. Run the same command again to resume after Ctrl-C. With
    --records, nothing is trained: the records in a folder are used.

    Tables of decoders: huang-algorithmic, huang-languages, huang-formats and so on, or
    huang for all of Huang et al. They show every model by bin of lengths, on random and
    adversarial inputs, and the verdict beside them. They need --records, or --train
    (hours on a GPU), or both: then only models without a record are trained.

    Table huang-positions: whether products of position vectors can be functions of the
    distance. It is read from --records (default: results).

    Example: lengthwise reproduce izzo-fig1 --records results

    Args:
        name: The name of the figure or table.
        size: full (the published size) or small (for two CPU cores). Default: full with
            a GPU, otherwise small.
        records: A folder of records to use instead of training.
        train: Train the models of a table that have no record.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        out: The folder for NAME.svg, NAME.pdf and NAME.png.
        workers: Number of training processes. Default: one per core, or one per GPU.
        strict: Exit with 1 if a published trend does not hold.
        quiet: Show no progress, and print only the checks.
        json: Print JSON.
    """
    inherited = dict(os.environ)
    os.environ["JAX_PLATFORMS"] = "cpu"
    if name == POSITIONS:
        return print_positions(records, json=json)
    from lengthwise.cli.suite_answers import is_table, reproduce_tables

    table = is_table(name)  # an unknown name is answered before the rest is loaded
    from lengthwise.errors import SpecError
    from lengthwise.experiments.engines import host
    from lengthwise.experiments.sweep.stopping import listening
    from lengthwise.figures.all_figures import figures
    from lengthwise.figures.figure import from_folder
    from lengthwise.jobs.reproduction import reproduce as run
    from lengthwise.jobs.reproduction import reproduction_of
    from lengthwise.report.paper.paper_figures import paper_figure

    if out.exists() and not out.is_dir():
        raise SpecError(f"--out {out} is not a folder; give a folder for the figures")
    out.mkdir(parents=True, exist_ok=True)
    if table:
        return reproduce_tables(
            name,
            size=size,
            records=records,
            train=train,
            store=store,
            out=out,
            workers=workers,
            strict=strict,
            quiet=quiet,
            json=json,
            inherited=inherited,
        )
    if train:
        raise SpecError(
            "--train is for tables; figures train unless --records is given"
        )
    usual = "full" if host.has_gpu(inherited) else "small"
    answers = []
    for figure in figures(name):
        if records is not None:
            answer = reproduction_of(from_folder(figure, records))
        else:
            with listening(ANSWER) as stopping, display(quiet or json) as watch:
                answer = run(
                    figure,
                    size=size or usual,
                    store=store,
                    workers=workers,
                    stopping=stopping,
                    watch=watch,
                    inherited=inherited,
                )
        plot = paper_figure(answer)
        width, height = (float(inches) for inches in plot.figure.get_size_inches())
        files = [
            plot.save(out / f"{figure.name}.{kind}", width=width, height=height)
            for kind in ("svg", "pdf", "png")
        ]
        answers.append(answer)
        if not json:
            print_text(answer, flush=True)
            print_text(f"  drawn: {', '.join(map(str, files))}", flush=True)
    if json:
        sources = united(*(one.sources for one in answers))
        print_json({"figures": [_data(one) for one in answers]}, sources=sources)
    return int(strict and not all(one.holds for one in answers))


def figure(
    name: str,
    /,
    *,
    out: Path | None = None,
    panel: Whole = None,
    table: Path | None = None,
    records: Path = Path("results"),
    json: bool = False,
) -> None:
    """Draw a published figure or table from records, as PDF, SVG or PNG.

    The names are those of lengthwise reproduce, which creates the records. In the
    figure of a table, every model is a dot.

    Example: lengthwise figure izzo-fig1 --out fig1.pdf

    Args:
        name: The name of the figure or table.
        out: The file; its extension determines the format. Default: NAME.pdf here.
        panel: Number of the only panel to draw, from 1, at column width. Default: all
            panels side by side.
        table: A file for the values, .csv or .tex.
        records: The folder of the records.
        json: Print JSON.
    """
    os.environ["JAX_PLATFORMS"] = "cpu"
    from lengthwise.cli.suite_answers import draw_table, is_table

    if is_table(name):  # an unknown name is answered before the rest is loaded
        draw_table(name, out=out, panel=panel, table=table, records=records, json=json)
        return
    from lengthwise.figures.all_figures import figure as figure_of
    from lengthwise.figures.figure import from_folder
    from lengthwise.jobs.reproduction import reproduction_of
    from lengthwise.report.paper.paper_figures import paper_figure, paper_table

    reproduction = reproduction_of(from_folder(figure_of(name), records))
    plot = paper_figure(reproduction, panel=panel)
    if table is not None:
        paper_table(reproduction).save(table)
    width, height = (float(inches) for inches in plot.figure.get_size_inches())
    target = out or Path(f"{name}.pdf")
    saved = plot.save(target, width=width, height=height)
    if json:
        print_json(
            {"file": str(saved), "caption": plot.caption}, sources=reproduction.sources
        )
    else:
        print_text(f"{saved}\n{plot.caption}")


def _data(reproduction: Any) -> dict[str, Any]:  # noqa: ANN401 - loaded when called
    measured = reproduction.measured
    return {
        "name": measured.figure.name,
        "size": measured.size,
        "models": len(measured.runs),
        "of": measured.trials,
        "devices": list(measured.devices),
        "holds": reproduction.holds,
        "checks": [_check(check) for check in reproduction.checks],
        "beyond": [_check(check) for check in reproduction.beyond],
        "shuffled": [_check(check) for check in reproduction.blind],
        "exponents": [_knob(knob) for knob in reproduction.knobs],
        "prediction": prediction_data(
            reproduction.prediction,
            reproduction.checked,
            reproduction.predicted,
            len(measured.runs),
        ),
    }


def _check(check: Any) -> dict[str, Any]:  # noqa: ANN401
    return {
        "trend": check.trend,
        "average": check.average,
        "holds": check.holds,
        "numbers": check.numbers,
        "left_out": check.left_out,
        "undecided": check.undecided,
    }


def _knob(knob: Any) -> dict[str, Any]:  # noqa: ANN401
    known = getattr(knob.exponent, "value", None)
    ends = knob.exponent.interval if known is not None else None
    return {
        "of": knob.name,
        "at": knob.at,
        "norm": knob.norm,
        "average": knob.average,
        "left_out": knob.left_out,
        "exponent": known,
        "interval": ends and [ends.low, ends.high],
        "said": str(knob.exponent),
        "theorem": _bound(knob.theory.upper),
        "lower_bound": _bound(knob.theory.lower),
        "lengths": {digits(x): one.length for x, one in knob.lengths.items()},
    }


def _bound(bound: Any) -> dict[str, Any]:  # noqa: ANN401
    if not hasattr(bound, "theorem"):
        return {"exponent": None, "reason": bound.reason}
    return {
        "exponent": bound.value,
        "between": [bound.flattest, bound.steepest],
        "theorem": bound.theorem,
        "norm": bound.norm,
    }
