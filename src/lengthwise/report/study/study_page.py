"""The page of a study: the answer first, then figures, tables, provenance and terms.

`render` is pure: the same summary gives the same bytes. The template escapes all
external text. The page's content security policy allows only our script and style
sheet, by digest, and no requests.
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
"""The name of this kind of page, short and for the window title."""


DECODERS = ("study", "a study of decoders")
"""The same for decoders."""


def study_page(findings: Findings) -> Page:
    """The page of a study, with or without training."""
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
    """The self-contained page of `summary`."""
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
    """The page of a study without training.

    Args:
        decided: The verdict and its consequences.
        title: The subject of the study.
        about: A sentence below the title.
        why: Why nothing was trained.
        provenance: The origin of the results.
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
    """Fills in the template of a page.

    Args:
        kind: The kind of page, short and for the window title.
        title: The heading.
        about: A sentence below it.
        headline: The answer.
        plots: The figures.
        sections: Tables and texts.
        provenance: The origin of the results.
        trained: Whether it is based on records.
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
    """The table as a data URL, for a download without a server."""
    return "data:text/csv;charset=utf-8," + quote(table.csv(), errors="replace")


def file_name(title: str, table: Table) -> str:
    """The file name of a downloaded table; external text becomes plain letters."""
    return f"{plain_name(title)}-{table.name}.csv"


def plain_name(title: str) -> str:
    """A title as part of a file name: plain letters, digits and dashes.

    Examples:
        >>> plain_name("simple:omega=4"), plain_name("../../(ab)*")
        ('simple-omega-4', 'ab')
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-")[:40] or "study"


def _drawn(picture: Picture) -> Markup:
    """Our own drawing as safe markup; names are escaped when it is drawn."""
    return Markup(picture.svg)


def _element(table: Table) -> Markup:
    """Our own table as safe markup; cells are escaped when it is built."""
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
