"""Checks of published trends against measurements, with numbers.

A check that cannot fail is worthless: every one is also run on the same models with
their errors shuffled (`Measured.shuffled`), and must fail there. Each is made for both
averages over seeds: the geometric mean of those that trained, and the mean over all,
which is the published average.
the mean over all, which is what publications show.
"""

from dataclasses import dataclass

from lengthwise.analysis.seed_averages import Average


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A published trend, whether it holds, and the numbers behind that.

    Attributes:
        trend: The published trend.
        average: The average over seeds: geometric mean of those that trained, or mean
            over all.
        holds: Whether it holds.
        numbers: The numbers behind that, as text.
        left_out: Number of nets excluded from the average; none for the mean.
        undecided: Whether it fails to hold only because of noise: the measurements do
            not contradict it either.
    """

    trend: str
    average: Average
    holds: bool
    numbers: str
    left_out: int = 0
    undecided: bool = False

    @property
    def question(self) -> str:
        """The trend with its average, as in ``the error levels off (mean …)``."""
        if self.average == "mean":
            return f"{self.trend} (mean over all seeds)"
        out = f"{self.left_out} nets left out"
        return f"{self.trend} (geometric mean over seeds, {out})"

    @property
    def answer(self) -> str:
        """Holds, FAILS, or cannot say."""
        if self.undecided:
            return "cannot say"
        return "holds" if self.holds else "FAILS"

    def __str__(self) -> str:
        return f"{self.answer}  {self.question}: {self.numbers}"
