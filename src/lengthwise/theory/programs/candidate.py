"""Candidate programs for a language known only by its labels. They prove nothing.

The smallest program that is correct on all words up to a length, tested on many longer
words. For "contains a to the power 300" the program ``false`` passes every such test,
so a candidate is never a yes.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, islice
from random import Random

from lengthwise.crasp.core.program_facts import Positions
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.running.interpreter import accepted
from lengthwise.tasks.task import Task
from lengthwise.theory.programs.adversarial_words import LONGEST, adversarial_word
from lengthwise.theory.programs.learned import Learned
from lengthwise.theory.programs.learner import fragment_of, learn_program
from lengthwise.theory.programs.learning_limits import SearchLimits
from lengthwise.theory.programs.learning_target import Target, task_target
from lengthwise.theory.programs.next_learner import learn_next
from lengthwise.theory.programs.next_target import next_target
from lengthwise.words import Word

SECONDS = 8.0
"""The default time for the search and the tests of all candidates of a task."""

SIZE = 9
"""The largest number of lines of a candidate, or of the line of one symbol."""

TESTS = 100_000
PIECE = 2_000
"""The number of longer words tested, and of tests between checks of the time."""


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """The smallest program for all short words, with its results on longer ones.

    Attributes:
        learned: The search that produced it.
        program: The program; ``None`` if there is none of this size.
        tested: The number of longer words tested.
        longest: The length of the longest of these.
        wrong: A shortest of them on which it is wrong, if there is one.
    """

    learned: Learned
    program: Program | None
    tested: int = 0
    longest: int = 0
    wrong: Word | None = None


@dataclass
class _LongWords:
    """Longer words with labels, generated once for all classes, as time allows.

    Attributes:
        target: The learning target that labels them.
        length: All of them are longer.
        pieces: The pieces generated so far.
    """

    target: Target
    length: int
    pieces: list[tuple[list[Word], list[bool]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.words = self._made()

    def _made(self) -> Iterator[Word]:
        rng = Random(0)
        for number in count():
            longer = self.length + 1 + number % LONGEST
            yield adversarial_word(rng, self.target.alphabet, longer, self.target.draw)

    def upto(self, deadline: float) -> Iterator[tuple[list[Word], list[bool]]]:
        """Pieces of the words; always at least one."""
        for number in range(TESTS // PIECE):
            if number and time.monotonic() > deadline:
                return
            if number == len(self.pieces):
                words = list(islice(self.words, PIECE))
                self.pieces.append((words, self.target.labels(words)))
            yield self.pieces[number]


def language_candidates(
    task: Task, classes: tuple[Positions, ...], seconds: int | float = SECONDS
) -> Mapping[Positions, Candidate]:
    """Returns a candidate of each class for the language of a task.

    Half of the time is for the search, half for the tests.

    Args:
        task: A task that accepts words, or has a language.
        classes: The classes of programs.
        seconds: The approximate total time.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> majority = task("majority_language")
        >>> found = language_candidates(majority, ("none",), 2.0)["none"]
        >>> str(found.program).splitlines()[-1], found.tested > 0, found.wrong
        ('accept # "b" <= # "a"', True, None)
    """
    target = task_target(task)
    share = seconds / (2 * len(classes))
    limits = SearchLimits(size=SIZE, seconds=share)
    found: dict[Positions, Candidate] = {}
    long: _LongWords | None = None
    for positions in classes:
        learned = learn_program(target, positions, fragment_of(positions), limits)
        program = learned.rows[-1].hypothesis
        made = Candidate(learned=learned, program=None)
        if isinstance(program, Program):
            long = long or _LongWords(target, learned.rows[-1].n)
            made = _tested(replace(made, program=program), long, share)
        found[positions] = made
    return _smaller_class_too(found)


def _smaller_class_too(
    found: dict[Positions, Candidate],
) -> Mapping[Positions, Candidate]:
    """The candidate without positions for each class without its own."""
    without = found.get("none")
    if without is None or without.program is None:
        return found
    return {
        positions: without if one.program is None else one
        for positions, one in found.items()
    }


def _tested(found: Candidate, long: _LongWords, seconds: int | float) -> Candidate:
    assert found.program is not None
    tested, longest = 0, 0
    for words, labels in long.upto(time.monotonic() + seconds):
        answers = accepted(found.program, words)
        triples = zip(words, answers, labels, strict=True)
        wrong = [word for word, says, label in triples if says != label]
        tested += len(words)
        longest = max(longest, *map(len, words))
        if wrong:
            return replace(
                found, tested=tested, longest=longest, wrong=min(wrong, key=len)
            )
    return replace(found, tested=tested, longest=longest)


def following_candidates(
    task: Task, classes: tuple[Positions, ...], seconds: int | float = SECONDS
) -> Mapping[Positions, Candidate]:
    """Returns a candidate of each class for the next set.

    Args:
        task: A task with next sets.
        classes: The classes of programs.
        seconds: The approximate total time.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> majority = task("bin_majority")
        >>> following_candidates(majority, ("none",), 20.0)["none"].wrong is None
        True
    """
    target = next_target(task, None)
    limits = SearchLimits(size=SIZE, seconds=seconds / len(classes))
    found: dict[Positions, Candidate] = {}
    for positions in classes:
        fragment = fragment_of(positions)
        learned = learn_next(target, positions, fragment, limits, in_all=False)
        last = learned.rows[-1]
        made = Candidate(learned=learned, program=None)
        if isinstance(last.hypothesis, Program):
            longer = learned.basis == "tested"
            made = Candidate(
                learned=learned,
                program=last.hypothesis,
                tested=target.tests if longer else 0,
                longest=target.longest_test if longer else 0,
                wrong=last.first_error,
            )
        found[positions] = made
    return _smaller_class_too(found)
