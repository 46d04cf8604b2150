"""The exact worst case: the largest disagreement over *all* words of a length.

A one-layer machine sees a word only through its statistics, and there are few of those:
the words of length 1,000 over three symbols have 1.5 million. So the sup norm of the
theorems is computed, not sampled. A net that is right on average can be wrong here.
"""

from dataclasses import dataclass

import numpy as np

from lengthwise.arguments import whole_number
from lengthwise.errors import TooLargeError
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.on_statistics import outputs_of_counts
from lengthwise.printable import number_text
from lengthwise.theory.count_tables import count_tables
from lengthwise.theory.pair import Pair, comparable
from lengthwise.views import html_line, short
from lengthwise.words import Statistics

LIMIT = 10_000_000
"""The default limit on the number of enumerated statistics."""

TIE = 1e-12
"""Values this close count as equal: sums in another order round differently."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstCase:
    """The largest disagreement of two machines over all words of a length.

    Attributes:
        value: Euclidean distance of the outputs at the last position.
        statistics: The statistics of the words that attain it; ``statistics.word()`` is
            one of these words.
        f: Outputs of the first machine on them.
        g: Outputs of the second machine on them.
        size: Number of distinct statistics.

    Examples:
        >>> from lengthwise.limit.constructions.one_layer_machines import simple_task
        >>> worst = worst_case(
        ...     simple_task(omega=4.0), simple_task(omega=4.0, pieces=4), 30
        ... )
        >>> print(worst)
        worst input of length 30: |f - g| = 0.390629 on 0=15, 1=9, 2=5 then 0
    """

    value: float
    statistics: Statistics
    f: tuple[float, ...]
    g: tuple[float, ...]
    size: int

    @property
    def length(self) -> int:
        """The length of the words."""
        return self.statistics.length

    def __str__(self) -> str:
        return (
            f"worst input of length {self.length}: |f - g| = {self.value:.6g} "
            f"on {word_text(self.statistics)}"
        )

    def __repr__(self) -> str:
        return short(self, str(self))

    def _repr_html_(self) -> str:
        return html_line(str(self))


def word_text(seen: Statistics) -> str:
    """Returns a word by its statistics: counts of the prefix, then the last symbols.

    With several residue classes, the counts in each are separated by slashes, as in
    ``a=2/1``.

    Examples:
        >>> from lengthwise.words import Alphabet
        >>> word_text(Statistics.of("aabba", Alphabet("ab"), delta=1, tau=0))
        'a=2, b=2 then a'
        >>> word_text(Statistics.of("aab", Alphabet("ab"), delta=1, tau=2))
        'a a b'
    """
    suffix = " ".join(seen.suffix)
    if seen.length == len(seen.suffix):
        return suffix
    counts = ", ".join(
        f"{symbol}={'/'.join(map(str, row))}"
        for symbol, row in zip(seen.alphabet, seen.counts, strict=True)
    )
    return f"{counts} then {suffix}"


def worst_case(
    f: LimitTransformer, g: LimitTransformer, length: int, *, limit: int = LIMIT
) -> WorstCase:
    """Returns the largest disagreement of two machines over all words of `length`.

    Args:
        f: A machine with at most one layer.
        g: Another such machine, with the same alphabet and number of outputs.
        length: Number of symbols, not counting ``$``.
        limit: The largest number of statistics to enumerate.

    Raises:
        SpecError: The machines do not match, have several layers, or a number is out of
            range.
        WordError: The words are empty, and a machine reads no ``$``.
        TooLargeError: There are more statistics than `limit`.

    Examples:
        >>> from lengthwise.theory.theorems.lower_bound import lower_bound_pair
        >>> f, g = lower_bound_pair(N=8)
        >>> worst_case(f, g, 8).value, worst_case(f, g, 16).value
        (0.0, 0.0625)
    """
    pair = comparable(f, g)
    length = whole_number("the length", length, 0)
    limit = whole_number("limit", limit, 0)
    size = _size(pair, length, limit)
    best, witness = -1.0, None
    last, delta = min(pair.tau + 1, length), pair.delta
    for counts in count_tables(len(pair.alphabet), length - last, delta=delta):
        for suffix in pair.alphabet.words(last):
            at_f, at_g = (outputs_of_counts(m, counts, suffix) for m in pair)
            gap = np.linalg.norm(at_f - at_g, axis=1)
            # Among words that differ only by rounding, the first is reported on every
            # machine.
            row = int((gap >= gap.max() - TIE).argmax())
            if gap[row] > best + TIE:
                best = float(gap[row])
                witness = counts[row], suffix, at_f[row], at_g[row]
    assert witness is not None, "there is a word of every length"
    counts, suffix, at_f, at_g = witness
    return WorstCase(
        value=best,
        statistics=Statistics(
            alphabet=f.alphabet,
            delta=delta,
            tau=pair.tau,
            counts=tuple(map(tuple, counts.tolist())),
            suffix=suffix,
        ),
        f=tuple(at_f.tolist()),
        g=tuple(at_g.tolist()),
        size=size,
    )


def _size(pair: Pair, length: int, limit: int) -> int:
    """Returns the number of statistics, if it is not too large."""
    size = pair.statistics_count(length)
    if size > limit:
        raise TooLargeError(
            f"the words of length {number_text(length)} have {number_text(size)} "
            f"different statistics; at most {number_text(limit)} are enumerated; use "
            "a shorter length or a larger limit",
            size=size,
            limit=limit,
        )
    return size
