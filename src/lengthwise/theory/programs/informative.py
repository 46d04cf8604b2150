r"""The length from which on words distinguish a program from all other small ones.

:math:`N_\mathrm{info}(P, s)` is the least n such that every program of a class with at
most s lines that agrees with P on all words up to length n is equal to P. From this
length on, any learner that returns a program of at most s lines that is correct on all
training words returns P, however ties are broken.

All programs up to the size are enumerated as vectors over many words. Lines that agree
on these words are one entry. Each pair of operations that produced the same entry is
checked for equality on all words; if they differ, a word that shows it is added, and
the search restarts. So the answer is about programs, not about the chosen words.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from lengthwise.arguments import require_kind
from lengthwise.crasp.core.program_facts import Positions, facts
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.language.syntax import Truth
from lengthwise.crasp.library.loading import load
from lengthwise.theory.programs._agreeing_programs import AgreeingPrograms
from lengthwise.theory.programs._line_table import Fragment
from lengthwise.theory.programs.compared import Compared
from lengthwise.theory.programs.equivalence import equivalence
from lengthwise.theory.programs.equivalence_answer import Equivalence
from lengthwise.theory.programs.informative_answer import (
    InformativeLength,
    InformativeRow,
    described,
)
from lengthwise.theory.programs.learner import SOURCES, fragment_of
from lengthwise.theory.programs.learning_limits import LONGEST, SearchLimits
from lengthwise.theory.programs.learning_target import Target, program_target
from lengthwise.words import Word

FEW_STATES = 100
"""The limit on states in the comparison of two lines."""

ROUNDS = 20
"""The largest number of restarts with additional words."""

Both: TypeAlias = tuple[Program, Program]


def informative_length(
    program: Program | str | Path,
    *,
    name: str | None = None,
    size: int = 6,
    hypotheses: Positions | None = None,
    constants: int = 1,
    lag: int | None = None,
    period: int | None = None,
    length: int | None = None,
    seconds: float = 600.0,
    memory: int = 2 << 30,
    watch: Callable[[str], None] = lambda _: None,
) -> InformativeLength:
    """Returns the length from which on words distinguish a program from all others.

    Sizes are counted as in `lengthwise.api.learning.learn`: lines without sugar.

    Args:
        program: A program that accepts words: by value, name, path or text.
        name: The name in the answer. Default: the program's name or path.
        size: The largest number of lines of the other programs.
        hypotheses: Their class: without positions (``none``), with guards (``local``),
            with periods (``periodic``), with both. Default: that of the program.
        constants: The largest number in a comparison.
        lag: The largest distance of a guard. Default: that of the program, 1 at least.
        period: The largest period. Default: that of the program, 2 at least.
        length: All words up to this length are compared one by one. Default: the
            largest length of at most 12 with at most 600 words.
        seconds: The time limit of the search.
        memory: The approximate memory limit in bytes.
        watch: Called now and then with the progress.

    Raises:
        SpecError: The program emits symbols, or a number is out of range.
        TooLargeError: There are too many words of that length.

    Examples:
        >>> found = informative_length("majority_language", size=5)
        >>> found.length, found.basis, str(found.rows[-1].rival).splitlines()[-1]
        (4, 'decided', 'accept # "b" < #(# "b" <= 1)')
    """
    kinds = (Program, str, Path)
    require_kind("program", program, kinds, "give a program, or a name, path or text")
    subject = program if isinstance(program, Program) else load(program)
    if name is None and not isinstance(program, Program):
        name = str(program)
    short = name is not None and "\n" not in name
    target = program_target(subject, f"the program {name}" if short else "the program")
    known = facts(subject)
    chosen = known.positions if hypotheses is None else hypotheses
    fragment = fragment_of(
        chosen,
        constants=constants,
        lag=max(known.largest_lag, 1) if lag is None else lag,
        period=max(known.period, 2) if period is None else period,
    )
    limits = SearchLimits(size=size, length=length, seconds=seconds, memory=memory)
    return _informative(subject, target, chosen, fragment, limits, watch)


def _informative(
    program: Program,
    target: Target,
    hypotheses: Positions,
    fragment: Fragment,
    limits: SearchLimits,
    watch: Callable[[str], None],
) -> InformativeLength:
    began = time.monotonic()
    more: frozenset[Word] = frozenset()
    known: dict[Both, Equivalence] = {}
    for left in reversed(range(ROUNDS)):
        search = AgreeingPrograms(target, fragment, limits, more, began, watch)
        search.run()
        found = _Doubts(program, search, known)
        found.settle(began + limits.seconds, watch)
        if not found.words or not left or search.stop != "found":
            break
        more |= found.words
    return InformativeLength(
        subject=target.name,
        alphabet=target.alphabet,
        hypotheses=hypotheses,
        limits=described(fragment),
        rows=tuple(_rows(program, search)),
        basis="decided" if found.up_to is None else "bounded",
        compared=found.up_to,
        letters_up_to=search.exhaustive,
        more_words=len(more),
        stop=search.stop,
        seconds=time.monotonic() - began,
        sources=SOURCES,
    )


class _Doubts:
    """Programs that agree on the compared words but may still differ.

    Attributes:
        words: Longer words on which lines of one entry differ.
        up_to: Lines of one entry agree on all words up to this length; ``None``: on all
            words.
    """

    def __init__(
        self,
        program: Program,
        search: AgreeingPrograms,
        known: dict[Both, Equivalence],
    ) -> None:
        self.program = program
        self.search = search
        self.known = known
        self.words: frozenset[Word] = frozenset()
        self.up_to: int | None = None

    def settle(self, deadline: float, watch: Callable[[str], None]) -> None:
        """Checks each pair of operations that produced the same entry for equality."""
        pairs = list(_pairs(self.program, self.search))
        for number, (one, other) in enumerate(pairs):
            if time.monotonic() > deadline:
                self._agree_up_to(self.search.exhaustive)
                return
            watch(f"{number:,} of {len(pairs):,} pairs of lines compared")
            found = self.known.get((one, other))
            if found is None:
                pair = Compared(one, other, self.search.target.alphabet)
                found = equivalence(pair, most_states=FEW_STATES)
                self.known[one, other] = found
            if found.answer == "unknown":
                assert found.length is not None
                self._agree_up_to(found.length)
            elif found.answer == "different":
                assert found.length is not None
                if found.word is not None and found.length <= LONGEST:
                    self.words |= {found.word}
                self._agree_up_to(found.length - 1)

    def _agree_up_to(self, length: int) -> None:
        length = max(length, self.search.exhaustive)
        self.up_to = length if self.up_to is None else min(length, self.up_to)


def _pairs(program: Program, search: AgreeingPrograms) -> list[Both]:
    """Programs that agree on the words; if they are equal, entries are functions."""
    table = search.table
    always = Program(accept=Truth(value=True), alphabet=table.tree.alphabet)
    found: list[Both] = []
    for way in search.doubtful:
        first = table.first_way(way)
        if first == way:
            continue
        if way.kind == "count":
            found.append((table.program(way, first), always))
        else:
            found.append((table.program(way), table.program(first)))
    if search.doubtful:
        found.append((program, table.program(table.way_to(search.wanted))))
    return found


def _rows(program: Program, search: AgreeingPrograms) -> Iterator[InformativeRow]:
    functions, longest = 0, 0
    rival: Program | None = None
    word: Word | None = None
    for size, level in enumerate(search.levels, start=1):
        functions += len(level)
        for root in sorted(level):
            differs = search.first_difference(root)
            if differs is None or len(differs) <= longest:
                continue
            other = search.program(root)
            if len(differs) > search.exhaustive:  # a shorter one may not be compared
                pair = Compared(program, other, search.target.alphabet)
                differs = equivalence(pair, most_states=FEW_STATES).word or differs
            if len(differs) > longest:
                longest, rival, word = len(differs), other, differs
        yield InformativeRow(
            size=size, functions=functions, length=longest, rival=rival, word=word
        )
