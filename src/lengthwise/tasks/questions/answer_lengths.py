"""The maximum length of an instance: of its question, and of its answer.

Arrays have a fixed length, so the longest instance must be known before any is drawn.
"""

from collections.abc import Callable, Mapping
from random import Random

from lengthwise.tasks.outputs import NextToken
from lengthwise.tasks.task import Task

_ANSWERS = "lengthwise.tasks.questions.answers"

LONGEST_ANSWERS: Mapping[str, Callable[..., int]] = {
    f"{_ANSWERS}:majority": lambda _length, **_: 1,
    f"{_ANSWERS}:interleaved_majority": lambda _length, period: period,
    f"{_ANSWERS}:copy": lambda length, **_: length,
    f"{_ANSWERS}:reverse": lambda length, **_: length,
    f"{_ANSWERS}:step_copy": lambda length, k, **_: length // k,
    f"{_ANSWERS}:sort": lambda length, **_: length,
    f"{_ANSWERS}:parity": lambda _length: 1,
    f"{_ANSWERS}:parity_steps": lambda length: length + 3,
    f"{_ANSWERS}:addition": lambda length: length - 2,
    f"{_ANSWERS}:count": lambda length, **_: length,
    f"{_ANSWERS}:right_of_first": lambda _length, **_: 1,
    f"{_ANSWERS}:left_of_first": lambda _length, **_: 1,
    f"{_ANSWERS}:right_of_last": lambda _length, **_: 1,
    f"{_ANSWERS}:left_of_last": lambda _length, **_: 1,
}
"""The longest answer to a question of a length, without ``<eos>``, by label function;
called with the length and, by name, the parameters of the task."""

TRIED = 64
"""The number of sampled instances if the longest answer is not known."""


def longest_instance(task: Task, length: int) -> int:
    """Returns the maximum number of symbols of an instance of `length`.

    If `LONGEST_ANSWERS` does not know the label function, the longest answer among
    `TRIED` sampled instances is doubled, which is an estimate and not a bound.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> longest_instance(task("addition"), 8)
        16
        >>> longest_instance(task("parity_cot"), 8)
        22
    """
    assert isinstance(task.output, NextToken)
    rng = Random(0)
    known = LONGEST_ANSWERS.get(task.rule)
    questions, answers = [], []
    for _ in range(1 if known else TRIED):
        question, answer = task.output.split(task.draw(rng, length))
        questions.append(len(task.output.prompt(question)))
        answers.append(len(answer))
    if known is None:
        return max(questions) + 2 * max(answers)
    return max(questions) + known(length, **dict(task.numbers)) + 1
