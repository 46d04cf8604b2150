r"""Witness words: pairs of words that a program would have to separate."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from lengthwise.automata.dfa import DFA
from lengthwise.automata.shortest_words import shortest_word
from lengthwise.theory.membership.evidence.evidence_kinds import Certificate
from lengthwise.words import Word


@dataclass(frozen=True)
class Witness:
    r"""Words :math:`x\,u^N v` and :math:`x\,u^N w\,v`, one in the language, one not.

    After :math:`x\,u^N` the automaton is in the first state of the pair, and :math:`w`
    leads to the second. The label counts of :math:`w` are a combination of those of
    :math:`u`, so counting separates the two words less and less as :math:`N` grows. To
    defeat windows and periods, every block of :math:`u` and :math:`w` is followed by
    :math:`N` neutral blocks.

    Attributes:
        prefix: The word :math:`x`.
        loop: The blocks of :math:`u`; without positions a block is a letter.
        detour: The blocks of :math:`w`.
        suffix: The word :math:`v`.
        padding: The neutral block; empty without positions.
    """

    prefix: Word
    loop: tuple[Word, ...]
    detour: tuple[Word, ...]
    suffix: Word
    padding: Word

    def words(self, repetitions: int, padding: int | None = None) -> tuple[Word, Word]:
        """The two words.

        Args:
            repetitions: Number of repetitions of the loop.
            padding: Number of neutral blocks after each block. Default: `repetitions`.
        """
        more = self.padding * (repetitions if padding is None else padding)

        def spread(blocks: tuple[Word, ...]) -> Word:
            return tuple(symbol for block in blocks for symbol in block + more)

        begin = self.prefix + spread(self.loop) * repetitions
        return begin + self.suffix, begin + spread(self.detour) + self.suffix

    def longest(self, repetitions: int, padding: int) -> int:
        """The length of the longer word, without constructing it."""
        size = len(self.padding) * padding
        loop = sum(len(block) + size for block in self.loop)
        detour = sum(len(block) + size for block in self.detour)
        return len(self.prefix) + repetitions * loop + detour + len(self.suffix)

    def sizes(self, up_to: int) -> list[tuple[int, int]]:
        """Repetitions and padding of all pairs up to this length, in order.

        Both are at least one; without a neutral block there is no padding.
        """
        found = []
        for padding in itertools.count(1) if self.padding else (0,):
            if self.longest(1, padding) > up_to:
                break
            for repetitions in itertools.count(1):
                if self.longest(repetitions, padding) > up_to:
                    break
                found.append((repetitions, padding))
        return sorted(found, key=lambda size: (self.longest(*size), size))


def witness(certificate: Certificate) -> Witness:
    """Returns the witness words, which end in the two states of the pair.

    Examples:
        >>> from lengthwise.automata.regex import regex
        >>> from lengthwise.theory.membership.search.decide import membership
        >>> parity = regex("b*(ab*ab*)*").dfa
        >>> found = witness(membership(parity).evidence)
        >>> ["".join(word) for word in found.words(3)]
        ['aaaaaa', 'aaaaaaa']
        >>> found = witness(membership(parity, positions="periodic-local").evidence)
        >>> ["".join(word) for word in found.words(2)]
        ['abbabbabbabb', 'abbabbabbabbabb']
    """
    machine = certificate.machine
    first, second = certificate.pair
    link = next(
        link
        for link in certificate.links
        if (link.source, link.target) == (first, second)
    )
    loop: list[str] = []
    for number, _ in link.shares:
        walk = certificate.walks[number]
        loop += (*_way(machine, first, walk.state), *walk.word)
        loop += _way(machine, walk.state, first)
    block = dict(zip(machine.alphabet, certificate.blocks, strict=True))

    def spelled(letters: Iterable[str]) -> Word:
        return tuple(symbol for letter in letters for symbol in block[letter])

    return Witness(
        certificate.left + spelled(_way(machine, machine.start, first)),
        tuple(block[letter] for letter in loop),
        tuple(block[letter] for letter in link.word),
        spelled(certificate.separator) + certificate.right,
        () if certificate.neutral is None else block[certificate.neutral],
    )


def _way(machine: DFA, source: int, target: int) -> Word:
    word = shortest_word(machine, source, target)
    assert word is not None, "states of one component"
    return word
