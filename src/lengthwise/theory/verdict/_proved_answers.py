"""Answers from a proof about a family of tasks."""

from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.outside import Proof
from lengthwise.theory.verdict.verdict_answer import Answer, Evidence


def proved_answer(task: Task, proof: Proof) -> Answer:
    """Returns the answer no, in the class of the proof, for a task that it covers.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> from lengthwise.theory.knowledge.lookup import knowledge_of
        >>> columns = task("bin_majority_interleave")
        >>> proved_answer(columns, knowledge_of(columns).proof).answer
        'no'
    """
    assert proof.covers(task), f"the proof does not cover {task}"
    return Answer(
        positions=proof.positions,
        acceptance="next",
        answer="no",
        format=task.format,
        basis="class",
        evidence=Evidence(
            kind="theorem",
            text=proof.text,
            details=(
                ("key", proof.cited.key),
                ("hypothesis", proof.cited.hypothesis),
            ),
        ),
        bound="none: no guarantee is known",
        sources=(proof.cited,),
    )
