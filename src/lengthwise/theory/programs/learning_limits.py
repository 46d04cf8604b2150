"""Limits of a search for the smallest hypothesis."""

from dataclasses import dataclass

from lengthwise.arguments import real_number, whole_number

LONGEST = 100
"""The largest length of training words."""


@dataclass(frozen=True, kw_only=True)
class SearchLimits:
    """Limits of a search.

    Attributes:
        size: The largest number of lines of a program, or of states of an automaton.
        length: The longest training words; ``None``: as long as all words together have
            about 600 prefixes.
        seconds: The time limit.
        memory: The approximate memory limit in bytes.
    """

    size: int = 12
    length: int | None = None
    seconds: int | float = 600.0
    memory: int = 2 << 30

    def __post_init__(self) -> None:
        whole_number("the size", self.size, 1, 100)
        if self.length is not None:
            whole_number("the length", self.length, 1, LONGEST)
        real_number("the seconds", self.seconds, above=0)
        whole_number("the memory", self.memory, 1)
