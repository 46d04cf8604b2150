"""The wheel works in an environment that has never seen the clone."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
QUICK_START = (
    "import lengthwise as lw; "
    "assert lw.run(lw.program('dyck1'), '(()())').accepted; "
    "print(lw.__file__)"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("dist")
    command = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--wheel",
        "--outdir",
        out,
    ]
    subprocess.run([*command, ROOT], check=True, capture_output=True, timeout=110)
    return next(out.glob("*.whl"))


def run(command, cwd, **environment):
    env = {k: v for k, v in os.environ.items() if not k.startswith("COV")}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=env | environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=110,
    )
    return done.stdout


def test_the_wheel_carries_types_grammar_and_library(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "lengthwise/py.typed" in names
    assert "lengthwise/crasp/language/grammar.lark" in names
    assert not [name for name in names if name.startswith("tests")]


def test_the_source_distribution_says_what_is_trusted(tmp_path):
    command = [sys.executable, "-m", "build", "--no-isolation", "--sdist"]
    subprocess.run(
        [*command, "--outdir", tmp_path, ROOT],
        check=True,
        capture_output=True,
        timeout=110,
    )
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"SECURITY.md", "README.md", "LICENSE", "CHANGELOG.md"} <= names


def test_the_quick_start_runs_from_the_wheel_outside_the_clone(wheel, tmp_path):
    home = tmp_path / "env"
    venv.create(home, with_pip=False)
    target = next((home / "lib").glob("python*")) / "site-packages"
    zipfile.ZipFile(wheel).extractall(target)
    # The dependencies come from the environment of the tests; the editable install of
    # the clone is a .pth file there and is not read through PYTHONPATH.
    libraries = sysconfig.get_path("purelib")
    python = home / "bin" / "python"
    where = run([python, "-c", QUICK_START], tmp_path, PYTHONPATH=libraries)
    assert Path(where.strip()).is_relative_to(home)
    version = run(
        [python, "-m", "lengthwise", "--version"], tmp_path, PYTHONPATH=libraries
    )
    assert version.strip() in wheel.name


@pytest.mark.slow
def test_the_declared_dependencies_suffice(wheel, tmp_path):
    home = tmp_path / "env"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    run([python, "-m", "pip", "install", "--quiet", wheel], tmp_path)
    where = run([python, "-c", QUICK_START], tmp_path)
    assert Path(where.strip()).is_relative_to(home)
