"""Three reasons why the tasks of a family are outside a class."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lengthwise.automata.dfa import DFA
from lengthwise.automata.regex import regex
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.quoted_theorems import Cited
from lengthwise.theory.membership.evidence.evidence_kinds import Positions


@dataclass(frozen=True, kw_only=True)
class Reduction:
    """A regular language inside a task.

    A program for the task, with a fixed prefix, a fixed suffix and a block in place of
    each letter, would give a program for the language: the classes are closed under
    this (without positions, under blocks of one letter). So a certificate for the
    language is one for the task.

    Attributes:
        left: A fixed prefix of instances.
        blocks: The block for each letter.
        right: The fixed suffix, up to the answer.
        answer: The word is in the language if and only if the answer starts with this.
        language: A regular expression.
        positions: The largest class that does not contain the language.
    """

    left: str
    blocks: Mapping[str, str]
    right: str
    answer: str
    language: str
    positions: Positions = "periodic-local"

    @property
    def dfa(self) -> DFA:
        """The automaton of the language."""
        return regex(self.language, alphabet="".join(self.blocks)).dfa


@dataclass(frozen=True)
class Rows:
    """Prefixes of length N with pairwise different rows in the communication matrix.

    Attributes:
        base: Their number is ``base ** (N - shift)``; 0 stands for the number of
            letters.
        shift: See `base`.
        why: Why their rows differ.
    """

    base: int
    shift: int
    why: str

    def base_of(self, task: Task) -> int:
        """The base for a task of the family."""
        return self.base or int(dict(task.numbers)["symbols"])

    def at_least(self, task: Task, half: int) -> int:
        """The number of different rows for prefixes of length `half`.

        Examples:
            >>> from lengthwise.tasks.catalogue import task
            >>> Rows(2, 1, "").at_least(task("addition"), 5)
            16
        """
        return int(self.base_of(task) ** (half - self.shift))


@dataclass(frozen=True, kw_only=True)
class Proof:
    """A proof about some tasks of a family.

    Attributes:
        cited: The theorem.
        covers: Whether it covers a task of the family.
        text: The conclusion for the task, as a sentence.
        positions: The class that does not contain these tasks.
    """

    cited: Cited
    covers: Callable[[Task], bool]
    text: str
    positions: Positions
