"""The format in which a model sees a task.

Verdicts and measurements are comparable only in the same format: whether the last
symbol is visible, and which inputs occur, determines the relevant class of programs.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

Format: TypeAlias = Literal[
    "recognize-last",
    "recognize-end",
    "state-blank",
    "next-set",
    "next-token",
    "real",
]
"""The name of a format."""

FORMATS: Mapping[Format, str] = {
    "recognize-last": "all words; answered at the last symbol, which is seen",
    "recognize-end": "all words; answered after the last symbol, at a mark or blank",
    "state-blank": "members; the state after every prefix, answered at a blank",
    "next-set": "members; the symbols that may come next, after every prefix",
    "next-token": "instances; the answer, symbol by symbol",
    "real": "all words; numbers, answered at the last symbol",
}
"""The meaning of each format: the inputs, the question, and the scored positions."""
