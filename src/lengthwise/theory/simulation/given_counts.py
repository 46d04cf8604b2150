r"""Statistics of a long word given by its symbol counts.

The word is some prefix with these counts, followed by a suffix. Without positions, this
determines the statistics. With positions of period :math:`\Delta`, the counts must be
distributed over residue classes: counts given for a class stay there, and the rest is
spread as evenly as possible. In alphabet order, each symbol is distributed over the
classes in proportion to their free positions, rounded by largest remainders with ties
to the lower class, so that every class is filled exactly.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lengthwise.errors import SpecError, WordError
from lengthwise.words import Alphabet, Statistics, class_sizes


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Counts of symbols in the prefix of a word, as text ``a=3,b@0=7``.

    Attributes:
        anywhere: Counts of symbols in any residue class.
        inside: Counts of symbols in a given residue class.

    Examples:
        >>> counts = Counts.read("a=3,b@0=7", Alphabet("ab"))
        >>> counts.anywhere, counts.inside
        ({'a': 3}, {('b', 0): 7})
    """

    anywhere: Mapping[str, int]
    inside: Mapping[tuple[str, int], int]

    @classmethod
    def read(cls, text: str, alphabet: Alphabet) -> "Counts":
        """Parses counts as written on a command line.

        Raises:
            WordError: A symbol is not in the alphabet.
            SpecError: A part is not a count, or occurs twice.
        """
        anywhere: dict[str, int] = {}
        inside: dict[tuple[str, int], int] = {}
        for part in text.split(","):
            key, _, value = part.strip().rpartition("=")
            symbol, at, residue = key.rpartition("@")
            number = _whole(value, part)
            if not at or key in alphabet:
                alphabet.index(key)
                known = key in anywhere
                anywhere[key] = number
            else:
                alphabet.index(symbol)
                pair = symbol, _whole(residue, part)
                known = pair in inside
                inside[pair] = number
            if known:
                raise SpecError(f"{part.strip()!r} is a second count of the same thing")
        return cls(anywhere=anywhere, inside=inside)

    def statistics(
        self, suffix: Iterable[str], alphabet: Alphabet, *, delta: int, tau: int
    ) -> Statistics:
        """Returns the statistics of a word with this prefix and suffix.

        Symbols of the suffix before the last ``tau + 1`` are counted at their
        positions.

        Raises:
            SpecError: A class has too few positions, or does not exist.
            WordError: The suffix is too short.

        Examples:
            >>> counts = Counts.read("a=5,b=6", Alphabet("ab"))
            >>> counts.statistics("b", Alphabet("ab"), delta=2, tau=0).counts
            ((2, 3), (3, 3))
        """
        end = tuple(suffix)
        length = sum(self.anywhere.values()) + sum(self.inside.values())
        if len(end) < min(tau + 1, length + len(end)):
            raise WordError(
                f"a suffix of {len(end)} symbols; the machines see the last {tau + 1} "
                "in order; give all of them"
            )
        cells = {(s, r): 0 for s in alphabet for r in range(delta)}
        for cell, number in self.inside.items():
            if cell not in cells:
                raise SpecError(
                    f"residue class {cell[1]}; there are {delta}, 0 to {delta - 1}"
                )
            cells[cell] = number
        sizes = class_sizes(length, delta)
        free = [
            size - sum(cells[s, r] for s in alphabet) for r, size in enumerate(sizes)
        ]
        if min(free) < 0:
            r = free.index(min(free))
            raise SpecError(
                f"class {r} of a prefix of {length} has {sizes[r]} positions; the "
                f"counts given for it need {-free[r]} more"
            )
        for symbol in alphabet:
            for r, number in enumerate(_shared(self.anywhere.get(symbol, 0), free)):
                cells[symbol, r] += number
                free[r] -= number
        last = end[max(0, len(end) - tau - 1) :]
        for place, symbol in enumerate(end[: len(end) - len(last)], start=length + 1):
            alphabet.index(symbol)
            cells[symbol, place % delta] += 1
        return Statistics(
            alphabet=alphabet,
            delta=delta,
            tau=tau,
            counts=tuple(tuple(cells[s, r] for r in range(delta)) for s in alphabet),
            suffix=last,
        )


def counts_text(seen: Statistics) -> str:
    """Returns the counts of the prefix in the format of `Counts.read`.

    Examples:
        >>> counts_text(Statistics.of("abbab", Alphabet("ab"), delta=1, tau=1))
        'a=1,b=2'
        >>> counts_text(Statistics.of("abbab", Alphabet("ab"), delta=2, tau=1))
        'a@1=1,b@0=1,b@1=1'
    """
    return ",".join(
        f"{symbol}={n}" if seen.delta == 1 else f"{symbol}@{r}={n}"
        for symbol, row in zip(seen.alphabet, seen.counts, strict=True)
        for r, n in enumerate(row)
        if n
    )


def _whole(text: str, part: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise SpecError(
            f"{part.strip()!r} is not a count; write symbol=number, or "
            "symbol@class=number"
        )
    return number


def _shared(number: int, free: list[int]) -> list[int]:
    """Distributes `number` in proportion to `free`, by largest remainders."""
    total = sum(free)
    if not number:
        return [0] * len(free)
    parts = [number * places // total for places in free]
    by_rest = sorted(range(len(free)), key=lambda r: -(number * free[r] % total))
    for r in by_rest[: number - sum(parts)]:
        parts[r] += 1
    return parts
