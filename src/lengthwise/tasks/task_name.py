"""The name of a task, as stored in a trial and used in its key.

A name can be read, compared and printed without the task: a task in a user's file is
built only if that file was named in the same call, since building it executes it.
"""

from dataclasses import dataclass
from functools import lru_cache
from inspect import signature

from lengthwise.errors import InputError, SpecError
from lengthwise.names import read_name, spelled_name
from lengthwise.printable import SHOWN
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.labels.rules import resolve
from lengthwise.tasks.own.task_file import file_of, loaded_file
from lengthwise.tasks.task import Task
from lengthwise.views import html_line, short


@dataclass(frozen=True, slots=True)
class TaskName:
    """The name of a task.

    Attributes:
        name: Its name in the catalogue (with its format, if not the first one) or in
            its file.
        numbers: Its parameters by name.
        origin: SHA-256 of its file; ``None`` for a task of the catalogue.

    Examples:
        >>> str(name_of(task("modp:p=3")))
        'modp:p=3,k=0'
        >>> name_of(task("tomita4@recognize-end")).task.format
        'recognize-end'
    """

    name: str
    numbers: tuple[tuple[str, int | float], ...] = ()
    origin: str | None = None

    @property
    def task(self) -> Task:
        """The task.

        Raises:
            UnknownNameError: The catalogue has no such task.
            SpecError: A parameter is invalid, or the file of the task was not named.
        """
        return _task(self)

    @property
    def task_if_loaded(self) -> Task | None:
        """The task; ``None`` if it is in a file that was not named in this call."""
        if self.origin is not None and loaded_file(self.origin) is None:
            return None
        return self.task

    @property
    def heading(self) -> str:
        """The name on a page, as in ``lead.py:TASK`` if its file is loaded."""
        if self.origin is None:
            return str(self)
        file = loaded_file(self.origin)
        if file is None:
            return f"{self.name} (file {self.origin[:SHOWN]})"
        return f"{file.stem}.py:{self.name}"

    def __repr__(self) -> str:
        return short(self, str(self))

    def _repr_html_(self) -> str:
        return html_line(f"task {self}")

    def __str__(self) -> str:
        own = read_name(self.name)
        text = spelled_name(own.name, self.numbers, own.form)
        return text if self.origin is None else f"{text} of {self.origin[:SHOWN]}"


@lru_cache(maxsize=4096)
def _task(name: TaskName) -> Task:
    if name.origin is None:
        return task(name.name, **dict(name.numbers))
    file = loaded_file(name.origin)
    if file is None:
        raise SpecError(
            f"task {name.name} is in a file with SHA-256 {name.origin[:SHOWN]}…, which "
            "was not named; name it with --task-file FILE"
        )
    return file.task(name.name)


def name_of(subject: Task) -> TaskName:
    """Returns the name of a task of the catalogue."""
    ending = "" if subject.default else f"@{subject.format}"
    return TaskName(subject.name + ending, subject.numbers)


def task_name(subject: Task) -> TaskName:
    """Returns the name of any task that a worker can load again.

    Raises:
        SpecError: It was built in Python, outside any file.

    Examples:
        >>> from dataclasses import replace
        >>> task_name(replace(task("simple"), min_length=3))
        Traceback (most recent call last):
        lengthwise.errors.SpecError: the task simple:omega=4 was built in Python and is
        not that of the catalogue; put it into a file of its own and write file.py:NAME
    """
    if subject.origin is None and subject.rule.startswith("lengthwise."):
        name = name_of(subject)
        if not _is_in_catalogue(subject, name):
            raise SpecError(
                f"the task {subject} was built in Python and is not that of the "
                "catalogue; put it into a file of its own and write file.py:NAME"
            )
        return name
    file, there = file_of(subject)
    return TaskName(there, (), file.digest)


def _is_in_catalogue(subject: Task, name: TaskName) -> bool:
    try:
        return name.task == subject
    except InputError:
        return False


def traced_parameters(subject: Task) -> tuple[str, ...]:
    """Returns the task parameters that may differ within a compiled program.

    A task in a user's file has no such parameters: it is a single task.

    Examples:
        >>> [traced_parameters(task(name)) for name in ("modp", "kgram", "count_k")]
        [('k',), (), ()]
    """
    if subject.counts_rule is None or subject.origin is not None:
        return ()
    _, _, *names = signature(resolve(subject.counts_rule)).parameters
    return tuple(names)
