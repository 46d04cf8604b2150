"""Limits of a search with positions."""

from dataclasses import dataclass, replace

from lengthwise.errors import SpecError

LARGEST = 1_000_000
"""The largest window or period that a user can set."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits of a search with positions.

    Attributes:
        window: The largest number of letters before a position that a program may look
            at. Default: as many as separate all states of a component, or up to
            `COUNTING` if counting must help.
        period: The largest period of positions. Default: the period of the automaton's
            cycle lengths; if counting must help, its divisors up to `MOST_PERIOD` and
            every period up to `COUNTING_PERIOD`.
        block: The longest blocks of a certificate.
        states: The largest number of states of a lifted machine.
        work: The number of map entries to compute in the search for blocks.
        cells: The number of entries that linear systems for windows and periods may
            touch.

    Raises:
        SpecError: A window or a period is too small or too large.
    """

    window: int | None = None
    period: int | None = None
    block: int = 64
    states: int = 20_000
    work: int = 2_000_000
    cells: int = 150_000_000

    def __post_init__(self) -> None:
        for name, number, least in (
            ("window", self.window, 0),
            ("period", self.period, 1),
        ):
            if number is not None and not least <= number <= LARGEST:
                raise SpecError(
                    f"the {name} is {number}; allowed is {least} to {LARGEST:,}"
                )

    def with_sizes(self, window: int | None, period: int | None) -> "Limits":
        """The same limits with another window and period, if given."""
        return replace(
            self,
            window=self.window if window is None else window,
            period=self.period if period is None else period,
        )

    @property
    def counting_window(self) -> int:
        """The largest window that is tried together with counting."""
        return COUNTING if self.window is None else self.window


COUNTING = 4
"""The largest window that is tried with counting, and the periods that are tried first.
"""

COUNTING_PERIOD = 12
"""The largest period tried with counting after no smaller one worked."""

MOST_PERIOD = 60
"""The largest divisor of cycle lengths that is tried as a period with counting."""

LIMITS = Limits()
