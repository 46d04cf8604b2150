"""The catalogue: all tasks by name.

A task is written ``name`` or ``name:number=value,number=value``, followed by
``@format`` for a format other than its first one.
"""

from collections.abc import Mapping

from lengthwise.arguments import require_text
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.names import head, read_name
from lengthwise.tasks.averages import average_tasks
from lengthwise.tasks.family import Family
from lengthwise.tasks.languages import counter_languages, regular_languages
from lengthwise.tasks.questions import question_tasks, retrieval
from lengthwise.tasks.task import Task

FILES = (average_tasks, question_tasks, retrieval, regular_languages, counter_languages)
"""The files with families."""

FAMILIES: Mapping[str, Family] = {
    family.name: family for file in FILES for family in file.FAMILIES
}
"""Every family by its name."""

ALIASES: Mapping[str, str] = {
    **regular_languages.ALIASES,
    **counter_languages.ALIASES,
}
"""Aliases of some tasks."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    heading: names for file in FILES for heading, names in file.GROUPS.items()
}
"""The tasks in listings, by heading."""


def task(text: str, /, **numbers: float) -> Task:
    """Returns the task with a given name.

    Args:
        text: A name, optionally followed by parameters and a format.
        **numbers: Parameters, overriding those in the text.

    Raises:
        UnknownNameError: No task, parameter or format has that name.
        SpecError: A parameter is invalid, or the text is not of this form.

    Examples:
        >>> task("simple:omega=4") == task("simple", omega=4)
        True
        >>> task("tomita4@recognize-end").label("1001")
        True
        >>> task("majorty")
        Traceback (most recent call last):
        lengthwise.errors.UnknownNameError: no task is called 'majorty'; did you mean
        'majority'?
    """
    require_text("the task", text, "sort:symbols=5")
    name = head(text)
    if name in ALIASES:
        rest = text.removeprefix(name)
        if rest.startswith(":"):
            raise SpecError(
                f"{name} stands for {ALIASES[name]}; write that with numbers"
            )
        text = ALIASES[name] + rest
        name = head(text)
    if name not in FAMILIES:
        raise UnknownNameError("task", name, [*FAMILIES, *ALIASES])
    parsed = read_name(text)
    return FAMILIES[name].task({**parsed.numbers, **numbers}, parsed.form)


def tasks_by_heading() -> dict[str, tuple[Task, ...]]:
    """Returns the tasks of `GROUPS`, by heading.

    Examples:
        >>> len(tasks_by_heading()["The 17 regular languages"])
        17
    """
    return {heading: tuple(map(task, names)) for heading, names in GROUPS.items()}
