"""A smallest equivalent program, as far as this can be proved.

The learner gives a smallest program that agrees on many words. If it differs from the
given one on some word, that word is added, and learning restarts.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from lengthwise.arguments import require_kind
from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.program_facts import Positions, facts, used_places
from lengthwise.crasp.core.simplify import simplify
from lengthwise.crasp.language.printer import show
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.library.loading import load
from lengthwise.theory.programs._line_table import Fragment
from lengthwise.theory.programs.compared import Compared
from lengthwise.theory.programs.equivalence import equivalence
from lengthwise.theory.programs.informative_answer import described
from lengthwise.theory.programs.learned import STOPS, Stop
from lengthwise.theory.programs.learner import SOURCES, fragment_of, learn_program
from lengthwise.theory.programs.learning_limits import SearchLimits
from lengthwise.theory.programs.learning_target import (
    Target,
    program_target,
    training_tree,
)
from lengthwise.views import html_source, short

ROUNDS = 100
"""The largest number of words added."""


@dataclass(frozen=True, kw_only=True)
class SmallestProgram:
    """A smallest program equal to a given one, or the extent of the search.

    Attributes:
        program: Equal to the given one on all words (proved).
        size: Its lines without sugar.
        size_before: Those of the given program.
        answer: ``smallest``: no program of the class with fewer lines is equal.
            ``unknown``: this is known up to `searched` lines only.
        searched: No program of the class with at most this many lines is equal.
        candidate: A program of `searched` + 1 lines that may be equal; ``None`` if
            there is none.
        equal_up_to: It agrees with the given one on all words up to this length.
        limits: The class, as a sentence.
        stop: Why the search ended.
        sources: Its sources, as keys of the bibliography.
    """

    program: Program
    size: int
    size_before: int
    answer: Literal["smallest", "unknown"]
    searched: int
    candidate: Program | None = None
    equal_up_to: int | None = None
    limits: str
    stop: Stop = "found"
    sources: tuple[str, ...] = SOURCES

    @property
    def sentence(self) -> str:
        """The answer, limited to what is known."""
        unit = "line" if self.size_before == 1 else "lines"
        changed = f"{self.size_before} {unit} without sugar before, {self.size} after"
        if self.answer == "smallest":
            return (
                f"{changed}: no program of the class with fewer lines is equal "
                f"({self.limits})."
            )
        text = f"{changed}; not known to be smallest ({self.limits})."
        if self.candidate is not None:
            return (
                f"{text} A program with {self.searched + 1} lines agrees on all words "
                f"up to length {self.equal_up_to} and is not proved equal; none with "
                "fewer lines is equal."
            )
        return (
            f"{text} No program with at most {self.searched} lines is equal."
            f"{STOPS[self.stop]}"
        )

    def __str__(self) -> str:
        return f"{self.sentence}\n\n{show(self.program)}"

    def __repr__(self) -> str:
        return short(self, self.sentence)

    def _repr_html_(self) -> str:
        return html_source(str(self))

    def json(self) -> dict[str, Any]:
        """As ``lengthwise crasp simplify --smallest --json`` prints it, in part."""
        return {
            "answer": self.answer,
            "lines": {"before": self.size_before, "after": self.size},
            "searched": self.searched,
            "candidate": None if self.candidate is None else show(self.candidate),
            "equal_up_to": self.equal_up_to,
            "stop": self.stop,
        }


def smallest_program(
    program: Program | str | Path,
    *,
    hypotheses: Positions | None = None,
    constants: int = 1,
    lag: int | None = None,
    period: int | None = None,
    size: int = 12,
    length: int | None = None,
    seconds: float = 600.0,
    memory: int = 2 << 30,
    watch: Callable[[str], None] = lambda _: None,
) -> SmallestProgram:
    r"""Returns a smallest program that is equal to one, within limits.

    Args:
        program: A program that accepts words: by value, name, path or text.
        hypotheses: The class of smaller programs: without positions (``none``), with
            guards (``local``), with periods (``periodic``), with both. Default: that of
            the program.
        constants: The largest number in a comparison.
        lag: The largest distance of a guard. Default: that of the program, 1 at least.
        period: The largest period. Default: that of the program, 2 at least.
        size: The largest number of lines of a smaller program.
        length: The longest training words, at first.
        seconds: The time limit of the search.
        memory: The approximate memory limit in bytes.
        watch: Called now and then with the progress of the search.

    Raises:
        SpecError: The program emits symbols, or a number is out of range.
        TooLargeError: There are too many words of that length.

    Examples:
        >>> text = 'alphabet "a" "b"\naccept exists "a" && !("b" && never "a")'
        >>> found = smallest_program(text)
        >>> found.answer, found.size_before, found.size
        ('smallest', 8, 3)
        >>> print(found.program)
        alphabet "a" "b"
        accept exists "a"
    """
    kinds = (Program, str, Path)
    require_kind("program", program, kinds, "give a program, or a name, path or text")
    given = program if isinstance(program, Program) else load(program)
    target = program_target(given, "the program")
    known = facts(given)
    chosen = known.positions if hypotheses is None else hypotheses
    fragment = fragment_of(
        chosen,
        constants=constants,
        lag=max(known.largest_lag, 1) if lag is None else lag,
        period=max(known.period, 2) if period is None else period,
    )
    limits = SearchLimits(size=size, length=length, seconds=seconds, memory=memory)
    search = _Search(given, target, limits, watch)
    return search.run(simplify(given), chosen, fragment)


class _Search:
    """Programs of fewer lines that agree with a given one on a growing set of words."""

    def __init__(
        self,
        given: Program,
        target: Target,
        limits: SearchLimits,
        watch: Callable[[str], None],
    ) -> None:
        self.given = given
        self.limits = limits
        self.watch = watch
        self.words = training_tree(target, limits.length).words
        self.target = replace(target, words=self.words, draw=None)
        self.began = time.monotonic()

    def run(
        self, simple: Program, positions: Positions, fragment: Fragment
    ) -> SmallestProgram:
        """The answer; `simple` is equal to the given program, and the best so far."""
        largest = _lines(simple) - 1
        best = SmallestProgram(
            program=simple,
            size=largest + 1,
            size_before=_lines(self.given),
            answer="smallest",
            searched=largest,
            limits=described(fragment),
        )
        if largest < 1:
            return best
        for _ in range(ROUNDS):
            learned = learn_program(
                self.target, positions, fragment, self._left(largest), self.watch
            )
            last = learned.rows[-1]
            candidate = last.hypothesis
            if not isinstance(candidate, Program) or last.size is None:
                if learned.searched >= largest:
                    return best
                searched = learned.searched
                return replace(
                    best, answer="unknown", searched=searched, stop=learned.stop
                )
            pair = Compared(self.given, candidate, self.target.alphabet)
            found = equivalence(pair)
            searched = min(learned.searched, last.size - 1)
            if found.answer == "equal":
                return replace(
                    best,
                    program=candidate,
                    size=last.size,
                    answer="smallest" if searched == last.size - 1 else "unknown",
                    searched=searched,
                )
            if found.word is None:
                equal = found.length if found.answer == "unknown" else None
                return replace(
                    best,
                    answer="unknown",
                    searched=searched,
                    candidate=candidate,
                    equal_up_to=equal,
                )
            self.words = (*self.words, found.word)
            self.target = replace(self.target, words=self.words)
        return replace(best, answer="unknown", searched=searched)

    def _left(self, largest: int) -> SearchLimits:
        spent = time.monotonic() - self.began
        return replace(
            self.limits,
            length=None,
            size=min(largest, self.limits.size),
            seconds=max(self.limits.seconds - spent, 1e-3),
        )


def _lines(program: Program) -> int:
    return len(used_places(core(program)))
