"""Tables of any sweep: answers by setting, the settings themselves, every record."""

import math
from collections.abc import Sequence

from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.analysis.summary import Summary
from lengthwise.cannot_say import CannotSay
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.canonical import SHOWN
from lengthwise.jobs.sweep_findings import Setting, SweepFindings
from lengthwise.report.study._caveats import half_a_word
from lengthwise.report.study._curve_values import mean_value, shown_noun
from lengthwise.tables import Cell, Table
from lengthwise.tasks.outputs import FURTHER

MOST = 2_000
"""Number of a setting's records that a page lists."""


def answers(findings: SweepFindings) -> Table:
    """The sufficient length of each setting and error."""
    rows = [
        (findings.label(setting), eps, *_cells(answer))
        for setting, summary in findings.settings
        for eps, answer in summary.lengths.items()
    ]
    table = Table(
        name="answers",
        caption="The smallest training length N with an error of at most ε.",
        header=("setting", "ε", "N", "low", "high", "seeds", "remark"),
        rows=tuple(rows),
        note=(
            "N: where the geometric mean over seeds crosses ε, by an isotonic fit; "
            "low, high: 90 % interval over seeds and test inputs."
        ),
    )
    return table.without("remark")


def by_test_length(findings: SweepFindings) -> tuple[Table, ...]:
    """The average over seeds at each test length, with a table per metric.

    Args:
        findings: A sweep with one training length in each setting.
    """
    by_metric: dict[str, list[tuple[Setting, Summary]]] = {}
    for setting, summary in findings.settings:
        by_metric.setdefault(summary.metric.name, []).append((setting, summary))
    return tuple(
        _by_test_length(findings, parts, place)
        for place, parts in enumerate(by_metric.values(), start=1)
    )


def _by_test_length(
    findings: SweepFindings, parts: Sequence[tuple[Setting, Summary]], place: int
) -> Table:
    metric = parts[0][1].metric
    lengths = sorted({t for _, one in parts for run in one.runs for t in run.errors})
    average = "mean" if metric.is_rate else "geometric mean"
    return Table(
        name=f"by-test-length-{place}",
        caption=f"{shown_noun(metric).capitalize()} by test length: {average} over "
        "seeds.",
        header=("setting", "N", "seeds", *(f"at {n:,}" for n in lengths)),
        rows=tuple(
            (
                findings.label(setting),
                _listed(setting.train_lengths),
                len(summary.runs),
                *(_mean_at(summary, length) for length in lengths),
            )
            for setting, summary in parts
        ),
    )


def _mean_at(summary: Summary, length: int) -> Cell:
    runs = [run for run in summary.runs if length in run.errors]
    return mean_value(runs, length, summary.metric) if runs else None


def _cells(answer: SufficientLength | CannotSay) -> tuple[Cell, ...]:
    if isinstance(answer, CannotSay):
        return None, None, None, None, str(answer)
    ends = answer.interval
    return answer.length, ends.low, ends.high, answer.seeds, ""


def settings(findings: SweepFindings) -> Table:
    """The trained and tested settings, one per row."""
    parts = [setting for setting, _ in findings.settings]
    names = dict.fromkeys(name for one in parts for name in one.values)
    rest = [name for name in names if name != "task"]
    table = Table(
        name="settings",
        caption="What was trained and tested, one setting per row.",
        header=("task", "train_length", "seeds", "records", *rest, "file (SHA-256)"),
        rows=tuple(
            (
                str(one.task),
                _listed(one.train_lengths),
                _listed(one.seeds),
                len(one.records),
                *(_cell(one.values.get(name)) for name in rest),
                one.task.origin or "",
            )
            for one in parts
        ),
        note="Column names are those of a grid file.",
    )
    return table.without("file (SHA-256)", "standard_error", "evaluation_seed")


def _cell(value: object) -> Cell:
    if isinstance(value, tuple):
        return _listed(value)
    if isinstance(value, str | int | float) or value is None:
        return value
    return str(value)


def _listed(values: Sequence[object]) -> str:
    """A list as text; consecutive integers as a range."""
    whole = [value for value in values if isinstance(value, int)]
    if len(whole) == len(values) > 2 and whole == list(range(whole[0], whole[-1] + 1)):
        return f"{whole[0]} to {whole[-1]}"
    return ", ".join("none" if value is None else str(value) for value in values)


def records(setting: Setting, summary: Summary) -> Table:
    """Every record: how training ended, and the error at each test length."""
    lengths = setting.records[0].evaluation.lengths
    listed = setting.records[:MOST]
    more = len(setting.records) - len(listed)
    note = half_a_word(summary, zero="counts as").strip()
    if more:
        note = f"{more:,} more are in the store; export them as CSV. {note}".strip()
    return Table(
        name="records",
        caption=f"All models: {summary.metric.axis} by test length.",
        header=(
            *("trial", "N", "seed", "training ended", "steps"),
            *(f"at {n:,}" for n in lengths),
        ),
        rows=tuple(_record(one, lengths) for one in listed),
        note=note,
        folded=True,
    )


def further_scores(setting: Setting) -> tuple[Table, ...]:
    """The further scores of each metric: means over the models of a setting.

    A metric about some inputs only, such as the place of the first error, is averaged
    over the models that have it at a length.
    """
    lengths, every = setting.tested, setting.records
    names = [*dict.fromkeys(name for one in every for name in one.outcome.further)]
    rows = [
        (n, name, *(_mean_further(some, name, length) for length in lengths))
        for n in setting.train_lengths
        for some in [[one for one in every if one.trial.train_length == n]]
        for name in names
    ]
    table = Table(
        name="further",
        caption="Further scores by test length: mean over seeds.",
        header=("N", "score", *(f"at {n:,}" for n in lengths)),
        rows=tuple(rows),
        note=" ".join(
            f"{name.capitalize()}: {FURTHER[name].meaning.replace('``', '')}"
            for name in names
        ),
        folded=True,
    )
    return (table,) if rows else ()


def _mean_further(records: Sequence[Record], name: str, length: int) -> Cell:
    scores = [one.outcome.further.get(name, {}).get(length) for one in records]
    known = [one.mean for one in scores if one is not None]
    return math.fsum(known) / len(known) if known else None


def _record(record: Record, lengths: Sequence[int]) -> tuple[Cell, ...]:
    outcome, errors = record.outcome, record.outcome.errors
    ended = "converged" if outcome.converged else "step limit"
    if outcome.diverged is not None:
        ended = "diverged"
    trial = record.trial
    return (
        *(trial.key[:SHOWN], trial.train_length, trial.seed, ended, outcome.steps),
        *(errors[n] for n in lengths),
    )
