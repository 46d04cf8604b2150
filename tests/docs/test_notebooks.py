"""The notebooks run, and what is kept in them for the manual is what they show."""

from pathlib import Path

import nbformat
import pytest

from docs.notebook_pages import markdown
from docs.run_notebooks import executed
from tests.models.canonical_net import ENVIRONMENT

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
TRAINS = "3-measure"  # the bits of a trained net depend on the machine


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")  # of the kernel's own libraries
def test_a_notebook_runs_and_shows_what_is_kept(path, tmp_path, monkeypatch):
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    notebook = executed(path, str(tmp_path))
    shown = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    assert any("text/html" in out.get("data", {}) for out in shown)
    assert not [out for out in shown if out.get("name") == "stderr"]
    kept = nbformat.read(path, as_version=4)
    if path.stem == TRAINS:
        assert [len(cell.get("outputs", ())) for cell in kept.cells] == [
            len(cell.get("outputs", ())) for cell in notebook.cells
        ]
    else:
        assert markdown(kept) == markdown(notebook), "run python docs/run_notebooks.py"


def test_there_are_three():
    assert len(NOTEBOOKS) == 3
    for path in NOTEBOOKS:
        nbformat.validate(nbformat.read(path, as_version=4))


def test_a_page_has_the_cells_and_outputs_of_its_notebook():
    stream = {"output_type": "stream", "name": "stdout", "text": "4\n"}
    table = {"output_type": "execute_result", "data": {"text/html": "<b>1</b>"}}
    cells = [
        {"cell_type": "markdown", "source": "# Title"},
        {"cell_type": "code", "source": "print(4)", "outputs": [stream, table]},
    ]
    page = markdown({"cells": cells})
    assert page.startswith("# Title\n\n````python\nprint(4)\n````")
    assert "{code-block} text\n:class: cell-output\n\n4\n````" in page
    assert '<div class="cell-output">\n<b>1</b>\n</div>' in page
