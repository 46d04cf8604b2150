"""How a task is put to a model.

A verdict and a measurement are compared only in the same format: who sees the last
symbol, and which inputs there are, decides which class of programs is meant.
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
"""What each format means: which inputs, what is asked, and where it is answered."""
