"""Runs the notebooks and keeps what they show: ``python docs/run_notebooks.py``.

The manual shows the notebooks with these outputs, so that building it runs nothing. A
test runs them too and says when what is kept is no longer what they show.
"""

import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).parent / "notebooks"
SHOWN = ("text/html", "text/plain")
"""Of several forms of one output the first is kept."""


def executed(path: Path, folder: str) -> NotebookNode:
    """The notebook with its outputs, run in a folder of its own."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=100,
        coalesce_streams=True,
        resources={"metadata": {"path": folder}},
    )
    client.execute()
    for cell in notebook.cells:
        cell.metadata.clear()  # times of day
        for output in cell.get("outputs", ()):
            if data := output.get("data"):
                form = next(form for form in SHOWN if form in data)
                output["data"] = {form: data[form]}
    notebook.metadata.language_info = {"name": "python"}
    return notebook


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.ipynb")):
        with tempfile.TemporaryDirectory() as folder:
            nbformat.write(executed(path, folder), path)
