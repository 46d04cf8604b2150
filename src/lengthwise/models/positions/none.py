r"""No positions: causal attention alone tells where a symbol is.

.. math:: y_i = E_{x_i}

A decoder without positions (NoPE) still counts, since a query sees its prefix only
:cite:p:`kazemnejad2023impact`.
"""

from dataclasses import dataclass
from typing import ClassVar

from lengthwise.models.positions.scheme import ByCounts
from lengthwise.models.positions.silent import SilentScheme


@dataclass(frozen=True, slots=True)
class NoPositions(SilentScheme):
    """The scheme that adds nothing.

    Examples:
        >>> NoPositions().by_counts
        ByCounts(delta=1, tau=0)
    """

    name: ClassVar[str] = "none"
    source: ClassVar[str] = "kazemnejad2023impact"

    @property
    def by_counts(self) -> ByCounts:
        """How often each symbol occurs."""
        return ByCounts()
