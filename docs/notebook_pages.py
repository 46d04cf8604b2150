"""Notebooks as pages of the manual, with the outputs that are kept in them."""

import json
from typing import Any

from docutils import nodes
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.application import Sphinx


def markdown(notebook: dict[str, Any]) -> str:
    """The cells of a notebook, one below the other."""
    parts: list[str] = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"````python\n{source}\n````")
        parts += [_shown(output) for output in cell["outputs"]]
    return "\n\n".join(parts)


def _shown(output: dict[str, Any]) -> str:
    data = output.get("data", {})
    if html := "".join(data.get("text/html", "")):
        return f'````{{raw}} html\n<div class="cell-output">\n{html}\n</div>\n````'
    text = "".join(data.get("text/plain", output.get("text", "")))
    return f"````{{code-block}} text\n:class: cell-output\n\n{text.rstrip()}\n````"


class NotebookParser(MystParser):
    """Reads a notebook as the Markdown of its cells and outputs."""

    supported = ("notebook",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Fills `document` with the cells of the notebook."""
        super().parse(markdown(json.loads(inputstring)), document)


def setup(app: Sphinx) -> dict[str, bool]:
    """Makes notebooks sources of the manual."""
    app.add_source_suffix(".ipynb", "notebook")
    app.add_source_parser(NotebookParser)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
