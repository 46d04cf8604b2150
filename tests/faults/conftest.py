"""Stores of every backend, as in the tests of the store; no sweep is left running."""

import pytest

from lengthwise.cli.main import run
from tests.experiments.conftest import backend, server, store, url
from tests.faults.faulty_sweeps import end_all

__all__ = ["backend", "server", "store", "url"]


@pytest.fixture(autouse=True)
def nothing_left():
    yield
    end_all()


@pytest.fixture
def refused_here(tmp_path, monkeypatch, capsys):
    """Runs a command here, and returns the one line that it refuses with."""
    monkeypatch.chdir(tmp_path)

    def refused_here(*arguments):
        code = run(arguments)
        said = capsys.readouterr().err
        assert code == 2, said
        assert said.count("\n") == 1, said
        return said

    return refused_here
