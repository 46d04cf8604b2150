"""What a change is asked first: python tests/quick.py, at most two minutes.

Format, lint and spelling of the files that changed, types and import contracts where
the package did, and the tests that stand beside them, with 20 examples a property. What
changed is what is not committed, or the last commit where everything is. Tests that the
time is too short for are counted as skipped; `make test` runs all of them.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src/lengthwise")
ALWAYS = "tests/test_tree.py"


def main() -> int:
    files = changed()
    print(f"{len(files)} files changed: {' '.join(files[:8])}{' …' * (len(files) > 8)}")
    failed = [name for name, *rest in commands(files) if _run(name, *rest)]
    print(f"failed: {', '.join(failed)}" if failed else "nothing that ran failed")
    return int(bool(failed))


def changed() -> list[str]:
    """The files that are not committed, or those of the last commit; none deleted."""
    asked = (
        ["diff", "--name-only", "HEAD"],
        ["ls-files", "--others", "--exclude-standard"],
    )
    found = [name for one in asked for name in _git(*one)]
    found = found or _git("show", "--name-only", "--format=", "HEAD")
    return sorted(name for name in set(found) if (ROOT / name).is_file())


def commands(files: list[str]) -> list[list[str]]:
    """The programs that these files are given to, each with its arguments."""
    code = [name for name in files if name.endswith((".py", ".ipynb"))]
    found = []
    if code:
        found += [["ruff", "format", "--check", *code], ["ruff", "check", *code]]
    if files:
        found += [["typos", "--force-exclude", *files]]
    if any(Path(name).is_relative_to(PACKAGE) for name in code):
        found += [["mypy"], ["lint-imports"]]
    return [*found, ["python", "-m", "pytest", "-q", "-n", "2", *tests(files)]]


def tests(files: list[str]) -> list[str]:
    """What pytest runs for these files: themselves first, then their neighbors."""
    themselves = [name for name in files if _has_tests(Path(name))]
    beside = dict.fromkeys(
        str(place) for name in files if (place := _beside(Path(name))) is not None
    )
    return list(dict.fromkeys([*themselves, *beside, ALWAYS]))


def _has_tests(path: Path) -> bool:
    if path.suffix == ".md":
        return path.parts[0] == "docs" or path == Path("README.md")
    return path.suffix == ".py" and (
        path.name.startswith("test_") or path.is_relative_to(PACKAGE)
    )


def _beside(path: Path) -> Path | None:
    """The folder of the tests of a package, or the tests of a module."""
    if path.is_relative_to(PACKAGE):
        first = path.relative_to(PACKAGE).parts[0]
        place = Path("tests", first)
        if first.endswith(".py"):
            place = Path("tests", f"test_{first}")
    elif path.suffix == ".md" and path.parts[0] == "docs":
        place = Path("tests/docs/test_links.py")
    elif path.parts[0] == "tests" and len(path.parts) > 2:
        place = Path(*path.parts[:2])
    else:
        return None
    return place if (ROOT / place).exists() else None


def _run(name: str, *arguments: str) -> int:
    program = str(Path(sys.executable).parent / name)
    variables = {**os.environ, "LENGTHWISE_TESTS": "quick"}
    run = subprocess.run([program, *arguments], cwd=ROOT, env=variables, check=False)
    return run.returncode


def _git(*command: str) -> list[str]:
    run = subprocess.run(
        ["git", *command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return run.stdout.splitlines()


if __name__ == "__main__":
    sys.exit(main())
