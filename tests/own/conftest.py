"""A folder outside the clone with a task file and a grid, to be in."""

import pytest

import tests.models.canonical_net  # noqa: F401 - threads and cache, before JAX is imported
from lengthwise.cli.main import run
from tests.experiments.conftest import backend, server, url
from tests.faults.faulty_sweeps import end_all
from tests.own.own_texts import forget, write

__all__ = ["backend", "server", "url"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder; no task file was executed in this process."""
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    monkeypatch.chdir(tmp_path)
    forget()
    yield write(tmp_path)
    forget()
    end_all()


@pytest.fixture
def command(folder, capsys):  # noqa: ARG001 - it runs there
    """Runs a command; returns its code and what it said."""

    def call(*arguments):
        capsys.readouterr()
        code = run([str(one) for one in arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call
