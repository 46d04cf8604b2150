"""The notebooks run, are kept without outputs, and show what they promise."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.models.canonical_net import ENVIRONMENT

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")  # of the kernel's own libraries
def test_a_notebook_runs(path, tmp_path, monkeypatch):
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=100, resources=resources).execute()
    shown = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    assert any("text/html" in out.get("data", {}) for out in shown)
    assert not [out for out in shown if out.get("name") == "stderr"]


def test_there_are_three_and_they_are_kept_without_outputs():
    assert len(NOTEBOOKS) == 3
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        assert not any(cell.get("outputs") for cell in notebook.cells)
