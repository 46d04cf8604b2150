"""The table of all tasks' verdicts for the manual."""

from lengthwise.tables import Table
from lengthwise.tasks.catalogue import tasks_by_heading
from lengthwise.theory.verdict.decision import verdict
from lengthwise.theory.verdict.verdict import Verdict
from lengthwise.theory.verdict.verdict_answer import Answer

HEADS = ("task", "convention", "without positions", "periodic and local", "evidence")


def table() -> str:
    """Returns the verdicts of all listed tasks as Markdown tables, by heading."""
    parts = []
    for heading, tasks in tasks_by_heading().items():
        rows = [row for task in tasks for row in _rows(str(task), verdict(task=task))]
        answers = Table(header=HEADS, rows=tuple(rows))
        parts.append(f"### {heading}\n\n{answers.markdown()}")
    return "\n".join(parts)


def _rows(name: str, decision: Verdict) -> list[tuple[str, ...]]:
    """The rows of a task, one for all conventions with the same answer."""
    conventions: dict[tuple[str, str, str], list[str]] = {}
    for row in decision.answers:
        if row.positions == "none":
            other = decision.row("periodic-local", row.acceptance)
            key = (row.answer, other.answer, _kinds(row, other))
            conventions.setdefault(key, []).append(row.acceptance)
    return [
        (f"`{name}`", ", ".join(accepting), *key)
        for key, accepting in conventions.items()
    ]


def _kinds(one: Answer, other: Answer) -> str:
    kinds = (one.evidence.kind, other.evidence.kind)
    return kinds[0] if kinds[0] == kinds[1] else ", ".join(kinds)
