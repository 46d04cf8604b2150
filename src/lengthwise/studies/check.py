"""Does a published trend hold in what was measured? A check says so, with numbers.

A check that cannot fail shows nothing: every one is also run on the same models with
their errors dealt out anew at random (`Measured.shuffled`), and must not hold there.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A trend, whether it holds, and the numbers that say so."""

    trend: str
    holds: bool
    numbers: str

    def __str__(self) -> str:
        return f"{'holds' if self.holds else 'FAILS'}  {self.trend}: {self.numbers}"
