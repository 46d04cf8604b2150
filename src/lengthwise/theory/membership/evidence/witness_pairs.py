r"""Words for people: pairs that a program would have to tell apart."""

from collections.abc import Iterable
from dataclasses import dataclass

from lengthwise.automata.dfa import DFA
from lengthwise.automata.shortest_words import access_words
from lengthwise.theory.membership.evidence.evidence_kinds import Certificate
from lengthwise.words import Word


@dataclass(frozen=True)
class Witness:
    r"""Words :math:`x\,u^N v` and :math:`x\,u^N w\,v`, one in the language, one not.

    After :math:`x\,u^N` the automaton is in the first state of the stuck pair, and
    :math:`w` leads to the second. The labels that :math:`w` passes are a combination of
    those that :math:`u` passes, so counting tells the two apart less and less clearly
    as :math:`N` grows. Against windows and periods, every block of :math:`u` and
    :math:`w` is followed by :math:`N` neutral ones.

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

    def words(self, repetitions: int) -> tuple[Word, Word]:
        """The two words, with loop and padding taken so many times."""

        def spread(blocks: tuple[Word, ...]) -> Word:
            parts = (block + self.padding * repetitions for block in blocks)
            return tuple(symbol for part in parts for symbol in part)

        begin = self.prefix + spread(self.loop) * repetitions
        return begin + self.suffix, begin + spread(self.detour) + self.suffix


def witness(certificate: Certificate) -> Witness:
    """Returns words that end in the two states of the pair.

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
    moved = DFA(machine.alphabet, machine.transitions, source, machine.accepting)
    return access_words(moved)[target]
