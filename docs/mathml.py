"""Formulas as MathML, which browsers draw by themselves: the manual works offline."""

import re

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.util.logging import getLogger
from sphinx.writers.html5 import HTML5Translator

# Commands of TeX that the converter knows under another name, bars that belong to what
# is between them, and the space around a function without brackets.
OTHER_NAMES = {
    r"\\dots(?![a-z])": r"\\ldots",
    r"\\big(?![a-z])": r"\\bigl",
    r"\\textstyle(?![a-z])": "",
    r"(\\l([vV]ert)(?![a-z])(?:(?!\\l\2|\\r\2).)*\\r\2)(?=[\^_])": r"{\1}",
    r"(?<![\\A-Za-z])([\dA-Za-z]) *\\(ln|log)(?![a-z])": r"\1\\,\\\2",
    r"\\(ln|log)(_\d)? +(?=[\dA-Za-z\\])": r"\\\1\2\\,",
}


def converted(node: nodes.Element, *, block: bool = False) -> str:
    """The MathML of a formula; several lines are aligned at ``&``."""
    tex = node.astext()
    for old, new in OTHER_NAMES.items():
        tex = re.sub(old, new, tex)
    if block and (r"\\" in tex or "&" in tex) and r"\begin" not in tex:
        tex = rf"\begin{{aligned}}{tex}\end{{aligned}}"
    try:
        return tex2mathml(tex, as_block=block)
    except MathError as error:
        getLogger(__name__).warning("formula %r: %s", tex, error, location=node)
        return ""


def inline(writer: HTML5Translator, node: nodes.math) -> None:
    writer.body.append(converted(node))
    raise nodes.SkipNode


def block(writer: HTML5Translator, node: nodes.math_block) -> None:
    # A formula that is wider than the page is scrolled, also with the keyboard.
    writer.body.append('<div class="formula" tabindex="0">')
    writer.body.append(converted(node, block=True))
    writer.body.append("</div>")
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
