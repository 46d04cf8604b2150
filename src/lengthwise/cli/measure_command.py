"""``lengthwise measure``: scores of trained models, by length or by bins of lengths."""

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lengthwise.cannot_say import CannotSay
from lengthwise.cli.number_options import Whole, read_bins, read_lengths
from lengthwise.cli.printing import print_json, print_text
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.spec.canonical import SHOWN
from lengthwise.tasks.catalogue import task as catalogue_task
from lengthwise.tasks.length_bins import LengthBin
from lengthwise.tasks.own.task_file import any_task, is_own
from lengthwise.tasks.task_name import name_of, task_name

if TYPE_CHECKING:
    from lengthwise.analysis.measured_rows import MeasuredRow
    from lengthwise.experiments.records.record import Record
    from lengthwise.experiments.store.store import Store

_KEY = re.compile(r"[0-9a-f]{4,64}")
WORDS = 512
"""The default number of inputs per length."""


def measure(
    model: str,
    /,
    *,
    lengths: str | None = None,
    words: Whole = None,
    seed: Whole = None,
    generated: bool = False,
    bins: str | None = None,
    select: Whole = None,
    report: Whole = None,
    store: str | None = None,
    json: bool = False,
) -> None:
    """Print the scores of trained models, with intervals.

    With the key of a trained model: every metric at every test length, and the number
    of distinct test inputs. With --lengths, --words or --seed, its stored weights are
    evaluated again; with --generated, the model generates its answers greedily.

    With a task and --bins: all its trained models in the store, by setting and bin of
    lengths, as means over all seeds. Next to them is the mean over the seeds that
    answer everything in the first bin right. --select and --report give the numbers of
    two bins: the one used to select the best setting, and the one used to report its
    scores.

    Args:
        model: Key of a trained model (the first 4 digits or more), or a task.
        lengths: Test lengths, as in 8,16,32 or 1-50. Default: the stored ones.
        words: Number of inputs per length. Default: 512.
        seed: Random seed of the inputs. Default: 0.
        generated: Let the model generate its answers; for next-token tasks.
        bins: Bins of lengths, as in 1-50,51-100,101-150, that of training first.
        select: Number of the bin used to select a setting.
        report: Number of the bin used to report the selected setting. Default: the
            last.
        store: URL of the store. Default: LENGTHWISE_STORE, else sqlite:///lengthwise.db
        json: Print JSON.
    """
    os.environ["JAX_PLATFORMS"] = "cpu"
    from lengthwise.experiments.store.store import Store

    ranges = None if bins is None else read_bins(bins)
    if ranges is None and not (select is None and report is None):
        raise SpecError("--select and --report need bins; add --bins 1-50,51-100")
    with Store(store, create=False) as kept:
        records = _records(model, kept)
        if ranges is not None:
            data, text = _by_bins(records, ranges, select, report)
        else:
            anew = generated or lengths or words is not None or seed is not None
            asked = None if lengths is None else read_lengths(lengths)
            rows = (
                _measured(records, kept, asked, words, seed, generated=generated)
                if anew
                else _stored(records)
            )
            data, text = _by_length(rows)
    if json:
        print_json(data, sources=records[0].trial.sources)
    else:
        print_text(text)


def _records(model: str, store: "Store") -> "Sequence[Record]":
    """The records of a key, or of a task."""
    if _KEY.fullmatch(model) and not _is_task(model):
        records = list(store.matching(model))
        keys = {one.trial.key for one in records}
        if len(keys) > 1:
            some = ", ".join(sorted(key[:SHOWN] for key in keys)[:3])
            raise SpecError(
                f"several keys start with {model}: {some}; give more digits"
            )
        if not records:
            raise SpecError(f"{store} has no trial whose key starts with {model}")
        return records
    held = list(store)
    names = {one.trial.task for one in held}
    chosen = {one for one in names if model in (str(one), one.name)}
    if is_own(model):
        chosen = {task_name(any_task(model))} & names
    elif not chosen:
        chosen = {name_of(catalogue_task(model))} & names
    if not chosen:
        raise SpecError(
            f"{store} has no records of {model}, only of "
            f"{', '.join(sorted(map(str, names))) or 'nothing'}; run a sweep first, or "
            "choose another store"
        )
    return [one for one in held if one.trial.task in chosen]


def _is_task(name: str) -> bool:
    try:
        catalogue_task(name)
    except UnknownNameError:
        return False
    return True


def _one(records: "Sequence[Record]") -> "Record":
    """Returns a record of the only model."""
    if len({one.trial.key for one in records}) > 1:
        raise SpecError(
            f"{len({one.trial.key for one in records})} models are stored; choose one "
            "by its key (see lengthwise store list), or add --bins"
        )
    return records[0]


def _stored(records: "Sequence[Record]") -> "tuple[MeasuredRow, ...]":
    """The stored scores of one model, over all its evaluations."""
    from lengthwise.analysis.measured_rows import measured_rows
    from lengthwise.training.evaluating.distinct_inputs import distinct_inputs

    _one(records)
    rows: list[MeasuredRow] = []
    for record in records:
        task, evaluation = record.trial.task.task_if_loaded, record.evaluation
        counts = {n: one.words for n, one in record.outcome.losses.items()}
        distinct = counts if evaluation.inputs == "adversarial" else {}
        if task is not None and evaluation.inputs == "drawn":
            distinct = distinct_inputs(task, counts, seed=evaluation.seed)
        rows += measured_rows(
            record.outcome, distinct=distinct, inputs=evaluation.inputs
        )
    return tuple(rows)


def _measured(
    records: "Sequence[Record]",
    store: "Store",
    lengths: list[int] | None,
    words: int | None,
    seed: int | None,
    *,
    generated: bool,
) -> "tuple[MeasuredRow, ...]":
    """The scores of the stored weights of one model, evaluated now."""
    from lengthwise.analysis.measured_rows import (
        MeasuredRow,
        interval_of,
        measured_rows,
    )
    from lengthwise.experiments.engines.runner import arrays
    from lengthwise.tasks.outputs import METRICS
    from lengthwise.training.evaluating.distinct_inputs import distinct_inputs
    from lengthwise.training.evaluating.generated_answers import generated_errors
    from lengthwise.training.evaluating.test_losses import measure as measure_nets

    (record,) = store.with_weights([_one(records)])
    trial, weights = record.trial, arrays(record)
    subject = trial.task.task
    asked = lengths or list(record.evaluation.lengths)
    many, number = WORDS if words is None else words, 0 if seed is None else seed
    lane = trial.lane
    (found,) = measure_nets(
        trial.recipe, [(lane, weights)], asked, words=many, seed=number
    )
    counts = {n: one.words for n, one in found.losses.items()}
    distinct = distinct_inputs(subject, counts, seed=number)
    outcome = record.outcome.with_losses(found.losses, found.further)
    rows = measured_rows(outcome, distinct=distinct)
    if not generated:
        return rows
    headline = METRICS[outcome.metric]
    written = generated_errors(trial.recipe, weights, asked, words=many, seed=number)
    return (
        tuple(
            MeasuredRow(
                length=length,
                metric=headline,
                value=score.mean,
                interval=interval_of(headline, score),
                words=score.words,
                distinct=distinct.get(length),
                generated=True,
            )
            for length, score in written.items()
        )
        + rows
    )


def _by_length(rows: "tuple[MeasuredRow, ...]") -> tuple[dict[str, Any], str]:
    from lengthwise.analysis.measured_rows import rows_table

    data = {"rows": [row.plain() for row in rows], "selected": None}
    note = "low, high: 90 % interval over test inputs"
    return data, f"{rows_table(rows).text()}\n{note}"


def _by_bins(
    records: "Sequence[Record]",
    bins: list[LengthBin],
    select: int | None,
    report: int | None,
) -> tuple[dict[str, Any], str]:
    from lengthwise.analysis.bin_scores import select as selection
    from lengthwise.analysis.binned import bin_rows, bins_table
    from lengthwise.analysis.measured_rows import finite

    rows = bin_rows(records, bins)
    if isinstance(rows, CannotSay):
        raise SpecError(f"{rows.reason}; add these lengths to the sweep")
    note = (
        "means over all seeds; low, high: 90 % interval; fit: seeds that answer all "
        "inputs of the first bin right"
    )
    data: dict[str, Any] = {"rows": [row.plain() for row in rows], "selected": None}
    lines = [bins_table(rows).text(), note]
    if select is not None:
        chosen = selection(
            records,
            by=_numbered(bins, select, "select"),
            report=_numbered(bins, len(bins) if report is None else report, "report"),
        )
        if isinstance(chosen, CannotSay):
            raise SpecError(chosen.reason)
        data["selected"] = {
            "trial": chosen.trial.key,
            "settings": chosen.tried,
            "select": _ends(chosen.selected.bin),
            "report": _ends(chosen.reported.bin),
            "metric": chosen.reported.metric.name,
            "value": finite(chosen.reported.mean),
            "least": finite(chosen.reported.least),
            "most": finite(chosen.reported.most),
            "seeds": len(chosen.reported.scores),
        }
        lines.append(f"selected: {chosen.trial.key[:SHOWN]}: {chosen}")
    return data, "\n".join(lines)


def _ends(one: LengthBin) -> list[int]:
    return [one.low, one.high]


def _numbered(bins: list[LengthBin], number: int, option: str) -> LengthBin:
    if not 1 <= number <= len(bins):
        raise SpecError(f"--{option} {number}; the bins are 1 to {len(bins)}")
    return bins[number - 1]
