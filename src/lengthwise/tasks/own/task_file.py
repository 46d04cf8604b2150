"""Tasks in user files: ``lead.py:TASK``.

Only a file named in this call is executed. Its functions are looked up by the digest of
its text, which a task from it carries as its `origin`; the path is not part of it.
Reading records, stores and pages never executes a file.
"""

import ast
import keyword
import sys
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from types import ModuleType

from lengthwise.errors import FormatError, SpecError, UnknownNameError
from lengthwise.files import digest, read_text_file
from lengthwise.printable import printable
from lengthwise.tasks.catalogue import ALIASES, FAMILIES
from lengthwise.tasks.catalogue import task as catalogue_task
from lengthwise.tasks.labels.rules import MODULES, require_loaded, resolve
from lengthwise.tasks.laws import Instances
from lengthwise.tasks.own._lone_module import LOCK, lone_module
from lengthwise.tasks.task import Task

LARGEST = 1 << 20
"""The largest size of a task file in bytes."""

SUFFIX = ".py"


@dataclass(frozen=True)
class TaskFile:
    """A Python file with tasks; equal files have equal names and texts.

    Attributes:
        stem: Its name without ``.py``, which is the name of the module.
        text: Its content.
        folder: Its folder, from which nothing is imported; not compared.

    Raises:
        SpecError: `stem` is not a valid module name, or is that of another module.
    """

    stem: str
    text: str
    folder: Path | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        shown = printable(self.stem, longest=80)
        if not self.stem.isidentifier() or keyword.iskeyword(self.stem):
            raise SpecError(
                f"{shown}.py cannot be imported as a module; name the file with "
                "letters, digits and _, as in my_task.py"
            )
        if self.stem in {*sys.stdlib_module_names, "lengthwise", "__main__"}:
            raise SpecError(
                f"{shown}.py has the name of the module {shown} of Python or of "
                "Lengthwise; rename the file"
            )

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the text in UTF-8, in 64 hexadecimal digits."""
        return digest(self.text)

    def task(self, name: str) -> Task:
        """Returns the task named `name` in the file; the file is executed once.

        Raises:
            SpecError: The file fails, or `name` is not a valid task.
            UnknownNameError: Nothing in the file has this name.
        """
        module = _module(self)
        if name not in vars(module):
            known = sorted(_tasks(module)) or ["none"]
            raise UnknownNameError(f"task in {self.stem}.py", name, known)
        value = vars(module)[name]
        if not isinstance(value, Task):
            raise SpecError(
                f"{self._place(name)}: {name} is of the type {type(value).__name__}; "
                "it must be a Task"
            )
        self._check(name, value)
        return replace(value, origin=self.digest)

    def _check(self, name: str, task: Task) -> None:
        if task.name in FAMILIES or task.name in ALIASES:
            raise SpecError(
                f"{self._place(name)}: {task.name!r} is the name of a task of the "
                "catalogue; choose another name"
            )
        paths = [task.rule, task.counts_rule, task.batch_rule]
        paths += [task.law.questions] if isinstance(task.law, Instances) else []
        for path in filter(None, paths):
            module = path.partition(":")[0]
            if module != self.stem and not module.startswith("lengthwise."):
                raise SpecError(
                    f"{self._place(name)}: {path!r} is in another module; a task is "
                    f"one file: write {self.stem}:function and define it there"
                )
            resolve(path, self.digest)

    def _place(self, name: str) -> str:
        """The file and the line of the last assignment to `name`."""
        lines = [
            part.lineno  # type: ignore[attr-defined]
            for part in ast.walk(ast.parse(self.text.removeprefix("\ufeff")))
            if _defines(part, name)
        ]
        return f"{self.stem}.py" + (f", line {max(lines)}" if lines else "")


def _defines(part: ast.AST, name: str) -> bool:
    if isinstance(part, ast.Name):
        return part.id == name and isinstance(part.ctx, ast.Store)
    return isinstance(part, ast.FunctionDef | ast.ClassDef) and part.name == name


_EXECUTED: dict[TaskFile, ModuleType] = {}
_FILES: dict[str, TaskFile] = {}


def _module(file: TaskFile) -> ModuleType:
    """The executed file; its functions are registered by its digest."""
    with LOCK:
        if file not in _EXECUTED:
            module = lone_module(file.stem, file.text, file.folder)
            _EXECUTED[file] = module
            MODULES.setdefault(file.digest, module)
            _FILES.setdefault(file.digest, file)
        return _EXECUTED[file]


def _tasks(module: ModuleType) -> dict[str, Task]:
    return {key: one for key, one in vars(module).items() if isinstance(one, Task)}


def load(file: TaskFile) -> None:
    """Executes a file, once, and registers its tasks by its digest.

    Raises:
        SpecError: It fails.
    """
    _module(file)


def loaded_file(digest: str) -> TaskFile | None:
    """Returns the file with this digest if it was executed in this process."""
    return _FILES.get(digest)


def is_own(text: str) -> bool:
    """Whether `text` names a task in a file, rather than one of the catalogue.

    Examples:
        >>> is_own("lead.py:TASK"), is_own("modp:p=7,k=1"), is_own("lead.py")
        (True, False, True)
    """
    return text.endswith(SUFFIX) or text.rpartition(":")[0].endswith(SUFFIX)


def parse(text: str) -> tuple[Path, str]:
    """Returns the path and the name in ``lead.py:TASK``.

    Raises:
        SpecError: It is not of this form.

    Examples:
        >>> path, name = parse("tasks/lead.py:TASK")
        >>> path.name, name
        ('lead.py', 'TASK')
    """
    path, _, name = text.rpartition(":")
    if not path.endswith(SUFFIX) or not name.isidentifier():
        raise SpecError(
            f"{printable(text, longest=200)!r} names no task in a file; write "
            "file.py:NAME, as in lead.py:TASK"
        )
    return Path(path), name


def read_task_file(path: str | Path) -> TaskFile:
    """Returns a task file without executing it.

    Raises:
        FormatError: It does not exist, is not a regular file, is too large or not UTF-8
            text.
        SpecError: Its name is not that of a Python file that can be a module.
    """
    path = Path(path)
    if path.suffix != SUFFIX:
        raise SpecError(f"{path} is no Python file; its name must end in {SUFFIX}")
    try:
        if path.exists() and not path.is_file():
            raise FormatError(f"{path} is no regular file; give a Python file")
        text = read_text_file(path, limit=LARGEST, what="a task file")
    except OSError as error:
        raise FormatError(
            f"{path} cannot be read: {error.strerror}; give the file of a task"
        ) from None
    return TaskFile(path.stem, text, path.absolute().parent)


def file_of(task: Task) -> tuple[TaskFile, str]:
    """Returns the file in which a task was built, and its name there.

    For a task from ``from lead import TASK``: the file of the module in its rule is
    read, and executed once more, isolated from its neighbors.

    Raises:
        SpecError: There is no such file, or it does not contain this task.
    """
    if task.origin is None:
        file = _file_of_rule(task)
    else:
        require_loaded(task.rule, task.origin)
        file = _FILES[task.origin]
    for name, other in _tasks(_module(file)).items():
        if _same(other, task):
            return file, name
    raise SpecError(
        f"no task in {file.stem}.py is equal to {task}; if the file was changed since "
        f"it was imported, import it again, or write {file.stem}.py:NAME"
    )


def _file_of_rule(task: Task) -> TaskFile:
    name = task.rule.partition(":")[0]
    advice = "put it into a file of its own and write file.py:NAME"
    if name == "__main__":
        raise SpecError(
            f"the task {task} was built in a notebook or a script, which no worker can "
            f"load; {advice}"
        )
    if "." in name:
        raise SpecError(
            f"the label function of the task {task}, {task.rule}, is in a package, so "
            f"its file alone is not the task; {advice}"
        )
    path = getattr(sys.modules.get(name), "__file__", None)
    if path is None:
        raise SpecError(
            f"the module {name} of the task {task} has no file here; {advice}"
        )
    return read_task_file(path)


def _same(one: Task, other: Task) -> bool:
    """Whether two tasks are equal except for their origin."""
    names = [part.name for part in fields(Task) if part.name != "origin"]
    return all(getattr(one, name) == getattr(other, name) for name in names)


def any_task(text: str) -> Task:
    """Returns the task that a user names: from the catalogue, or ``file.py:NAME``.

    Raises:
        UnknownNameError: There is no such task.
        SpecError: A parameter is invalid, or the file cannot be used.
        FormatError: The file cannot be read.

    Examples:
        >>> str(any_task("modp:p=3"))
        'modp:p=3,k=0'
    """
    if not is_own(text):
        return catalogue_task(text)
    path, name = parse(text)
    return read_task_file(path).task(name)
