r"""No positions (NoPE): causal attention is the only source of order.

.. math:: y_i = E_{x_i}

A decoder without positions can still count, since each query sees only its prefix
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
        """The count of each symbol."""
        return ByCounts()
