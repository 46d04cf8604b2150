r"""The messages of Alice and Bob at several lengths, and their growth.

With :math:`G` global counts and :math:`c` bits that do not depend on the length,
messages have :math:`G \lceil \log_2(N+1) \rceil + c` bits: at most :math:`a \log_2 N +
b` with :math:`a = G` and :math:`b = G + c`, with equality if :math:`N` is a power of
two.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import linear_regression
from typing import Any

import numpy as np

from lengthwise.crasp.language.program import Program, require_program
from lengthwise.crasp.running.interpreter import Batch, batch
from lengthwise.crasp.running.run_size import BEGINNING, program_size
from lengthwise.errors import SpecError, TooLargeError
from lengthwise.printable import brief
from lengthwise.tables import Table
from lengthwise.theory.communication.alice_and_bob import (
    Message,
    alice,
    bob,
    message_layout,
)
from lengthwise.theory.communication.message_layout import Layout
from lengthwise.views import html_line, short
from lengthwise.words import Word

LENGTHS = (8, 64, 512, 4096)
"""The default lengths of the first half."""

MOST_VALUES = 1 << 30
"""The limit on computed values; see `lengthwise.crasp.running.run_size`."""

BEGUN = 4
"""The approximate cost of Alice, Bob and the check, in runs of the program."""

MOST_KEPT = 1 << 27
"""The limit on values of lines and outputs stored for one input."""

SOURCES = ("huang2025formal",)


@dataclass(frozen=True, slots=True)
class LogLine:
    """The line a·log2(N) + b."""

    a: float
    b: float

    def __str__(self) -> str:
        sign = "-" if self.b < 0 else "+"
        return f"{self.a:.4g}·log2(N) {sign} {abs(self.b):.4g}"


@dataclass(frozen=True, slots=True)
class ProtocolRow:
    """One input of length 2N, cut in the middle.

    Attributes:
        N: The number of symbols in each half.
        bits: The size of the message.
        equal: Whether all of Bob's values equal those of the whole input: every line
            and output of a program, every activation of a machine.
    """

    N: int
    bits: int
    equal: bool


@dataclass(frozen=True)
class Protocol:
    """The messages of a program or a machine at several lengths.

    Attributes:
        layout: The layout of its messages.
        rows: One per length, ascending.
        tolerance: The tolerance on Bob's values: 0 for programs. Activations of a
            machine are floating-point sums, whose rounding depends on the order.
    """

    layout: Layout
    rows: tuple[ProtocolRow, ...]
    tolerance: float = 0.0

    @property
    def theory(self) -> LogLine:
        """The upper bound on messages, attained at powers of two."""
        counts = len(self.layout.counts)
        return LogLine(float(counts), float(counts + self.layout.constant_bits))

    @property
    def fitted(self) -> LogLine | None:
        """The least-squares line through the bits; needs two lengths."""
        if len(self.rows) < 2:
            return None
        x = [math.log2(row.N) for row in self.rows]
        return LogLine(*linear_regression(x, [float(row.bits) for row in self.rows]))

    @property
    def sources(self) -> tuple[str, ...]:
        """Its sources, as keys of the bibliography."""
        return SOURCES

    @property
    def table(self) -> Table:
        """One row per length."""
        return Table(
            header=("N", "bits", "at most", "Bob is right"),
            rows=tuple(
                (row.N, row.bits, self._at_most(row.N), "yes" if row.equal else "NO")
                for row in self.rows
            ),
            align="rrrl",
            name="protocol",
            caption="Bits that the first N symbols must tell the rest.",
        )

    def _at_most(self, half: int) -> float:
        return round(self.theory.a * math.log2(half) + self.theory.b, 1)

    @property
    def answer(self) -> str:
        """The size of messages and whether Bob was correct, in two sentences."""
        wrong = [row.N for row in self.rows if not row.equal]
        said = (
            f"Bob is WRONG at N = {', '.join(map(str, wrong))}: this is a bug."
            if wrong
            else f"Bob's {self._values} those of the whole input at every length."
        )
        formula = self._formula()
        unit = "bit" if formula == "1" else "bits"
        return f"Messages of {formula} {unit} suffice. {said}"

    @property
    def _values(self) -> str:
        if self.tolerance:
            return f"activations are, within {self.tolerance:g},"
        return "values are exactly"

    def _formula(self) -> str:
        counts, constant = len(self.layout.counts), self.layout.constant_bits
        parts = [f"{counts}·ceil(log2(N+1))"] if counts else []
        parts += [str(constant)] if constant or not parts else []
        return " + ".join(parts)

    def __str__(self) -> str:
        lines = [f"a·log2(N) + b, in theory at most: {self.theory}"]
        if self.fitted is not None:
            lines.append(f"a·log2(N) + b, least squares:     {self.fitted}")
        answer = self.answer.replace(". ", ".\n")
        return "\n".join([answer, "", self.table.text(), "", *lines])

    def __repr__(self) -> str:
        return short(self, self.answer)

    def _repr_html_(self) -> str:
        return html_line(self.answer) + self.table.html()

    def json(self) -> dict[str, Any]:
        """The result as plain data, ready for JSON."""
        fitted, layout = self.fitted, self.layout
        return {
            "rows": [
                {"N": row.N, "bits": row.bits, "equal": row.equal} for row in self.rows
            ],
            "message": {
                "counts": len(layout.counts),
                "windows": [lag for _, lag in layout.windows],
                "period": layout.period,
            },
            "theory": {"a": self.theory.a, "b": self.theory.b},
            "fitted": None if fitted is None else {"a": fitted.a, "b": fitted.b},
        }


def protocol_of(
    program: Program, lengths: Iterable[int] = LENGTHS, *, seed: int = 0
) -> Protocol:
    """Runs Alice and Bob on an input of each length and checks Bob's values.

    The inputs are uniform over the alphabet of the program. The number of bits does not
    depend on them.

    Args:
        program: The program.
        lengths: The numbers of symbols in each half.
        seed: The seed of the inputs.

    Raises:
        SpecError: It is not a program, or a length is not a positive integer.
        TooLargeError: The program is too large for these lengths.

    Examples:
        >>> from lengthwise.crasp.library.loading import load
        >>> found = protocol_of(load("majority_language"), [8, 64, 512])
        >>> [row.bits for row in found.rows]
        [8, 14, 20]
        >>> print(found)
        Messages of 2·ceil(log2(N+1)) bits suffice.
        Bob's values are exactly those of the whole input at every length.
        <BLANKLINE>
          N  bits  at most  Bob is right
          8     8        8  yes
         64    14       14  yes
        512    20       20  yes
        <BLANKLINE>
        a·log2(N) + b, in theory at most: 2·log2(N) + 2
        a·log2(N) + b, least squares:     2·log2(N) + 2
    """
    require_program(program)
    halves = checked_halves(lengths)
    _require_room(program, halves)
    rng = Random(seed)
    symbols = program.letters.symbols
    rows = []
    for half in halves:
        word = tuple(rng.choices(symbols, k=2 * half))
        message = alice(program, word[:half])
        equal = bob_is_right(program, message, word)
        rows.append(ProtocolRow(half, len(message), equal))
    return Protocol(message_layout(program), tuple(rows))


def bob_is_right(program: Program, message: Message, word: Word) -> bool:
    """Whether Bob's values equal those of the interpreter on the whole of `word`."""
    theirs = bob(program, message, word[message.half :])
    whole = batch(program, [word])
    return all(
        np.array_equal(one, other[:, message.half :])
        for one, other in zip(_arrays(theirs), _arrays(whole), strict=True)
    )


def _arrays(found: Batch) -> list[Any]:
    output = [] if found.accepts is None else [found.accepts]
    return [*found.lines.values(), *output, *found.emits.values()]


def checked_halves(lengths: Iterable[int]) -> list[int]:
    """Returns the lengths in ascending order without duplicates.

    Raises:
        SpecError: One is not a positive integer, or there are none.

    Examples:
        >>> checked_halves([64, 8, 8])
        [8, 64]
    """
    halves = sorted(set(lengths))
    if not halves or not all(isinstance(n, int) and n >= 1 for n in halves):
        raise SpecError(f"lengths are {brief(halves)}; use whole numbers from 1 up")
    return halves


def _require_room(program: Program, halves: Sequence[int]) -> None:
    size = program_size(program)
    outputs = len(program.lines) + max(1, len(program.next))
    values = sum(size * (BEGUN * BEGINNING + 2 * half) for half in halves)
    kept = outputs * 2 * halves[-1]
    if values > MOST_VALUES or kept > MOST_KEPT:
        limit = MOST_VALUES if values > MOST_VALUES else MOST_KEPT
        raise TooLargeError(
            f"a program with {size} parts and lengths up to {halves[-1]} need "
            f"{max(values, kept)} values; at most {limit} are computed: give shorter "
            "or fewer lengths",
            size=max(values, kept),
            limit=limit,
        )
