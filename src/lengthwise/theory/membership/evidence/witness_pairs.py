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
        loop: The blocks of :math:`u`, each with the neutral block that may follow it;
            without positions a block is a letter, and the neutral block is empty.
        detour: The same for :math:`w`.
        suffix: The word :math:`v`.
    """

    prefix: Word
    loop: tuple[tuple[Word, Word], ...]
    detour: tuple[tuple[Word, Word], ...]
    suffix: Word

    def words(self, repetitions: int, padding: int | None = None) -> tuple[Word, Word]:
        """Returns the two words.

        Args:
            repetitions: Number of repetitions of the loop.
            padding: Number of neutral blocks after each block. Default: `repetitions`.
        """
        times = repetitions if padding is None else padding

        def spread(blocks: tuple[tuple[Word, Word], ...]) -> Word:
            return tuple(s for block, more in blocks for s in block + more * times)

        begin = self.prefix + spread(self.loop) * repetitions
        return begin + self.suffix, begin + spread(self.detour) + self.suffix

    @property
    def padded(self) -> bool:
        """Whether there are neutral blocks."""
        return any(more for _, more in self.detour)

    def longest(self, repetitions: int, padding: int) -> int:
        """The length of the longer word, without constructing it."""
        loop = sum(len(block) + padding * len(more) for block, more in self.loop)
        detour = sum(len(block) + padding * len(more) for block, more in self.detour)
        return len(self.prefix) + repetitions * loop + detour + len(self.suffix)

    def sizes(self, up_to: int) -> list[tuple[int, int]]:
        """Repetitions and padding of all pairs up to this length, in order.

        Both are at least one; without a neutral block there is no padding.
        """
        found = []
        for padding in itertools.count(1) if self.padded else (0,):
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
    between = certificate.between or ((0, 0),) * len(machine.alphabet)
    neutral = [block[letter] for letter in certificate.neutral] or [()]
    more = {
        letter: neutral[behind]
        for letter, (_, behind) in zip(machine.alphabet, between, strict=True)
    }

    def spelled(letters: Iterable[str]) -> Word:
        return tuple(symbol for letter in letters for symbol in block[letter])

    return Witness(
        certificate.left + spelled(_way(machine, machine.start, first)),
        tuple((block[letter], more[letter]) for letter in loop),
        tuple((block[letter], more[letter]) for letter in link.word),
        spelled(certificate.separator) + certificate.right,
    )


def _way(machine: DFA, source: int, target: int) -> Word:
    word = shortest_word(machine, source, target)
    assert word is not None, "states of one component"
    return word
