"""The page of a study: the answer first, then figures, tables, and where it comes from.

`render` is pure: the same summary gives the same bytes. Every text that comes from
outside is escaped by the template; the content security policy of the page allows the
one script and the one style sheet that are ours, by their digests, and no request.
"""

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from lengthwise.analysis.summary import Summary
from lengthwise.report.figures import figures
from lengthwise.report.headline import headline
from lengthwise.report.inline import inline
from lengthwise.report.page import Page
from lengthwise.report.palette import stylesheet
from lengthwise.report.sections import sections
from lengthwise.report.table import Table, text


def render(summary: Summary) -> Page:
    """The page of `summary`, which stands alone: no file beside it, no request."""
    script, style = _asset("page.js"), stylesheet() + _asset("page.css")
    plots = figures(summary)
    html = (
        _environment()
        .get_template("study.html.jinja")
        .render(
            summary=summary,
            headline=headline(summary),
            plots=[(plot, inline(plot)) for plot in plots],
            sections=sections(summary),
            policy=_policy(script, style),
            script=Markup(script),
            style=Markup(style),
        )
    )
    return Page(html)


def csv_address(table: Table) -> str:
    """The table as an address that a link can hold, for a download without a server."""
    return "data:text/csv;charset=utf-8," + quote(table.csv(), errors="replace")


def file_name(summary: Summary, table: Table) -> str:
    """What a downloaded table is called; only plain letters come from outside."""
    task = re.sub(r"[^A-Za-z0-9]+", "-", str(summary.task)).strip("-")[:40] or "study"
    return f"{task}-{table.name}.csv"


def _policy(script: str, style: str) -> str:
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; "
        f"style-src '{_digest(style)}'; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    )


def _digest(content: str) -> str:
    return (
        "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    )


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("lengthwise.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"cell": text}
    made.globals |= {"csv_address": csv_address, "file_name": file_name}
    return made


@cache
def _asset(name: str) -> str:
    return files("lengthwise.report").joinpath("templates", name).read_text("utf-8")
