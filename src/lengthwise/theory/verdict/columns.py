"""Interleaved columns: without positions no program keeps them apart."""

from lengthwise.tasks.task import Task
from lengthwise.theory.verdict.answer import Answer, Evidence
from lengthwise.theory.verdict.theorems import COLUMNS


def has_columns(task: Task) -> bool:
    """Whether a task asks for two interleaved columns or more.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> has_columns(task("bin_majority_interleave"))
        True
        >>> has_columns(task("bin_majority_interleave:period=1"))
        False
    """
    return task.name == "bin_majority_interleave" and dict(task.numbers)["period"] >= 2


def columns_answer(task: Task) -> Answer:
    """Returns the no, in the class without positions, for a task with columns.

    After a beginning that depends on the program, 0 1 and 1 0 leave all its counts the
    same. A continuation that makes two neighboring columns depend on which of the two
    stood there gives questions with different answers that the program answers alike.
    """
    assert has_columns(task), f"{task} has one column only"
    return Answer(
        positions="none",
        acceptance="next",
        answer="no",
        format=task.format,
        basis="class",
        evidence=Evidence(
            kind="theorem",
            text="for every program without positions there is a beginning after "
            "which 0 1 and 1 0 leave all its counts the same; the majorities of two "
            "neighboring columns may depend on just that (proved in the manual)",
            details=(("key", COLUMNS.key), ("hypothesis", COLUMNS.hypothesis)),
        ),
        bound="none: the guarantee is not known to hold",
        sources=(COLUMNS,),
    )
