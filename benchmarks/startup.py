"""How long a command takes to start, as a user waits for it."""

import subprocess
import sys
import time


def seconds(*arguments: str) -> float:
    """The best of five runs of the command line."""
    command = [sys.executable, "-m", "lengthwise", *arguments]
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(command, check=False, capture_output=True)
        best = min(best, time.perf_counter() - start)
    return best


def rows() -> list[dict[str, object]]:
    """The start-up rows."""
    found = []
    cases = [
        ("lengthwise --help", ["--help"], 0.3),
        ("lengthwise verdict --regex '(ab)*'", ["verdict", "--regex", "(ab)*"], 0.6),
    ]
    for name, arguments, target in cases:
        value = seconds(*arguments)
        found.append(
            {
                "name": name,
                "value": value,
                "against": "seconds",
                "ratio": None,
                "target": target,
                "met": value <= target,
            }
        )
    return found
