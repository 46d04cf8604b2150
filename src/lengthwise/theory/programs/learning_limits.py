"""When a search for the smallest hypothesis ends at the latest."""

from dataclasses import dataclass

from lengthwise.arguments import real_number, whole_number

LONGEST = 100
"""Longest words that are learned from."""


@dataclass(frozen=True, kw_only=True)
class SearchLimits:
    """When a search ends at the latest.

    Attributes:
        size: The most lines of a program, or states of an automaton.
        length: The longest words that are learned from; ``None``: as long as all words
            together have about 600 prefixes.
        seconds: For how long.
        memory: With how many bytes, about.
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
