"""Checks of published trends against measurements, with numbers.

A check that cannot fail shows nothing: every one is also run on the same models with
their errors shuffled (`Measured.shuffled`), and must not hold there.
Each is made for both averages over seeds: the geometric mean of the nets that trained
(``typical``) and the mean over all, which is what publications show.
"""

from dataclasses import dataclass

from lengthwise.analysis.seed_averages import Average


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A trend, whether it holds, and the numbers that say so.

    Attributes:
        trend: What was published.
        average: Over seeds: geometric mean of those that trained, or mean over all.
        holds: Whether it does.
        numbers: What says so.
        left_out: How many nets the average leaves out; none for the mean.
        undecided: Whether it does not hold only because noise hides too much: what was
            measured does not speak against it either.
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
        out = f", {self.left_out} nets left out" if self.average == "typical" else ""
        which = "typical" if self.average == "typical" else "mean over all seeds"
        return f"{self.trend} ({which}{out})"

    @property
    def answer(self) -> str:
        """Holds, FAILS, or cannot say."""
        if self.undecided:
            return "cannot say"
        return "holds" if self.holds else "FAILS"

    def __str__(self) -> str:
        return f"{self.answer}  {self.question}: {self.numbers}"
