"""The store commands in a folder of their own."""

import pytest

from lengthwise.cli.main import run


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """Runs the command in a folder of its own; returns its code and what it said."""
    monkeypatch.delenv("LENGTHWISE_STORE", raising=False)
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        code = run(["store", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call
