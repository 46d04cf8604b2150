"""A task file stands alone: nothing is imported from its folder."""

import importlib
import os
import sys
from pathlib import Path

import pytest

from lengthwise.errors import SpecError
from lengthwise.tasks.own._lone_module import lone_module

REFUSED = "lead.py, line 1: lead.py imports helpers.py from its own folder; a task is "


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a neighbor, which is on the path."""
    (tmp_path / "helpers.py").write_text("NUMBER = 3\n")
    (tmp_path / "others").mkdir()
    (tmp_path / "others" / "__init__.py").write_text("NUMBER = 4\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in ("helpers", "others"):
        sys.modules.pop(name, None)


def test_a_neighbor_is_refused(folder):
    with pytest.raises(SpecError, match=REFUSED):
        lone_module("lead", "from helpers import NUMBER", folder)
    with pytest.raises(SpecError, match=r"lead.py imports others.py from"):
        lone_module("lead", "import others", folder)
    assert sys.path[0] == str(folder)


def test_a_neighbor_in_the_current_folder_is_refused(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend("")
    with pytest.raises(SpecError, match=REFUSED):
        lone_module("lead", "import helpers", None)
    assert sys.path[0] == ""


@pytest.mark.parametrize("name", ["helpers", "others"])
def test_a_neighbor_that_was_imported_before_is_refused(folder, name):
    importlib.import_module(name)
    with pytest.raises(SpecError, match=f"lead.py imports {name}.py from its own"):
        lone_module("lead", f"import {name}", folder)


def test_an_import_in_a_function_is_refused_when_it_runs(folder):
    text = "def label():\n    import helpers\n    return helpers.NUMBER"
    module = lone_module("lead", text, folder)
    with pytest.raises(ImportError, match=r"lead.py imports helpers.py from its own"):
        module.label()


def test_installed_modules_are_imported(folder):
    text = "import numpy.linalg\nfrom math import pi\nNORM = numpy.linalg.norm([3, 4])"
    assert lone_module("lead", text, folder).NORM == 5.0


def test_the_folder_of_installed_modules_is_never_taken_off_the_path(monkeypatch):
    monkeypatch.chdir(Path(os.__file__).parent)
    assert lone_module("lead", "import colorsys", None).colorsys


def test_a_module_may_import_itself_while_it_runs():
    text = "import sys\nassert sys.modules[__name__].sys is sys"
    lone_module("lead", text, None)
    assert "lead" not in sys.modules


def test_a_folder_of_the_same_name_is_no_module(tmp_path, monkeypatch):
    (tmp_path / "lead").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    assert lone_module("lead", "NUMBER = 3", None).NUMBER == 3


def test_a_mistake_in_an_installed_module_is_told_with_the_line_of_the_file(
    tmp_path, monkeypatch
):
    (tmp_path / "broken.py").write_text("\n\n\ndef f(:\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(SpecError, match=r"lead.py, line 2: SyntaxError: invalid synt"):
        lone_module("lead", "\nimport broken", None)


def test_a_current_folder_that_was_removed_is_no_matter(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert lone_module("lead", "NUMBER = 3", None).NUMBER == 3


def test_memory_that_runs_out_is_no_fault_of_the_file():
    with pytest.raises(MemoryError):
        lone_module("lead", "raise MemoryError", None)


def test_the_file_itself_may_be_on_the_path(tmp_path, monkeypatch):
    text = "NUMBER = 3\n"
    (tmp_path / "lead.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert lone_module("lead", text, None).NUMBER == 3
    with pytest.raises(SpecError, match="has the name of the module lead that can be"):
        lone_module("lead", "NUMBER = 4", None)
