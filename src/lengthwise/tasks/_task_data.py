"""Values of tasks as plain data, ready for JSON."""

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from lengthwise.words import Alphabet

if TYPE_CHECKING:
    from lengthwise.tasks.task import Task


def plain(value: Any) -> Any:  # noqa: ANN401
    """Returns `value` in JSON types; a dataclass also includes its kind.

    Examples:
        >>> plain((Alphabet("ab"), frozenset({2, 1})))
        [['a', 'b'], [1, 2]]
    """
    if isinstance(value, Alphabet):
        return list(value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {
            field.name: plain(getattr(value, field.name)) for field in fields(value)
        }
        return {"kind": type(value).__name__, **parts}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return sorted(value) if isinstance(value, frozenset) else value


def task_data(task: "Task") -> dict[str, Any]:
    """Returns a task as plain data, with the label of its example."""
    label = task.label(task.example)
    return {
        "task": str(task),
        **{field.name: plain(getattr(task, field.name)) for field in fields(task)},
        "numbers": dict(task.numbers),
        "law": {key: v for key, v in plain(task.law).items() if key != "language"},
        "loss": task.output.loss,
        "metric": task.output.metric,
        "label": plain(label),
    }
