"""The page of a study: the answer first, then figures, tables, provenance and terms.

`render` is pure: the same summary gives the same bytes. Every text that comes from
outside is escaped by the template; the content security policy of the page allows the
one script and the one style sheet that are ours, by their digests, and no request.
"""

import base64
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from lengthwise.analysis.summary import Provenance, Summary
from lengthwise.files import digest
from lengthwise.jobs.decoder_findings import DecoderFindings
from lengthwise.jobs.study_findings import Findings
from lengthwise.report.study._headline import Headline, decided_headline, headline
from lengthwise.report.study._page_terms import anchor, linked, terms_in
from lengthwise.report.study._sections import Section, decided_sections, sections
from lengthwise.report.study.decoder_page import (
    decoder_figures,
    decoder_headline,
    decoder_sections,
)
from lengthwise.report.study.study_figures import figures
from lengthwise.report.tools.inline_svg import inline
from lengthwise.report.tools.page import Page
from lengthwise.report.tools.palette import stylesheet
from lengthwise.report.tools.plot import Plot
from lengthwise.tables import Table, text
from lengthwise.theory.verdict.automaton_drawing import Picture
from lengthwise.theory.verdict.consequences import Consequences

STUDY = ("study", "a study of training length")
"""What the page of a study is called, in short and in the title of its window."""


DECODERS = ("study", "a study of decoders")
"""The same for decoders."""


def study_page(findings: Findings) -> Page:
    """The page of a study, whether or not something was trained."""
    if findings.summary is not None:
        return render(findings.summary)
    if findings.decoders is not None:
        return render_decoders(findings, findings.decoders)
    return render_decided(
        findings.decided,
        title=findings.title,
        about=findings.about,
        why=findings.why,
        provenance=findings.provenance,
    )


def render(summary: Summary) -> Page:
    """The page of `summary`, self-contained: no other file, no request."""
    assert summary.task is not None, "a study is about a task that is known"
    return filled_page(
        kind=STUDY,
        title=str(summary.task),
        about=summary.task.summary,
        headline=headline(summary),
        plots=figures(summary),
        sections=sections(summary),
        provenance=summary.provenance,
        trained=True,
    )


def render_decoders(findings: Findings, shown: DecoderFindings) -> Page:
    """The page of a study of decoders."""
    return filled_page(
        kind=DECODERS,
        title=findings.title,
        about=findings.about,
        headline=decoder_headline(findings, shown),
        plots=decoder_figures(shown),
        sections=decoder_sections(findings, shown),
        provenance=findings.provenance,
        trained=True,
    )


def render_decided(
    decided: Consequences, *, title: str, about: str, why: str, provenance: Provenance
) -> Page:
    """The page of a study in which nothing was trained.

    Args:
        decided: The verdict and what follows from it.
        title: What was studied.
        about: A sentence about it.
        why: Why nothing was trained.
        provenance: Where it comes from.
    """
    return filled_page(
        kind=STUDY,
        title=title,
        about=about,
        headline=decided_headline(decided, why),
        plots=[],
        sections=decided_sections(decided),
        provenance=provenance,
        trained=False,
    )


def filled_page(
    *,
    kind: tuple[str, str],
    title: str,
    about: str,
    headline: Headline,
    plots: Sequence[Plot],
    sections: Sequence[Section],
    provenance: Provenance,
    trained: bool,
) -> Page:
    """The template of a page, filled in.

    Args:
        kind: What it is a page of, in a word, and in the title of the window.
        title: The heading.
        about: A sentence below it.
        headline: The answer.
        plots: The figures.
        sections: Tables and texts.
        provenance: Where it comes from.
        trained: Whether it rests on records.
    """
    texts = [
        *(remark.text for remark in headline.more),
        *(plot.caption for plot in plots),
        *(sentence for section in sections for sentence in section.texts),
        *(table.note for section in sections for table in section.tables),
    ]
    script, style = _asset("page.js"), stylesheet() + _asset("page.css")
    template = _environment().get_template("study.html.jinja")
    html = template.render(
        kind=kind,
        title=title,
        about=about,
        headline=headline,
        plots=[(plot, inline(plot)) for plot in plots],
        sections=sections,
        provenance=provenance,
        trained=trained,
        terms=terms_in(texts),
        policy=_policy(script, style),
        script=Markup(script),
        style=Markup(style),
    )
    return Page(html)


def csv_address(table: Table) -> str:
    """The table as an address that a link can hold, for a download without a server."""
    return "data:text/csv;charset=utf-8," + quote(table.csv(), errors="replace")


def file_name(title: str, table: Table) -> str:
    """What a downloaded table is called; only plain letters come from outside."""
    return f"{plain_name(title)}-{table.name}.csv"


def plain_name(title: str) -> str:
    """A title as a part of the name of a file: plain letters, numbers and dashes.

    Examples:
        >>> plain_name("simple:omega=4"), plain_name("../../(ab)*")
        ('simple-omega-4', 'ab')
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-")[:40] or "study"


def _drawn(picture: Picture) -> Markup:
    """A drawing of ours, whose names are escaped where it is made."""
    return Markup(picture.svg)


def _element(table: Table) -> Markup:
    """A table of ours, whose cells are escaped where it is made."""
    return Markup(table.html())


def _policy(script: str, style: str) -> str:
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; "
        f"style-src '{_digest(style)}'; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    )


def _digest(content: str) -> str:
    return "sha256-" + base64.b64encode(bytes.fromhex(digest(content))).decode()


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("lengthwise.report.study"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "anchor": anchor,
        "cell": text,
        "drawn": _drawn,
        "element": _element,
        "linked": linked,
    }
    environment.globals |= {"csv_address": csv_address, "file_name": file_name}
    return environment


@cache
def _asset(name: str) -> str:
    return (
        files("lengthwise.report.study").joinpath("templates", name).read_text("utf-8")
    )
