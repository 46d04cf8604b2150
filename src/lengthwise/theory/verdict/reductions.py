"""Regular languages that hide in tasks with questions and answers.

A program for the task, read between a fixed beginning and a fixed end and with a block
in place of each letter, would be a program for the language: the classes are closed
under this (without positions, under blocks of one letter). So a certificate for the
language is one for the task.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lengthwise.automata.dfa import DFA
from lengthwise.automata.regex import regex
from lengthwise.theory.membership.decide import membership
from lengthwise.theory.membership.evidence import Positions
from lengthwise.theory.verdict.answer import Answer
from lengthwise.theory.verdict.languages import evidence_of
from lengthwise.theory.verdict.theorems import BLOCKS, CROPPING


@dataclass(frozen=True, kw_only=True)
class Reduction:
    """A language inside a task.

    Attributes:
        left: A fixed beginning of instances.
        blocks: What stands for each letter.
        right: What comes after, up to the answer.
        answer: The word is in the language exactly if the answer begins with this.
        language: A regular expression.
        positions: The largest class of which the language is outside.
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


_LEFT = Reduction(
    left="<bos> 2",
    blocks={"1": "1", "2": "2"},
    right="0 1 <sep> 0",
    answer="1",
    language="(1|2)*1",
    positions="none",
)

REDUCTIONS: Mapping[str, Reduction] = {
    "parity": Reduction(
        left="<bos>",
        blocks={"0": "0", "1": "1"},
        right="<sep>",
        answer="e",
        language="0*(10*10*)*",
    ),
    "retrieve_right_last": Reduction(
        left="<bos> 0 1 0 1",
        blocks={"a": "0 1", "b": "0 2", "e": "2 2"},
        right="<sep> 0",
        answer="1",
        language="((a|b|e)*a)?e*",
    ),
    "retrieve_left_last": Reduction(
        left="<bos> 1 0 1 0",
        blocks={"a": "1 0", "b": "2 0", "e": "2 2"},
        right="<sep> 0",
        answer="1",
        language="((a|b|e)*a)?e*",
    ),
    "retrieve_left": _LEFT,
    "retrieve_left_first": replace(_LEFT, right="0 1 0 1 <sep> 0"),
}
"""By the name of the task."""


def reduced_answer(reduction: Reduction, positions: Positions) -> Answer:
    """Returns the no for a task that a reduction speaks of.

    Examples:
        >>> reduced_answer(REDUCTIONS["parity"], "none").answer
        'no'
    """
    dfa = reduction.dfa
    found = membership(dfa, positions=reduction.positions)
    assert found.answer == "no"
    evidence = evidence_of(found, dfa)
    blocks = ", ".join(f"{a} = {block}" for a, block in reduction.blocks.items())
    return Answer(
        positions=positions,
        acceptance="next",
        answer="no",
        format="next-token",
        basis="class",
        evidence=replace(
            evidence,
            text=f"the words x of {reduction.language} are those for which "
            f"{reduction.left} x {reduction.right} (with {blocks}) is answered by "
            f"{reduction.answer}; {evidence.text}",
            details=(
                ("language", reduction.language),
                ("instance", [reduction.left, reduction.right]),
                ("letters", dict(reduction.blocks)),
                *evidence.details,
            ),
        ),
        bound="none: the guarantee is not known to hold",
        sources=(CROPPING, BLOCKS),
    )
