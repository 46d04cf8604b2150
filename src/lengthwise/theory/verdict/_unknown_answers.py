"""Answers about tasks for which no result is known."""

from lengthwise.tasks.task import Task
from lengthwise.tasks.task_format import Format
from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.verdict._candidate_evidence import learned_for
from lengthwise.theory.verdict.verdict_answer import Acceptance, Answer, Evidence

LOOKED_FOR = (
    "an automaton, from which membership is decided",
    "a program",
    "a limit transformer",
    "a regular language inside the task",
    "the growth of its communication matrix",
    "a proof",
)
"""Results that would settle the question but are not available."""

ADVICE = {
    "real": "for bounds on your own machine, use lengthwise bound --f and --g",
    "other": "for a verdict on your own program, use lengthwise verdict --program",
}
"""Next steps for the reader, by format."""


def unknown_answer(
    task: Task, positions: Positions, form: Format, seconds: int | float | None = None
) -> Answer:
    """Returns the answer unknown, listing what was tried.

    Args:
        task: The task.
        positions: The class.
        form: The task format.
        seconds: Time limit of the search for a small program; ``None``: no search.

    Examples:
        >>> from dataclasses import replace
        >>> from lengthwise.tasks.catalogue import task
        >>> mine = replace(task("parity"), name="mine")
        >>> print(unknown_answer(mine, "none", "next-token").evidence.text)
        nothing is known about the task mine; searched for: an automaton, from which
        membership is decided, a program, a limit transformer, a regular language inside
        the task, the growth of its communication matrix, a proof; for a verdict on
        your own program, use lengthwise verdict --program
    """
    acceptance: Acceptance = "next"
    if form in {"recognize-end", "recognize-last"}:
        acceptance = "end" if form == "recognize-end" else "last"
    missing = "machine" if form == "real" else "program"
    found = None if not seconds else learned_for(task, positions, form, seconds)
    evidence = Evidence(
        kind="searched",
        text=f"nothing is known about the task {task}; searched for: "
        f"{', '.join(LOOKED_FOR)}; {ADVICE.get(form, ADVICE['other'])}",
        details=(("looked_for", list(LOOKED_FOR)),),
    )
    if found is not None:
        evidence = Evidence(
            kind="searched",
            text=f"nothing is known about the task {task}; {found.text}",
            details=(*evidence.details, ("candidate", found.details)),
        )
    return Answer(
        positions=positions,
        acceptance=acceptance,
        answer="unknown",
        format=form,
        basis="class-upto",
        evidence=evidence,
        bound=f"none: no {missing} is known",
        quoted=() if found is None else found.sources,
    )
