"""The largest disagreement after agreement on short words, with its witnesses."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from lengthwise.theory.minimax._gluing import Glued, Masses
from lengthwise.views import html_line, short
from lengthwise.words import Statistics


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Minimax:
    """The largest disagreement of two machines that agree on the training words.

    Attributes:
        N: Training length.
        value: The largest disagreement found, attained on `word`.
        upper: An upper bound over all words.
        word: Statistics of the word.
        masses: Attention masses of f and of g on it.
        L: Lipschitz constant of both readouts.
        sheets: The glued sheets, for ``L = 1``.
    """

    N: int
    value: float
    upper: float
    word: Statistics
    masses: tuple[Masses, Masses]
    L: float
    sheets: Glued

    @property
    def gap(self) -> float:
        """The gap between `upper` and `value`."""
        return self.upper - self.value

    def __str__(self) -> str:
        return (
            f"agreement up to N = {self.N}, L = {self.L:g}: worst disagreement between "
            f"{self.value:.6g} and {self.upper:.6g} (gap {self.gap:.1g}), on a word of "
            f"length {self.word.length:,}"
        )

    def __repr__(self) -> str:
        return short(self, str(self))

    def _repr_html_(self) -> str:
        return html_line(str(self))

    def readouts(self) -> tuple["ReadOut", "ReadOut"]:
        """A pair of readouts, F of f and G of g, that attains the value on `word`.

        Both are `L`-Lipschitz and agree on the training words.
        """
        start = self.sheets.start(self.masses[0])
        return tuple(ReadOut(self, start, side) for side in (0, 1))  # type: ignore[return-value]


@dataclass(frozen=True, slots=True, eq=False)
class ReadOut:
    """The distance from the masses of f on the worst word, as a function on masses."""

    minimax: Minimax
    start: Float[np.ndarray, " nodes"]
    side: int

    def __call__(self, masses: Masses) -> float:
        """The value at `masses`."""
        sheets = self.minimax.sheets
        far = sheets.reach(self.start, masses, self.side)
        if self.side == 0:
            metric = sheets.metrics[0]
            here = metric.place(np.stack([self.minimax.masses[0], masses]))
            far = min(far, float(metric.distance(here[:1], here[1])[0]))
        return self.minimax.L * far
