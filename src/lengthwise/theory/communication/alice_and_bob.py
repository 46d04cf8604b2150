"""Theorem 12 as two functions: Alice sends a message, Bob computes the second half.

Alice sees the first half of an input, Bob the second; both know the program and the
number of symbols that Alice has.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.nodes import Core
from lengthwise.crasp.language.program import Program, require_program
from lengthwise.crasp.running.interpreter import Batch
from lengthwise.theory.communication._core_values import Codes, Values, values_of
from lengthwise.theory.communication.message_layout import Layout, layout_of
from lengthwise.views import short
from lengthwise.words import Word

PIECE = 1 << 24
"""The number of values computed at a time: longer inputs are processed in segments."""


@dataclass(frozen=True, slots=True)
class Message:
    """Alice's message.

    Attributes:
        bits: The message as a string of 0 and 1.
        half: The length of the first half. Bob knows this number: it is not sent.
    """

    bits: str
    half: int

    def __len__(self) -> int:
        return len(self.bits)

    def __repr__(self) -> str:
        return short(self, f"{len(self)} bits about {self.half} symbols: {self.bits}")


def alice(program: Program, first_half: str | Iterable[str]) -> Message:
    """Returns the message about the first half of an input.

    It contains, in this order: the value of each global count, in as many bits as the
    number of symbols has; for each local count the last truth values of the counted
    line; the number of symbols modulo the period.

    Raises:
        SpecError: It is not a program.
        WordError: It is not a word, or a symbol is not in the declared alphabet.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> message = alice(load("majority_language"), "aababaaa")
        >>> message.bits, len(message)
        ('00100110', 8)
    """
    require_program(program)
    word = program.read(first_half)
    plain, layout = _cut(program)
    summary = layout.nothing_read
    for piece in _pieces(plain, word):
        _, summary = values_of(plain, layout, piece, summary)
    return Message(layout.encode(summary, len(word)), len(word))


def bob(program: Program, message: Message, second_half: str | Iterable[str]) -> Batch:
    """Returns the values of the program at every position of the second half.

    They equal those of the program on the whole input at these positions.

    Args:
        program: The program.
        message: Alice's message about the first half.
        second_half: The rest of the input, of any length.

    Returns:
        Every line, and what is accepted or emitted; row 0 holds the
        second half.

    Raises:
        SpecError: It is not a program.
        WordError: It is not a word, or a symbol is not in the declared alphabet.
        FormatError: The message does not fit this program.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> dyck = load("dyck1")
        >>> seen = bob(dyck, alice(dyck, "(()("), "))()")
        >>> seen.accepts[0].tolist()
        [False, True, False, True]
        >>> seen.lines["opened"][0].tolist()
        [3, 3, 4, 4]
    """
    require_program(program)
    word = program.read(second_half)
    plain, layout = _cut(program)
    places = {place for _, place in (*plain.lines, *plain.next)}
    if plain.accept is not None:
        places.add(plain.accept)
    parts: dict[int, list[Values]] = {place: [] for place in places}
    summary = layout.decode(message.bits, message.half)
    for piece in _pieces(plain, word):
        values, summary = values_of(plain, layout, piece, summary)
        for place in places:
            parts[place].append(values[place])
    rows = {place: np.concatenate(part)[None] for place, part in parts.items()}
    return Batch(
        lines={name: rows[place] for name, place in plain.lines},
        accepts=None if plain.accept is None else rows[plain.accept],
        emits={symbol: rows[place] for symbol, place in plain.next},
    )


def message_layout(program: Program) -> Layout:
    """Returns the layout of a program's messages.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> message_layout(load("abab_star"))
        Layout(counts=(12,), windows=(), period=4)
    """
    return _cut(program)[1]


@lru_cache(maxsize=16)
def _cut(program: Program) -> tuple[Core, Layout]:
    plain = core(program)
    return plain, layout_of(plain)


def _pieces(plain: Core, word: Word) -> Iterator[Codes]:
    """The word in segments, as alphabet indices; the empty word is one segment."""
    index = {symbol: k for k, symbol in enumerate(plain.alphabet)}
    codes = np.array([index.get(symbol, -1) for symbol in word], dtype=np.int64)
    size = max(1, PIECE // len(plain.nodes))
    for start in range(0, max(1, codes.size), size):
        yield codes[start : start + size]
