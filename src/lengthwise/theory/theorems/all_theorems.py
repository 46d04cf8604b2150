"""Every theorem about training lengths, in the order of tables.

A theorem is a file in this folder that defines ``THEOREMS``; it is listed only here.
"""

from lengthwise.theory.theorems import (
    automata_lengths,
    average_case,
    explicit_constants,
    hardmax_length,
    lower_bound,
    one_layer,
    sharper,
    two_layer,
)
from lengthwise.theory.theorems.bound import Statement

FILES = (
    one_layer,
    explicit_constants,
    sharper,
    hardmax_length,
    average_case,
    two_layer,
    lower_bound,
    automata_lengths,
)
"""The files with theorems."""

THEOREMS: tuple[Statement, ...] = tuple(one for file in FILES for one in file.THEOREMS)
"""Every theorem."""
