"""Length bins for training, for model selection, and for reporting."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from lengthwise.errors import SpecError
from lengthwise.tasks.task import Task


@dataclass(frozen=True, slots=True, order=True)
class LengthBin:
    """All lengths from `low` to `high`, inclusive.

    Raises:
        SpecError: It is empty, or starts below 0.

    Examples:
        >>> str(LengthBin(51, 100)), 100 in LengthBin(51, 100)
        ('51 to 100', True)
        >>> LengthBin(51, 50)
        Traceback (most recent call last):
        lengthwise.errors.SpecError: a bin from 51 to 50; it must begin at 0 or later
        and not end before it begins
    """

    low: int
    high: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high:
            raise SpecError(
                f"a bin from {self.low} to {self.high}; it must begin at 0 or later "
                "and not end before it begins"
            )

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"

    def __contains__(self, length: int) -> bool:
        return self.low <= length <= self.high

    def lengths(self, task: Task) -> tuple[int, ...]:
        """Returns the lengths in the bin for which `task` has inputs.

        Raises:
            SpecError: There are none.

        Examples:
            >>> from lengthwise.tasks.catalogue import task
            >>> LengthBin(1, 12).lengths(task("abab_star"))
            (4, 8, 12)
        """
        lengths = task.lengths(self.low, self.high)
        if not lengths:
            raise SpecError(f"{task} has no input of a length from {self}")
        return lengths


def check_cover(bins: Sequence[LengthBin], whole: LengthBin) -> None:
    """Checks that bins are disjoint and cover exactly the lengths of `whole`.

    Raises:
        SpecError: Two bins share a length, or a length is in no bin.

    Examples:
        >>> check_cover([LengthBin(0, 50), LengthBin(51, 100)], LengthBin(0, 100))
        >>> check_cover([LengthBin(0, 50), LengthBin(50, 100)], LengthBin(0, 100))
        Traceback (most recent call last):
        lengthwise.errors.SpecError: the bins 0 to 50 and 50 to 100 share the length 50
    """
    ordered = sorted(bins)
    for one, other in pairwise(ordered):
        if other.low <= one.high:
            raise SpecError(f"the bins {one} and {other} share the length {other.low}")
        if other.low > one.high + 1:
            raise SpecError(f"no bin has the length {one.high + 1}")
    ends = (ordered[0].low, ordered[-1].high) if ordered else None
    if ends != (whole.low, whole.high):
        found = f"{ends[0]} to {ends[1]}" if ends else "no length"
        raise SpecError(f"the bins hold {found}; they must hold {whole}")


@dataclass(frozen=True, kw_only=True)
class LengthBins:
    """The length bins for training, for selecting a setting, and for reporting.

    Bins are disjoint and leave no length out, so no input is in two of them, and the
    bin used for selection is never reported as a test.

    Attributes:
        train: The training lengths, also used for in-distribution tests.
        select: The lengths used for model selection: validation, not test.
        report: The held-out lengths that no decision has used, in order.

    Raises:
        SpecError: There is no bin to report, bins overlap, or a length is left out.

    Examples:
        >>> [str(one) for one in PROTOCOL.report]
        ['101 to 150', '151 to 300']
    """

    train: LengthBin
    select: LengthBin
    report: tuple[LengthBin, ...]

    def __post_init__(self) -> None:
        if not self.report:
            raise SpecError("no bin is reported; name one that selects nothing")
        check_cover(self.all, LengthBin(self.train.low, self.report[-1].high))

    @property
    def all(self) -> tuple[LengthBin, ...]:
        """All bins: for training, for selection, and for reporting."""
        return (self.train, self.select, *self.report)


PROTOCOL = LengthBins(
    train=LengthBin(0, 50),
    select=LengthBin(51, 100),
    report=(LengthBin(101, 150), LengthBin(151, 300)),
)
"""The lengths of :cite:p:`huang2025formal`, with 51 to 100 as validation, which is how
they were used, and one longer bin that no decision has used."""
