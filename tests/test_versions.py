"""Other versions than the locked ones: the lowest that are allowed, newer Pythons.

The source distribution is installed into an empty environment, where the quick start
is run. An interpreter is looked for on the path and among those of pyenv.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.faults.test_offline import GRID, QUICK
from tests.missing import missing

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
OTHERS = ("3.12", "3.13")
"""Versions of Python that are tried besides the one that runs the tests."""

_LOWEST = re.compile(r"([A-Za-z0-9_-]+)>=([0-9.]+)(,<[0-9.]+)?")
_LOCKED = re.compile(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==([^ ;]+)([^\n\\]*)", re.MULTILINE)


def lowest():
    """The lowest version of each dependency, as a line of constraints."""
    found = [_LOWEST.fullmatch(one) for one in PROJECT["dependencies"]]
    return [f"{one[1]}=={one[2]}" for one in found]


def locked():
    """The locked packages: name, version, and where that version is meant."""
    return _LOCKED.findall((ROOT / "locks" / "dev.txt").read_text())


def test_every_dependency_has_a_lowest_version_and_the_locked_one_is_no_lower():
    least = dict(one.split("==") for one in lowest())
    pins = [(name, version) for name, version, _ in locked() if name in least]
    assert {name for name, _ in pins} == set(least)
    for name, version in pins:
        assert _numbers(version) >= _numbers(least[name]), name


def _numbers(version):
    return tuple(map(int, version.split(".")))


def test_the_versions_of_python_that_are_tried_are_those_that_are_named():
    begin = "Programming Language :: Python :: "
    named = [one.removeprefix(begin) for one in PROJECT["classifiers"] if begin in one]
    assert named == [PROJECT["requires-python"].removeprefix(">="), *OTHERS]


def interpreter(version):
    """An interpreter of that version; the test is skipped where there is none."""
    pyenv = Path.home() / ".pyenv" / "versions"
    known = [shutil.which(f"python{version}"), *pyenv.glob(f"{version}.*/bin/python")]
    for one in filter(None, known):
        asked = [one, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        said = subprocess.run(asked, capture_output=True, text=True, check=False)
        if said.stdout.strip() == version:
            return one
    return missing(f"no Python {version} on this machine")


def run(command, folder, **more):
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "JAX_PLATFORMS": "cpu"},
        capture_output=True,
        text=True,
        check=False,
        **more,
    )
    assert done.returncode == 0, (command, done.stdout[-1000:], done.stderr[-3000:])
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The source distribution; the test is skipped where no package can be had."""
    out = tmp_path_factory.mktemp("dist")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "hatchling"]
    if subprocess.run(pip, cwd=out, capture_output=True, check=False).returncode:
        missing("no package index can be reached")
    command = [sys.executable, "-m", "build", "--no-isolation", "--sdist", "--outdir"]
    run([*command, out, ROOT], out)
    return next(out.glob("*.tar.gz"))


def quick_start(python, source, constraints, folder):
    """Installs the source into an empty environment, and runs the quick start there."""
    run([python, "-m", "venv", folder / "env"], folder)
    own = folder / "env" / "bin" / "python"
    (folder / "constraints").write_text("\n".join(constraints))
    pip = [own, "-m", "pip", "install", "--quiet", "-c", folder / "constraints"]
    run([*pip, source], folder)
    (folder / "grid.toml").write_text(GRID)
    for command in QUICK:
        assert run([own, "-P", "-m", "lengthwise", *shlex.split(command)], folder)
    assert "2 trials" in run([own, "-m", "lengthwise", "sweep", "grid.toml"], folder)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_the_lowest_versions_pass_the_quick_start(source, tmp_path):
    quick_start(sys.executable, source, lowest(), tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("version", OTHERS)
def test_another_python_passes_the_quick_start(version, source, tmp_path):
    pins = [f"{name}=={pin}{where}" for name, pin, where in locked()]
    quick_start(interpreter(version), source, pins, tmp_path)
