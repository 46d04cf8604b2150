"""The display of a task: a line on a prompt, a table in a notebook."""

from typing import TYPE_CHECKING

from lengthwise.printable import shown_word
from lengthwise.views import html_facts, short, symbols_text

if TYPE_CHECKING:
    from lengthwise.tasks.task import Task


def task_line(task: "Task") -> str:
    """Returns the representation of a task on a prompt.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> task("modp:p=3")
        <Task modp:p=3,k=0 over {0, 1}: Real, real>
    """
    form = f"{type(task.output).__name__}, {task.format}"
    return short(task, f"{task} over {symbols_text(task.alphabet)}: {form}")


def task_html(task: "Task") -> str:
    """Returns a task as HTML, with its example and the example's label.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> task_html(task("parity"))[:50]
        '<p>Task parity</p><table><tbody><tr><th>about</th>'
    """
    lengths = f"from {task.min_length}"
    if task.max_length is not None:
        lengths += f" to {task.max_length}"
    if task.stride > 1:
        lengths += f" in steps of {task.stride}"
    facts = [
        ("about", task.summary),
        ("alphabet", symbols_text(task.alphabet)),
        ("format", task.format),
        ("output", type(task.output).__name__),
        ("loss, metric", f"{task.output.loss}, {task.output.metric}"),
        ("drawn by", type(task.law).__name__),
        ("lengths", lengths),
        ("example", shown_word(task.example)),
        ("its label", task.label(task.example)),
        ("source", task.source),
    ]
    return html_facts(f"Task {task}", facts)
