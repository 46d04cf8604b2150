"""The task of a study, by the name that a user types.

This module imports no array library, so a misspelled name is reported at once.
"""

from lengthwise.names import spelled_name
from lengthwise.tasks.catalogue import FAMILIES
from lengthwise.tasks.own.task_file import any_task, file_of
from lengthwise.tasks.task import Task


def studied_name(text: str) -> str:
    """The full name of the task of a study of `text`.

    Examples:
        >>> studied_name("kgram"), studied_name("kgram:k=2,S=3")
        ('kgram:k=1,S=2', 'kgram:k=2,S=3')
    """
    family = FAMILIES.get(text)
    return text if family is None else spelled_name(text, family.studied)


def studied_task(text: str) -> Task:
    """The task of a study of `text`.

    Raises:
        UnknownNameError: There is no such task.
        SpecError: A parameter is invalid, or the file cannot be used.
        FormatError: The file cannot be read.
    """
    return any_task(studied_name(text))


def short_name(task: Task) -> str:
    """The shortest name by which a study finds `task`; it is unique to the task.

    Examples:
        >>> short_name(studied_task("simple")), short_name(studied_task("kgram"))
        ('simple', 'kgram')
        >>> short_name(studied_task("simple:omega=20"))
        'simple:omega=20'
    """
    if task.origin is not None:
        file, name = file_of(task)
        return f"{file.stem}.py:{name}"
    usual = task.name in FAMILIES and studied_task(task.name) == task
    return task.name if usual else str(task)
