"""``make check-security`` says what it knows, and that it does not know the rest."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests import security

ROOT = Path(__file__).parents[1]
NOWHERE = "http://127.0.0.1:9"


UNREACHABLE = {"HTTPS_PROXY": NOWHERE, "HTTP_PROXY": NOWHERE, "NO_PROXY": ""}


def run(folder, *arguments):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=os.environ | UNREACHABLE | {"PYTHONPATH": str(ROOT)},
        check=False,
        capture_output=True,
        text=True,
        timeout=110,
    )


@pytest.fixture
def folder(tmp_path):
    """A place with the lock and the project, so that nothing is written to the tree."""
    (tmp_path / "locks").mkdir()
    (tmp_path / "build").mkdir()
    for name in ("locks/dev.txt", "pyproject.toml"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    return tmp_path


def test_without_the_advisory_service_it_says_not_audited_and_exits_with_4(folder):
    code = "import sys; from tests import security; sys.exit(security.audit())"
    done = run(folder, "-c", code)
    assert done.returncode == 4, done.stderr
    assert done.stdout.startswith("not audited: the advisory service gave no answer")
    assert done.stdout.count("\n") == 1


@pytest.mark.slow
def test_the_bill_of_materials_is_that_of_the_locked_environment(folder):
    done = run(folder, str(ROOT / "tests/security.py"))
    assert done.returncode == 4, done.stderr
    assert "not audited" in done.stdout
    assert "but not in" not in done.stdout
    bill = json.loads((folder / "build/sbom.json").read_text("utf-8"))
    assert bill["bomFormat"] == "CycloneDX"
    names = {part["name"].lower() for part in bill["components"]}
    assert {"jax", "numpy", "sqlalchemy", "lark"} <= names
    assert not (folder / "build/audit.json").exists()


def answering(folder, monkeypatch, dependencies, code):
    """Puts a tool in place of pip-audit that answers as it does."""
    tool = folder / "bin" / "pip-audit"
    tool.parent.mkdir()
    answer = json.dumps({"dependencies": dependencies, "fixes": []})
    tool.write_text(
        f"#!{sys.executable}\nimport sys\n"
        f"open(sys.argv[sys.argv.index('--output') + 1], 'w').write({answer!r})\n"
        f"sys.exit({code})\n"
    )
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(security.sys, "executable", str(tool.parent / "python"))
    monkeypatch.chdir(folder)


def test_known_vulnerabilities_are_named(folder, monkeypatch, capsys):
    flaw = {"id": "PYSEC-1", "fix_versions": ["2"], "aliases": [], "description": ""}
    found = [{"name": "x", "version": "1", "vulns": [flaw]}]
    answering(folder, monkeypatch, found, 1)
    assert security.audit() == 1
    said = capsys.readouterr().out
    assert "x 1: PYSEC-1, fixed in 2" in said
    assert "audited: 1 packages, 1 known vulnerabilities" in said


def test_a_clean_answer_is_zero(folder, monkeypatch, capsys):
    found = [{"name": "x", "version": "1", "vulns": []}]
    answering(folder, monkeypatch, found, 0)
    assert security.audit() == 0
    assert "audited: 1 packages, 0 known" in capsys.readouterr().out


def test_every_package_of_the_lock_is_pinned():
    pinned = security.locked((ROOT / "locks/dev.txt").read_text("utf-8"))
    assert len(pinned) > 50
    assert security.plain("Foo.Bar_baz") == "foo-bar-baz"
    assert security.locked("a==1 ; x\n    --hash=1\nA==2 \\\n") == {"a": {"1", "2"}}
