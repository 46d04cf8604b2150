"""Answers from a reduction of a regular language to a question task."""

from dataclasses import replace

from lengthwise.theory.knowledge.outside import Reduction
from lengthwise.theory.knowledge.quoted_theorems import BLOCKS, CROPPING, DECISION
from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.membership.search.decide import membership
from lengthwise.theory.verdict.language_answers import evidence_of
from lengthwise.theory.verdict.verdict_answer import Answer


def reduced_answer(reduction: Reduction, positions: Positions) -> Answer:
    """Returns the answer no for a task covered by a reduction.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> from lengthwise.theory.knowledge.lookup import knowledge_of
        >>> reduced_answer(knowledge_of(task("parity")).reduction, "none").answer
        'no'
    """
    dfa = reduction.dfa
    decision = membership(dfa, positions=reduction.positions)
    assert decision.answer == "no"
    evidence = evidence_of(decision, dfa)
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
        bound="none: no guarantee is known",
        sources=(CROPPING, BLOCKS),
        quoted=(DECISION,),
    )
