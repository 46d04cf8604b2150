"""A bill of materials, and an audit of what is locked: python tests/security.py.

Writes `build/sbom.json` (CycloneDX, of the environment) and `build/audit.json`. Exit
codes: 0 nothing known is wrong, 1 something is, 4 not audited: the advisory service
could not be asked, which says nothing about what it would have said.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

LOCK = Path("locks/dev.txt")
SBOM = Path("build/sbom.json")
AUDIT = Path("build/audit.json")
OURS = {"lengthwise", "pip", "setuptools"}
"""Not in the lock: this package, and what makes an environment."""


def main() -> int:
    SBOM.parent.mkdir(exist_ok=True)
    strange = bill_of_materials()
    for line in strange:
        print(f"in the environment, but not in {LOCK}: {line}")
    audited = audit()
    return audited or int(bool(strange))


def bill_of_materials() -> list[str]:
    """Writes the bill; returns what is installed in another version than locked."""
    tool = str(Path(sys.executable).parent / "cyclonedx-py")
    command = [tool, "environment", sys.executable, "--pyproject", "pyproject.toml"]
    command += ["--output-format", "JSON", "--output-file", str(SBOM)]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    parts = json.loads(SBOM.read_text("utf-8"))["components"]
    print(f"{SBOM}: {len(parts)} components")
    pinned = locked(LOCK.read_text("utf-8"))
    return [
        f"{part['name']} {part['version']}"
        for part in parts
        if plain(part["name"]) not in OURS
        and part["version"] not in pinned.get(plain(part["name"]), ())
    ]


def locked(text: str) -> dict[str, set[str]]:
    """The versions of each package in a lock."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([^\s;\\]+)", text, re.MULTILINE):
        found.setdefault(plain(name), set()).add(version)
    return found


def plain(name: str) -> str:
    """The name of a package as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def audit() -> int:
    """Asks the advisory service about everything in the lock."""
    AUDIT.unlink(missing_ok=True)
    tool = str(Path(sys.executable).parent / "pip-audit")
    command = [tool, "--strict", "--require-hashes", "--disable-pip"]
    command += ["--requirement", str(LOCK), "--progress-spinner", "off"]
    command += ["--timeout", "15", "--format", "json", "--output", str(AUDIT)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if not AUDIT.exists():
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        print(f"not audited: the advisory service gave no answer ({reason[:200]})")
        return 4
    asked = json.loads(AUDIT.read_text("utf-8"))["dependencies"]
    known = [(one, flaw) for one in asked for flaw in one.get("vulns", ())]
    for one, flaw in known:
        print(
            f"{one['name']} {one['version']}: {flaw['id']}, fixed in "
            f"{', '.join(flaw['fix_versions']) or 'no version'}"
        )
    print(f"audited: {len(asked)} packages, {len(known)} known vulnerabilities")
    return int(bool(known))


if __name__ == "__main__":
    sys.exit(main())
