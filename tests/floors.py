"""Holds the coverage floors after a run with `tests.lines`: python tests/floors.py."""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

EXACT = {"words", "automata", "tasks", "crasp", "limit", "theory"}
FLOOR_ELSEWHERE = 90.0


def main() -> int:
    target = Path("build/coverage/report.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    for command in (["combine", "-q"], ["json", "-q", "-o", str(target)]):
        subprocess.run([sys.executable, "-m", "coverage", *command], check=True)
    covered: dict[str, int] = defaultdict(int)
    lines: dict[str, int] = defaultdict(int)
    missing: dict[str, list[str]] = defaultdict(list)
    for name, file in json.loads(target.read_text())["files"].items():
        package = Path(name).parts[Path(name).parts.index("lengthwise") + 1]
        package = package.removesuffix(".py")
        if package == "__main__":  # runs in a process of its own, in tests/cli
            continue
        covered[package] += file["summary"]["covered_lines"]
        lines[package] += file["summary"]["num_statements"]
        if file["missing_lines"]:
            missing[package].append(f"{name}: {file['missing_lines']}")
    failed = False
    for package in sorted(lines):
        share = 100.0 * covered[package] / max(1, lines[package])
        floor = 100.0 if package in EXACT else FLOOR_ELSEWHERE
        if share < floor:
            failed = True
            print(f"coverage of {package} is {share:.1f} %, the floor is {floor:.0f} %")
            print(*(f"  {line}" for line in missing[package]), sep="\n")
    if not failed:
        print("coverage is at or above its floors")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
