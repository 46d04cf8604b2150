r"""Alphabets, words, and the statistics that represent a word.

From its last position, a one-layer limit transformer sees a word only through its
*statistics*: the count of each symbol in each residue class of the prefix, and the last
:math:`\tau + 1` symbols in order. Two words with equal statistics get equal outputs,
and a word of length :math:`10^9` has statistics of a few numbers.

Positions count from 1; position :math:`i` is in residue class :math:`i \bmod \Delta`.
"""

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from lengthwise.arguments import require_kind, symbols_of, table_of, whole_number
from lengthwise.errors import SpecError, WordError
from lengthwise.printable import brief, number_text

Word: TypeAlias = tuple[str, ...]
"""Symbols in order. The empty word is ``()``."""

BOS = "$"
"""The mark that compiled machines read before a word; never in an alphabet."""


@dataclass(frozen=True)
class Alphabet:
    """Distinct symbols in a fixed order.

    Args:
        symbols: Any iterable of strings; a string is read as its characters.

    Raises:
        SpecError: No symbol, a repeated one, a blank inside a symbol, or ``$``.

    Examples:
        >>> ab = Alphabet("ab")
        >>> ab.word("abba")
        ('a', 'b', 'b', 'a')
        >>> Alphabet(["<bos>", "a"]).word("<bos> a a")
        ('<bos>', 'a', 'a')
    """

    symbols: tuple[str, ...]

    def __init__(self, symbols: Iterable[str]) -> None:
        given = symbols_of(symbols, "the alphabet", SpecError)
        object.__setattr__(self, "symbols", given)
        if not self.symbols:
            raise SpecError("an alphabet without symbols; name at least one")
        for symbol in self.symbols:
            if symbol == BOS:
                raise SpecError("'$' marks the beginning and cannot be a symbol")
            if symbol.split() != [symbol]:
                raise SpecError(f"{symbol!r} is no symbol; use text without blanks")
        if len(set(self.symbols)) < len(self.symbols):
            twice = next(s for s in self.symbols if self.symbols.count(s) > 1)
            raise SpecError(f"symbol {twice!r} stands twice in an alphabet")

    def __len__(self) -> int:
        return len(self.symbols)

    def __iter__(self) -> Iterator[str]:
        return iter(self.symbols)

    def __contains__(self, symbol: object) -> bool:
        return symbol in self._index

    def __str__(self) -> str:
        return "{" + ", ".join(self.symbols) + "}"

    @cached_property
    def _index(self) -> dict[str, int]:
        return {symbol: k for k, symbol in enumerate(self.symbols)}

    def index(self, symbol: str) -> int:
        """Returns the index of `symbol`, from 0.

        Raises:
            WordError: `symbol` is not in the alphabet.

        Examples:
            >>> Alphabet("ab").index("b")
            1
        """
        try:
            return self._index[symbol]
        except (KeyError, TypeError):
            shown = brief(symbol)
            raise WordError(f"{shown} is not one of the symbols {self}") from None

    def encode(self, word: Iterable[str]) -> tuple[int, ...]:
        """Returns the indices of all symbols of `word`.

        Examples:
            >>> Alphabet("ab").encode("aab")
            (0, 0, 1)
        """
        return tuple(map(self.index, word))

    def word(self, text: str | Iterable[str]) -> Word:
        """Reads a word in command-line notation, or from a sequence.

        Blanks separate symbols; they may be omitted if each symbol is one character.

        Raises:
            WordError: It is not a word, or a symbol is not in the alphabet.

        Examples:
            >>> Alphabet("01").word("0110") == Alphabet("01").word("0 1 1 0")
            True
        """
        parts = tuple(text.split()) if isinstance(text, str) else symbols_of(text)
        if isinstance(text, str) and all(len(symbol) == 1 for symbol in self.symbols):
            parts = tuple("".join(parts))
        for place, symbol in enumerate(parts, start=1):
            if symbol not in self:
                raise WordError(
                    f"{symbol!r} at place {place} is not one of the symbols {self}"
                )
        return tuple(parts)

    def words(self, length: int) -> Iterator[Word]:
        """Yields every word of `length` in alphabet order.

        Examples:
            >>> ["".join(w) for w in Alphabet("ab").words(2)]
            ['aa', 'ab', 'ba', 'bb']
        """
        return itertools.product(self.symbols, repeat=length)


def class_sizes(positions: int, delta: int) -> tuple[int, ...]:
    """The number of positions ``1 … positions`` in each residue class.

    Examples:
        >>> class_sizes(7, 3)
        (2, 3, 2)
    """
    return tuple((positions - r) // delta + (r > 0) for r in range(delta))


@dataclass(frozen=True, kw_only=True)
class Statistics:
    r"""A word as a one-layer limit transformer sees it from its last position.

    Attributes:
        alphabet: The symbols.
        delta: The period :math:`\Delta` of the positions.
        tau: The largest lag :math:`\tau`.
        counts: ``counts[s][r]`` is how often symbol number ``s`` occurs at prefix
            positions of residue class ``r``; the prefix is everything before `suffix`.
        suffix: The last ``min(tau + 1, length)`` symbols.

    Raises:
        SpecError: No word has these statistics.
        WordError: The suffix has a symbol outside the alphabet.

    Examples:
        >>> seen = Statistics.of("abbab", Alphabet("ab"), delta=2, tau=1)
        >>> seen.counts, seen.suffix, seen.length
        (((0, 1), (1, 1)), ('a', 'b'), 5)
        >>> "".join(seen.word())
        'abbab'
    """

    alphabet: Alphabet
    delta: int
    tau: int
    counts: tuple[tuple[int, ...], ...]
    suffix: Word

    def __post_init__(self) -> None:
        _require_numbers(self.delta, self.tau)
        require_kind("the alphabet", self.alphabet, Alphabet, "it must be an Alphabet")
        object.__setattr__(self, "suffix", symbols_of(self.suffix, "the suffix"))
        object.__setattr__(self, "counts", table_of("counts", self.counts))
        rows, needed = [*map(len, self.counts)], [self.delta] * len(self.alphabet)
        if rows != needed:
            raise SpecError(
                f"counts {brief(self.counts)}; needed are {len(needed)} rows (symbols) "
                f"of {number_text(self.delta)} numbers (residue classes)"
            )
        self.alphabet.encode(self.suffix)
        last = min(self.tau + 1, self.length)
        if len(self.suffix) != last:
            raise SpecError(
                f"a suffix of {len(self.suffix)} symbols; for tau={brief(self.tau)} a "
                f"word of length {number_text(self.length)} has one of {last}"
            )
        totals = tuple(map(sum, zip(*self.counts, strict=True)))
        sizes = class_sizes(self.length - len(self.suffix), self.delta)
        if totals != sizes:
            raise SpecError(
                f"no word has these counts: the residue classes of a prefix have "
                f"{brief(sizes)} positions, the counts say {brief(totals)}"
            )

    @classmethod
    def of(
        cls, word: Iterable[str], alphabet: Alphabet, *, delta: int, tau: int
    ) -> "Statistics":
        """Returns the statistics of `word`."""
        _require_numbers(delta, tau)
        symbols = tuple(word)
        prefix = symbols[: max(0, len(symbols) - tau - 1)]
        counts = [[0] * delta for _ in alphabet]
        for position, symbol in enumerate(prefix, start=1):
            counts[alphabet.index(symbol)][position % delta] += 1
        return cls(
            alphabet=alphabet,
            delta=delta,
            tau=tau,
            counts=tuple(map(tuple, counts)),
            suffix=symbols[len(prefix) :],
        )

    @cached_property
    def length(self) -> int:
        """The length of all words with these statistics."""
        return sum(map(sum, self.counts)) + len(self.suffix)

    def word(self) -> Word:
        """Returns the first word, in alphabet order, with these statistics."""
        rest = [list(row) for row in self.counts]
        prefix = []
        for position in range(1, self.length - len(self.suffix) + 1):
            r = position % self.delta
            k = next(k for k, row in enumerate(rest) if row[r])
            rest[k][r] -= 1
            prefix.append(self.alphabet.symbols[k])
        return (*prefix, *self.suffix)


def _require_numbers(delta: int, tau: int, length: int = 0) -> None:
    named = (("period delta", delta, 1), ("lag tau", tau, 0), ("length", length, 0))
    for name, number, least in named:
        whole_number(f"the {name}", number, least)


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yields every way to write `total` as an ordered sum of `parts` numbers >= 0.

    Examples:
        >>> list(compositions(2, 2))
        [(2, 0), (1, 1), (0, 2)]
    """
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def all_statistics(
    alphabet: Alphabet, length: int, *, delta: int, tau: int
) -> Iterator[Statistics]:
    """Yields the distinct statistics of all words of `length`.

    These are exactly those whose counts in each residue class sum to the number of
    prefix positions of that class; `statistics_count` gives their number.

    Examples:
        >>> len(list(all_statistics(Alphabet("ab"), 4, delta=1, tau=0)))
        8
    """
    _require_numbers(delta, tau, length)
    suffix_length = min(tau + 1, length)
    sizes = class_sizes(length - suffix_length, delta)
    columns = [list(compositions(size, len(alphabet))) for size in sizes]
    for chosen in itertools.product(*columns):
        counts = tuple(zip(*chosen, strict=True))
        for suffix in alphabet.words(suffix_length):
            yield Statistics(
                alphabet=alphabet, delta=delta, tau=tau, counts=counts, suffix=suffix
            )


def statistics_count(symbols: int, length: int, *, delta: int, tau: int) -> int:
    r"""The number of distinct statistics of words of `length`.

    .. math::

        |\Sigma|^{\min(\tau+1, n)} \prod_r \binom{c_r + |\Sigma| - 1}{|\Sigma| - 1}

    with :math:`c_r` the number of prefix positions of residue class :math:`r`.

    Examples:
        >>> statistics_count(3, 1000, delta=1, tau=0)
        1501500
    """
    _require_numbers(delta, tau, length)
    suffix_length = min(tau + 1, length)
    sizes = class_sizes(length - suffix_length, delta)
    ways = math.prod(math.comb(size + symbols - 1, symbols - 1) for size in sizes)
    return int(symbols**suffix_length * ways)
