"""Every acceptor of the library with up to 11 lines, found again from its labels alone.

Nothing but the labels of words is given to the learner. The class is that of the
program in the library, with its periods, distances and numbers; times are of one
processor. ``python -m benchmarks.learned_library abab_star …`` measures other programs.
"""

import sys
import time
from resource import RUSAGE_SELF, getrusage
from typing import Any

import lengthwise as lw
from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.program_facts import facts, used_places
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.library import programs
from lengthwise.crasp.library.loading import load

MOST_LINES = 11
SECONDS = 600.0

SMALL = ("a_k_star:k=4", "parity_k:k=1", "shuffle:k=1", "subsequence:word=ab")
"""Other members of families; of most only the small ones have so few lines."""

SETTINGS: dict[str, dict[str, int]] = {
    "count_k": {"constants": 7, "length": 10},
    "maj_k": {"constants": 7, "length": 10},
}
"""At least 8 of a letter: larger numbers, and words with more than 8 letters."""


def rows() -> list[dict[str, Any]]:
    """Measured rows of the table."""
    return [row(name) for name in acceptors()]


def acceptors() -> list[str]:
    """Returns the library programs that accept words and have so few lines."""
    names = sorted({*programs.names(), *SMALL} - {*programs.ALIASES})
    loaded = [(name, load(name)) for name in names]
    return [
        name
        for name, program in loaded
        if program.acceptor is not None and lines_of(program) <= MOST_LINES
    ]


def lines_of(program: Program) -> int:
    """Returns the lines without sugar that the output depends on."""
    return len(used_places(core(program)))


def row(name: str) -> dict[str, Any]:
    """Learns one program from its labels."""
    program = load(name)
    known = facts(program)
    before, begin = lines_of(program), time.process_time()
    learned = lw.learn(
        program=program,
        hypotheses=known.positions,
        lag=max(known.largest_lag, 1),
        period=max(known.period, 2),
        seconds=SECONDS,
        **SETTINGS.get(name, {}),
    )
    spent = time.process_time() - begin
    size = learned.rows[-1].size
    found = size is not None and size <= before and learned.n0 is not None
    lines = f"none up to {learned.searched}" if size is None else size
    rate = 60e-6 * learned.candidates / max(spent, 1e-3)
    peak = getrusage(RUSAGE_SELF).ru_maxrss >> 10
    promised = before <= MOST_LINES
    return {
        "name": f"learn {name}, {known.positions}",
        "value": f"{lines} lines, N_0 = {learned.n0} ({learned.basis}), {spent:.1f} s, "
        f"{rate:.1f} million candidates a minute on {learned.word_positions} word "
        f"positions, at most {peak} MB so far",
        "against": f"{before} lines in the library",
        "ratio": None,
        "target": f"at most as many lines, {SECONDS:.0f} s" if promised else None,
        "met": found and learned.seconds <= SECONDS if promised else None,
    }


if __name__ == "__main__":
    for chosen in sys.argv[1:] or acceptors():
        measured = row(chosen)
        print(*(measured[key] for key in ("name", "value", "against", "met")), sep=": ")
