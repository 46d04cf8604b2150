"""A command line with a password is not what the system says, before Ray reads it."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from lengthwise.errors import HostError
from lengthwise.experiments.engines import _process_title as title
from lengthwise.experiments.engines._ray_connection import PRIVATE, QUIET, connected

COMMAND = ["python", "-m", "lengthwise", "sweep", "g.toml"]
SECRET = "postgresql://u:Tr0ub4dor@h/d"


def test_an_error_of_ray_without_words_is_one_line(monkeypatch):
    def init(**_):
        raise RuntimeError

    ray = ModuleType("ray")
    ray.is_initialized, ray.init, ray.shutdown = bool, init, bool
    monkeypatch.setitem(sys.modules, "ray", ray)
    for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", *QUIET, *PRIVATE):
        monkeypatch.setenv(name, "")
    with pytest.raises(HostError, match="this machine cannot be used: RuntimeError"):
        connected(None, 1)


@pytest.fixture
def system(tmp_path, monkeypatch):
    """Stands in for the system: a file with a command line, and who may change it."""
    said = tmp_path / "cmdline"
    monkeypatch.setattr(title, "COMMAND", said)

    def told(*words):
        monkeypatch.setattr(sys, "orig_argv", [*COMMAND, *words])
        said.write_text("\0".join(sys.orig_argv))
        return SimpleNamespace(_raylet=SimpleNamespace(setproctitle=said.write_text))

    return said, told


@pytest.mark.parametrize(
    "words",
    [
        ["--store", SECRET],
        [f"--store={SECRET}"],
        ["--store", "host=h password=Tr0ub4dor"],
        ["--store", "u:Tr0 ub4dor@h/d"],
    ],
)
def test_the_system_is_told_another_one(system, words):
    said, told = system
    title.hide_command_line(told(*words))
    assert said.read_text().startswith("python -m lengthwise sweep g.toml --store")
    assert "ub4dor" not in said.read_text()


def test_one_without_a_secret_stays(system):
    said, told = system
    ray = told("--store", "sqlite:///s.db", "--workers", "2")
    before = said.read_text()
    title.hide_command_line(ray)
    assert said.read_text() == before


@pytest.mark.parametrize("blind", [False, True])
def test_where_it_cannot_be_hidden_ray_is_not_used(system, blind, monkeypatch):
    said, told = system
    told("--store", SECRET)
    if blind:
        monkeypatch.setattr(title, "COMMAND", said / "nowhere")
    with pytest.raises(HostError, match="name the store with LENGTHWISE_STORE"):
        title.hide_command_line(SimpleNamespace())
