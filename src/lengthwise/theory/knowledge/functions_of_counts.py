"""Labels that are functions of counts, vectorized over inputs.

The plain labels are in `lengthwise.tasks.labels.word_labels`; tests compare these with
them.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from jaxtyping import Float, Int

from lengthwise.errors import SpecError


@dataclass(frozen=True)
class SineOfLead:
    r"""The sine of :math:`\omega (c_0 - c_1)/(c_0 + c_1)`; 0 without the two symbols.

    It is discontinuous at words with neither of them, and steep nearby.

    Attributes:
        omega: The frequency.
    """

    omega: float

    def of(
        self, counts: Int[np.ndarray, "batch symbols delta"]
    ) -> Float[np.ndarray, " batch"]:
        """The label of each word with these counts.

        Examples:
            >>> SineOfLead(1.0).of(np.array([[[2], [2], [7]]]))
            array([0.])
        """
        zeros, ones = counts[:, 0].sum(axis=1), counts[:, 1].sum(axis=1)
        share = (zeros - ones) / np.maximum(zeros + ones, 1)
        return np.asarray(np.sin(self.omega * share))


@dataclass(frozen=True)
class MeanOfClass:
    """The fraction of the second symbol among the positions of one residue class.

    Attributes:
        period: The period of positions.
        residue: The residue class.
    """

    period: int
    residue: int

    def of(
        self, counts: Int[np.ndarray, "batch symbols delta"]
    ) -> Float[np.ndarray, " batch"]:
        """The label of each word with these counts.

        Raises:
            SpecError: The period of the counts is not a multiple of this one.

        Examples:
            >>> MeanOfClass(2, 1).of(np.array([[[0, 1], [5, 3]]]))
            array([0.75])
        """
        delta = counts.shape[2]
        if delta % self.period:
            raise SpecError(f"counts of period {delta} do not show t mod {self.period}")
        chosen = counts[:, :, self.residue % self.period :: self.period].sum(axis=2)
        return np.asarray(chosen[:, 1] / np.maximum(chosen.sum(axis=1), 1))


CountLabel: TypeAlias = SineOfLead | MeanOfClass
"""A label that is a function of each symbol's counts in each residue class."""
