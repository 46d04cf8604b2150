"""A pytest plugin that notes which lines of the package run: `-p tests.lines`.

Slipcover changes the code that is loaded, and changes it back where a line was seen.
A tracer, as coverage has for Python 3.11, is called at every line of every library, and
doubles the time of the tests. The notes are files of coverage, one a process, for
`tests/floors.py`; what runs in processes that a test starts does not count.
"""

import os
from pathlib import Path

import pytest
from coverage import CoverageData
from jaxtyping._import_hook import _JaxtypingLoader
from slipcover import FileMatcher, ImportManager, Slipcover

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "lengthwise"
DATA = Path(os.environ.get("COVERAGE_FILE", ROOT / "build/coverage/data")).absolute()


def _code_of_source(self, name):
    """Compiles a module that jaxtyping changes, without looking for bytecode.

    Slipcover asks for the code by itself. It would get that of the module without
    checks wherever another process has left it in ``__pycache__``.
    """
    path = self.get_filename(name)
    return self.source_to_code(self.get_data(path), path)


_JaxtypingLoader.get_code = _code_of_source
_seen = Slipcover()
_imports = ImportManager(_seen, FileMatcher(sources=[SOURCES]))
_imports.__enter__()  # before any test file imports the package


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    # In front of the hook of jaxtyping, or what that hook loads is not seen.
    _imports.__exit__()
    _imports.__enter__()
    if not hasattr(config, "workerinput"):
        for old in DATA.parent.glob(f"{DATA.name}*"):
            old.unlink()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish():
    """A worker of xdist that did this later would be ended in the middle of it."""
    _imports.__exit__()
    lines = {str(path): [] for path in SOURCES.rglob("*.py")}  # also what nobody loads
    for name, found in _seen.get_coverage()["files"].items():
        lines[str(Path(name).resolve())] = found["executed_lines"]
    DATA.parent.mkdir(parents=True, exist_ok=True)
    process = os.environ.get("PYTEST_XDIST_WORKER", "main")
    data = CoverageData(f"{DATA}.{process}")
    data.add_lines(lines)
    data.write()
    data.close()
