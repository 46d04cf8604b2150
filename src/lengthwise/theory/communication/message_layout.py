r"""The layout of a message, and its encoding in bits.

For a program with :math:`G` global counts, local counts that reach back
:math:`\delta_1, \delta_2, \dots` positions, and periods with least common multiple
:math:`\Delta`, the message about :math:`N` symbols has

.. math:: G \lceil \log_2(N+1) \rceil + \sum_k \delta_k + \lceil \log_2 \Delta \rceil

bits. Common subexpressions are eliminated first, so equal counts are sent once.
"""

import math
from dataclasses import dataclass

from lengthwise.crasp.core.nodes import Core, Count
from lengthwise.crasp.language.syntax import Modulus
from lengthwise.errors import FormatError


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The information about the first half that the values in the second half need.

    Attributes:
        counts: The value of each global count at the last position.
        windows: For each local count, the last truth values of the counted line, oldest
            first; false before the first position.
        residue: The number of symbols modulo the period.
    """

    counts: tuple[int, ...]
    windows: tuple[tuple[bool, ...], ...]
    residue: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The fields of a message, in the order in which they are written.

    Attributes:
        counts: The indices of the global counts in the core of the program.
        windows: The indices of the local counts, each with its largest lag.
        period: The least common multiple of all periods; 1 if there are none.

    Examples:
        >>> from lengthwise.crasp.core.desugar import core
        >>> from lengthwise.crasp.library.loading import load
        >>> layout = layout_of(core(load("dyck1")))
        >>> [layout.bits(half) for half in (8, 64, 512)]
        [12, 21, 30]
    """

    counts: tuple[int, ...]
    windows: tuple[tuple[int, int], ...]
    period: int

    @property
    def constant_bits(self) -> int:
        """The number of bits that do not depend on the length."""
        return sum(lag for _, lag in self.windows) + self._residue_bits

    @property
    def _residue_bits(self) -> int:
        return (self.period - 1).bit_length()

    def bits(self, half: int) -> int:
        """The number of bits of a message about `half` symbols."""
        return len(self.counts) * half.bit_length() + self.constant_bits

    @property
    def nothing_read(self) -> Summary:
        """The summary of the empty word."""
        return Summary(
            counts=(0,) * len(self.counts),
            windows=tuple((False,) * lag for _, lag in self.windows),
            residue=0,
        )

    def encode(self, summary: Summary, half: int) -> str:
        """Returns the summary of `half` symbols as a string of 0 and 1.

        Examples:
            >>> layout = Layout(counts=(1,), windows=((3, 2),), period=3)
            >>> layout.encode(
            ...     Summary(counts=(5,), windows=((True, False),), residue=1), half=7
            ... )
            '1011001'
        """
        fields = [_binary(count, half.bit_length()) for count in summary.counts]
        fields += ["".join("01"[held] for held in row) for row in summary.windows]
        return "".join([*fields, _binary(summary.residue, self._residue_bits)])

    def decode(self, bits: str, half: int) -> Summary:
        """Returns the summary of `half` symbols that `bits` encode.

        Raises:
            FormatError: It is not a message about this many symbols.

        Examples:
            >>> layout = Layout(counts=(1,), windows=((3, 2),), period=3)
            >>> layout.decode("1011001", half=7)
            Summary(counts=(5,), windows=((True, False),), residue=1)
        """
        if len(bits) != self.bits(half) or not set(bits) <= {"0", "1"}:
            raise FormatError(
                f"a message about {half} symbols has {self.bits(half)} bits, each 0 or "
                f"1, and this one {len(bits)} characters; give the program that it was "
                "made with"
            )
        widths = [half.bit_length()] * len(self.counts)
        widths += [lag for _, lag in self.windows]
        fields, start = [], 0
        for width in [*widths, self._residue_bits]:
            fields.append(bits[start : start + width])
            start += width
        split = len(self.counts)
        return Summary(
            counts=tuple(int(field or "0", 2) for field in fields[:split]),
            windows=tuple(tuple(b == "1" for b in row) for row in fields[split:-1]),
            residue=int(fields[-1] or "0", 2),
        )


def _binary(number: int, width: int) -> str:
    return f"{number:0{width}b}" if width else ""


def layout_of(plain: Core) -> Layout:
    """Returns the layout of a program's messages."""
    counts = [(k, n) for k, n in enumerate(plain.nodes) if isinstance(n, Count)]
    periods = [n.period for n in plain.nodes if isinstance(n, Modulus)]
    return Layout(
        counts=tuple(k for k, node in counts if node.lags is None),
        windows=tuple((k, node.lags[-1]) for k, node in counts if node.lags),
        period=math.lcm(*periods),
    )
