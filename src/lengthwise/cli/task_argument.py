"""A task as it is given on a command line: a name, or a file and a name in it."""

from lengthwise.tasks.catalogue import task
from lengthwise.tasks.own import is_own, parse, read_task_file
from lengthwise.tasks.task import Task


def task_argument(text: str) -> Task:
    """Returns the task that `text` means; a file is executed here.

    Args:
        text: A name of the catalogue, as ``modp:p=7,k=1``, or ``file.py:NAME``.

    Raises:
        UnknownNameError: No task, number or format has that name.
        SpecError: It is not of one of these forms, or the file fails.
        FormatError: The file cannot be read.

    Examples:
        >>> task_argument("modp:p=7,k=1").min_length
        7
    """
    if not is_own(text):
        return task(text)
    path, name = parse(text)
    return read_task_file(path).task(name)
