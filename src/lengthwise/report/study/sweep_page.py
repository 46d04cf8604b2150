"""The page of any sweep: its answers, its curves, its settings and its records.

`render_sweep` is pure: the same findings give the same bytes. It needs no task: what is
in somebody's file is shown by its name and the digest of that file.
"""

from collections.abc import Iterator
from dataclasses import replace

from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.analysis.summary import Summary
from lengthwise.jobs.sweep_findings import Setting, SweepFindings
from lengthwise.numbers import readable
from lengthwise.report.study._headline import Headline, headline
from lengthwise.report.study._length_tables import plateaus, sufficient
from lengthwise.report.study._sections import Section, growth
from lengthwise.report.study._sweep_tables import answers, records, settings
from lengthwise.report.study.study_figures import (
    error_by_length,
    plateau_by_train_length,
)
from lengthwise.report.study.study_page import filled_page
from lengthwise.report.tools.page import Page
from lengthwise.report.tools.plot import Plot
from lengthwise.tables import Table

SWEEP = ("sweep", "a sweep over training lengths")
"""What such a page is called, in short and in the title of its window."""


def render_sweep(findings: SweepFindings) -> Page:
    """The page of a sweep, which stands alone: no file beside it, no request."""
    return filled_page(
        kind=SWEEP,
        title=findings.title,
        about=_about(findings),
        headline=_headline(findings),
        plots=sweep_figures(findings),
        sections=tuple(_sections(findings)),
        provenance=findings.provenance,
        trained=True,
    )


def sweep_figures(findings: SweepFindings) -> tuple[Plot, ...]:
    """Error against test length and plateau against training length, by setting."""
    plots = []
    for place, (setting, summary) in enumerate(findings.settings, start=1):
        label = findings.label(setting)
        for plot in (error_by_length(summary), plateau_by_train_length(summary)):
            if plot is not None and label:
                caption = f"{label}. {plot.caption}"
                plots.append(
                    replace(plot, name=f"{plot.name}-{place}", caption=caption)
                )
            elif plot is not None:
                plots.append(plot)
    return tuple(plots)


def _about(findings: SweepFindings) -> str:
    """What was trained, in a sentence."""
    parts = findings.settings
    lengths = [n for one, _ in parts for n in one.train_lengths]
    tested = [n for one, _ in parts for n in one.tested]
    models = sum(len(one.records) for one, _ in parts)
    several = f" in {len(parts)} settings" if len(parts) > 1 else ""
    known = parts[0][1].task
    subject = ""
    if len(parts) == 1 and known is not None:
        subject = f"{known.summary.removesuffix('.')}. "
    elif len(parts) == 1:
        subject = "The task is in a file that was not read. "
    return (
        f"{subject}{readable(models)} models{several}, trained on lengths "
        f"{readable(min(lengths))} to {readable(max(lengths))} and tested on lengths "
        f"{readable(min(tested))} to {readable(max(tested))}."
    )


def _headline(findings: SweepFindings) -> Headline:
    """The answer, or one for each setting."""
    if len(findings.settings) == 1:
        return headline(findings.settings[0][1])
    named = sum(
        any(isinstance(one, SufficientLength) for one in summary.lengths.values())
        for _, summary in findings.settings
    )
    lead = (
        f"A sufficient training length can be named for {named} of "
        f"{len(findings.settings)} settings."
    )
    more = [
        f"{findings.label(setting)}: {headline(summary).lead}"
        for setting, summary in findings.settings
    ]
    return Headline(lead=lead, more=tuple(more))


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
            tables=(records(setting, summary),),
        )
        return
    yield Section(
        name="lengths",
        title="Sufficient lengths",
        texts=(),
        tables=_with_rows(answers(findings)),
    )
    yield _settings_section(findings)
    for place, (setting, summary) in enumerate(parts, start=1):
        yield _setting_section(findings.label(setting), place, setting, summary)


def _settings_section(findings: SweepFindings) -> Section:
    return Section(
        name="settings", title="Settings", texts=(), tables=(settings(findings),)
    )


def _setting_section(
    label: str, place: int, setting: Setting, summary: Summary
) -> Section:
    answer = headline(summary)
    tables = _with_rows(
        sufficient(summary), plateaus(summary), records(setting, summary)
    )
    return Section(
        name=f"setting-{place}",
        title=label,
        texts=(answer.lead, *answer.more, *growth(summary)),
        tables=tuple(replace(one, name=f"{one.name}-{place}") for one in tables),
    )


def _with_rows(*tables: Table) -> tuple[Table, ...]:
    return tuple(table for table in tables if table.rows)
