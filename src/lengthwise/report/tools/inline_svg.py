"""Figures inside a page: SVG without inline styles, and points for hovering.

The page's content security policy allows no style attributes, so matplotlib's styles
become presentation attributes. Colors become the page's variables, for light and dark
mode. Unused identifiers, metadata and excess decimals are dropped.
"""

import json
import re
from dataclasses import dataclass
from xml.etree import ElementTree as ET  # parses only matplotlib's output

from markupsafe import Markup

from lengthwise.report.tools.palette import VARIABLES
from lengthwise.report.tools.plot import Plot

_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_DROPPED = {f"{_SVG}metadata", f"{_SVG}style"}
_NUMBERS = {"d", "x", "y", "transform", "width", "height", "points"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Inline:
    """A figure inside a page.

    Attributes:
        svg: The drawing, safe to embed in HTML.
        points: JSON, safe to embed in a script element, with the position, series and
            text of each point.
    """

    svg: Markup
    points: Markup


def inline(plot: Plot) -> Inline:
    """The figure of `plot` for a page."""
    root = ET.fromstring(plot.svg())
    _drop(root)
    text = ET.tostring(root, encoding="unicode")
    used = set(re.findall(r'(?:url\(#|href="#)([\w-]+)', text))
    for element in root.iter():
        _tidy(element, used)
    root.attrib = {
        "viewBox": root.get("viewBox", ""),
        "role": "img",
        "aria-label": plot.description,
    }
    return Inline(
        svg=Markup(ET.tostring(root, encoding="unicode")),
        points=_script_safe(_points(plot)),
    )


def _points(plot: Plot) -> list[dict[str, object]]:
    """Marks in the coordinates of the laid-out drawing."""
    _, height = plot.figure.get_size_inches() * 72
    points: list[dict[str, object]] = []
    for mark in plot.marks:
        panel = plot.figure.axes[mark.axes]
        x, y = panel.transData.transform((mark.x, mark.y))
        points.append(
            {
                "x": round(float(x), 1),
                "y": round(float(height - y), 1),
                "series": mark.series,
                "text": mark.text,
            }
        )
    return points


def _script_safe(value: object) -> Markup:
    """JSON that cannot close the element around it."""
    text = json.dumps(value, separators=(",", ":"))
    for sign in "<>&'":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


def _drop(element: ET.Element) -> None:
    for child in list(element):
        if child.tag in _DROPPED:
            element.remove(child)
        else:
            _drop(child)


def _tidy(element: ET.Element, used: set[str]) -> None:
    element.tag = element.tag.removeprefix(_SVG)
    attributes = dict(element.attrib)
    identifier = attributes.pop("id", "")
    kind, _, series = identifier.partition(":")
    if kind == "series":
        attributes["data-series"] = series
    elif identifier in used:
        attributes["id"] = identifier
    if _LINK in attributes:
        attributes["href"] = attributes.pop(_LINK)
    for declared in filter(None, attributes.pop("style", "").split(";")):
        name, _, value = declared.partition(":")
        if name.strip() != "font-family":
            attributes[name.strip()] = value.strip()
    for name in {"fill", "stroke"} & attributes.keys():
        attributes[name] = VARIABLES.get(attributes[name], attributes[name])
    for name in _NUMBERS & attributes.keys():
        attributes[name] = re.sub(
            r"\d+\.\d+", _shorter, " ".join(attributes[name].split())
        )
    element.attrib = attributes
    element.tail = None
    if element.text is not None and not element.text.strip():
        element.text = None


def _shorter(match: re.Match[str]) -> str:
    return f"{float(match.group()):.2f}".rstrip("0").rstrip(".")
