"""How far a search with positions goes."""

from dataclasses import dataclass, replace

from lengthwise.errors import SpecError

LARGEST = 1_000_000
"""The largest window or period that can be asked for."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How far a search with positions goes.

    Attributes:
        window: The most letters before a position that a program may look at. If not
            given, as many as tell all states of a component apart; where counting must
            help, up to `COUNTING`.
        period: The largest period of positions. If not given, what divides the lengths
            of cycles of the automaton; where counting must help, what divides them up
            to `MOST_PERIOD`, and every period up to `COUNTING_PERIOD`.
        block: The longest blocks of a certificate.
        states: The largest lifted machine.
        work: How many entries of maps are computed in the search for blocks.
        cells: How many numbers the linear systems for windows and periods may touch.

    Raises:
        SpecError: A window or a period that is too small or too large.
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
        """The same limits with another window and period, where they are given."""
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
"""The largest period that is tried with counting where no smaller one does."""

MOST_PERIOD = 60
"""The largest divisor of lengths of cycles that is tried as a period with counting."""

LIMITS = Limits()
