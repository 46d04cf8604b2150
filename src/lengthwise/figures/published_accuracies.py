"""Published accuracies of trained transformers, and the verdicts beside them.

The numbers of :cite:p:`huang2025formal`, in percent, on lengths 1 to 50, 51 to 100 and
101 to 150 after training on the first; for the algorithmic tasks means over five runs
that fit those, if a configuration does. The manual and its tests take them from here.
The hypothesis tested: a transformer with absolute positions (APE) succeeds if and only
if the task is in C-RASP[periodic, local], one without (NoPE) if and only if it is in
C-RASP[].
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.verdict.verdict_answer import YesNo

_ANSWERS = """
bin_majority            100/99.99/99.96  100/100/100
majority                100/99.6/97.8    100/99.9/98.5
bin_majority_interleave 100/96.8/84.7    96.2/68.8/39.5
sort                    100/99.96/99.4   100/99.8/80.6
unique_copy             100/99.9/98.7    100/18.0/0
repeat_copy             100/25.6/0       100/28.0/0
parity                  100/83.0/62.1    97.5/74.5/63.3
addition                99.7/26.8/0      99.5/27.7/0
"""

_LANGUAGES = """
aa_star   100/100/100   100/0/0
aaaa_star 100/92.3/86.7 100/0/0
abab_star 100/89.4/82.3 100/0/0
tomita3   60.5/7.7/0    21.1/0/0
tomita5   54.4/0/0      7.1/0/0
tomita6   59.6/0/0      2.4/0/0
d2        100/100/100   100/100/100
d3        100/100/100   100/100/100
d4        100/100/100   100/100/100
d12       100/100/100   100/100/100
tomita1   100/100/100   100/100/100
tomita2   100/100/100   100/100/100
tomita4   100/85.4/84.4 100/16.5/0
tomita7   100/94.2/93.2 100/87.5/76.2
abcde     100/100/100   100/100/100
ab_d_bc   100/99.8/98.5 100/99.8/98.5
012_0_2   99.7/24.4/1.2 18.2/11.2/0
"""

_UNPLOTTED = """
dyck1    100/100/100    100/100/100
shuffle2 85.9/82.2/50.4 81.2/79.8/42.7
shuffle4 76.4/43.2/12.1 -
shuffle6 64.2/15.2/4.2  -
anbn     100/99.4/92.3  100/100/100
anbncn   100/91.2/87.4  100/100/100
anbncndn 100/86.4/75.2  100/100/100
boolean3 100/100/100    100/100/100
boolean5 100/75.3/72.1  100/75.3/72.1
"""

_STEPS = """
step_copy:k=1             100/100/98.6   100/77.0/4.4
step_copy:k=2             100/100/97.7   99.9/23.2/0
step_copy:k=3             100/100/99.0   100/11.6/0
step_copy:k=1,symbols=384 99.95/100/98.9 100/60.2/0
step_copy:k=2,symbols=384 100/100/99.8   99.97/24.1/0
step_copy:k=3,symbols=384 100/100/99.7   99.7/5.8/0
"""


@dataclass(frozen=True)
class Published:
    """One published number, of one task and one kind of positions.

    Attributes:
        task: The name of the task.
        positions: The class whose verdict predicts it.
        accuracy: In percent, on the training lengths and the two bins beyond.
    """

    task: str
    positions: Positions
    accuracy: tuple[float, float, float]

    @property
    def longest(self) -> float:
        """The accuracy on the longest inputs."""
        return self.accuracy[-1]

    @property
    def verdict(self) -> YesNo:
        """The verdict of Lengthwise."""
        return _verdict(self.task, self.positions)

    def agrees(self, threshold: float) -> bool:
        """Whether the verdict is correct if success means at least `threshold`."""
        return (self.verdict == "yes") == (self.longest >= threshold)


@cache
def _verdict(task: str, positions: Positions) -> YesNo:
    from lengthwise.theory.verdict.decision import verdict

    return verdict(task=task).headline(positions).answer


def _read(text: str) -> tuple[Published, ...]:
    classes: tuple[Positions, Positions] = ("periodic-local", "none")
    entries = []
    for name, *cells in map(str.split, text.strip().splitlines()):
        for positions, cell in zip(classes, cells, strict=True):
            if cell != "-":
                one, two, three = map(float, cell.split("/"))
                entries.append(Published(name, positions, (one, two, three)))
    return tuple(entries)


ANSWERS = _read(_ANSWERS)
"""The plotted tasks with questions and answers."""

LANGUAGES = _read(_LANGUAGES)
"""The plotted languages."""

UNPLOTTED = _read(_UNPLOTTED)
"""Languages in the released results but in no figure."""

STEPS = _read(_STEPS)
"""Copying every k-th symbol, from the appendix; with 384 symbols the bins are 1 to 128,
129 to 256 and 257 to 384."""

PLOTTED = ANSWERS + LANGUAGES
"""The numbers in the figures of the paper."""

GROUPS: Mapping[str, tuple[Published, ...]] = {
    "plotted": PLOTTED,
    "unplotted": UNPLOTTED,
    "step copy": STEPS,
}


def agreement(entries: Iterable[Published], threshold: float) -> int:
    """Returns the number of entries for which the verdict agrees, at a threshold.

    Examples:
        >>> agreement(PLOTTED, 75.0), len(PLOTTED)
        (49, 50)
    """
    return sum(entry.agrees(threshold) for entry in entries)


def misses(entries: Iterable[Published], threshold: float) -> tuple[Published, ...]:
    """Returns the entries for which the verdict does not agree.

    Examples:
        >>> [(one.task, one.positions) for one in misses(PLOTTED, 75.0)]
        [('unique_copy', 'none')]
    """
    return tuple(entry for entry in entries if not entry.agrees(threshold))


def thresholds() -> tuple[float, ...]:
    """Returns where the agreement may change: every published number on long inputs.

    Between two of these it is constant, and above 0 the upper one belongs to the step.
    """
    accuracies = {entry.longest for group in GROUPS.values() for entry in group}
    return tuple(sorted(accuracies | {0.0, 100.0}))
