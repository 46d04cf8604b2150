"""The page of any sweep: answers, curves, settings and records.

`render_sweep` is pure: the same findings give the same bytes. It does not load the
task: a user's own task is shown by its name and the digest of its file.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lengthwise.analysis.summary import Summary
from lengthwise.jobs.sweep_findings import Setting, SweepFindings
from lengthwise.numbers import readable
from lengthwise.report.study._curve_plan import by_setting
from lengthwise.report.study._headline import headline
from lengthwise.report.study._length_tables import plateaus, sufficient
from lengthwise.report.study._sections import Section, growth
from lengthwise.report.study._sweep_headline import sweep_headline
from lengthwise.report.study._sweep_tables import (
    answers,
    by_test_length,
    further_scores,
    records,
    settings,
)
from lengthwise.report.study.curve_figures import (
    curves_by_test_length,
    curves_by_train_length,
)
from lengthwise.report.study.study_figures import (
    error_by_length,
    plateau_by_train_length,
)
from lengthwise.report.study.study_page import filled_page
from lengthwise.report.tools.page import Page
from lengthwise.report.tools.plot import Plot
from lengthwise.tables import Table

SWEEP = ("sweep", "a sweep over training lengths")
"""The name of this kind of page, short and for the window title."""


LISTED = 6
"""With more settings, the table of contents does not list them."""


def render_sweep(findings: SweepFindings) -> Page:
    """The self-contained page of a sweep."""
    return filled_page(
        kind=SWEEP,
        title=findings.title,
        about=_about(findings),
        headline=sweep_headline(findings),
        plots=sweep_figures(findings),
        sections=tuple(_sections(findings)),
        provenance=findings.provenance,
        trained=True,
    )


def sweep_figures(findings: SweepFindings) -> tuple[Plot, ...]:
    """Curves over test length and over training length.

    A single setting has the figures of a study; several share axes.
    """
    if len(findings.settings) == 1:
        summary = findings.settings[0][1]
        pair = (plateau_by_train_length(summary), error_by_length(summary))
        return tuple(plot for plot in pair if plot is not None)
    plots: list[Plot] = []
    for number, plan in enumerate(by_setting(findings.settings), start=1):
        plots.append(curves_by_test_length(plan, name=f"curves-{number}"))
        by_training = curves_by_train_length(plan, name=f"by-training-length-{number}")
        plots += [] if by_training is None else [by_training]
    return tuple(plots)


def _about(findings: SweepFindings) -> str:
    """A sentence on what was trained."""
    parts = findings.settings
    lengths = sorted({n for one, _ in parts for n in one.train_lengths})
    tested = [n for one, _ in parts for n in one.tested]
    models = sum(len(one.records) for one, _ in parts)
    several = f" in {len(parts)} settings" if len(parts) > 1 else ""
    known = parts[0][1].task
    subject = ""
    if len(parts) == 1 and known is not None:
        subject = f"{known.summary.removesuffix('.')}. "
    elif len(parts) == 1:
        subject = "The task is defined in a file that was not read. "
    return (
        f"{subject}{readable(models)} models{several}, trained on lengths up to "
        f"{_listing(lengths)}, tested on lengths {readable(min(tested))} to "
        f"{readable(max(tested))}."
    )


def _listing(lengths: Sequence[int]) -> str:
    """Lengths as text; many are abbreviated to a range."""
    texts = [readable(length) for length in lengths]
    if len(texts) > 6:
        return f"N = {texts[0]} to {texts[-1]}"
    *first, last = texts
    return f"{', '.join(first)} or {last}" if first else last


def _sections(findings: SweepFindings) -> Iterator[Section]:
    parts = findings.settings
    if len(parts) == 1:
        setting, summary = parts[0]
        yield Section(
            name="lengths",
            title="Sufficient lengths",
            texts=growth(summary),
            tables=_with_rows(sufficient(summary), plateaus(summary)),
        )
        yield _settings_section(findings)
        yield Section(
            name="models",
            title="All models",
            texts=(),
            tables=(*further_scores(setting), records(setting, summary)),
        )
        return
    if any(len(setting.train_lengths) > 1 for setting, _ in parts):
        yield Section(
            name="lengths",
            title="Sufficient lengths",
            texts=(),
            tables=_with_rows(answers(findings)),
        )
    else:
        yield Section(
            name="by-test-length",
            title="By test length",
            texts=(),
            tables=by_test_length(findings),
        )
    yield _settings_section(findings)
    for place, (setting, summary) in enumerate(parts, start=1):
        part = _setting_section(findings.label(setting), place, setting, summary)
        yield replace(part, listed=len(parts) <= LISTED)


def _settings_section(findings: SweepFindings) -> Section:
    return Section(
        name="settings", title="Settings", texts=(), tables=(settings(findings),)
    )


def _setting_section(
    label: str, place: int, setting: Setting, summary: Summary
) -> Section:
    if len(setting.train_lengths) == 1:
        both = (*further_scores(setting), records(setting, summary))
        return Section(
            name=f"setting-{place}",
            title=label,
            texts=(),
            tables=tuple(replace(one, name=f"{one.name}-{place}") for one in both),
        )
    answer = headline(summary)
    tables = _with_rows(
        sufficient(summary),
        plateaus(summary),
        *further_scores(setting),
        records(setting, summary),
    )
    remarks = (f"{remark}" for remark in answer.more)
    return Section(
        name=f"setting-{place}",
        title=label,
        texts=(answer.lead, *remarks, *growth(summary)),
        tables=tuple(replace(one, name=f"{one.name}-{place}") for one in tables),
    )


def _with_rows(*tables: Table) -> tuple[Table, ...]:
    return tuple(table for table in tables if table.rows)
