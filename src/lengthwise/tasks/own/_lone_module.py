"""A Python file executed as a module, without access to its neighbors.

The digest of a task file covers only that file. So its folder and the current one are
removed from the path while it imports, and modules imported earlier from there are
rejected, even by an import inside a function that runs later.
"""

import builtins
import os
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

from lengthwise.errors import LengthwiseError, SpecError
from lengthwise.printable import printable
from lengthwise.tasks.labels.checked_labels import line_of, one_line

LOCK = RLock()
"""One text is executed at a time, since it is in `sys.modules` meanwhile."""


class NeighborError(ImportError):
    """A task file imports a file from its own folder."""


def lone_module(stem: str, text: str, folder: Path | None) -> ModuleType:
    """Returns a text as an executed module named `stem`.

    During execution, and only then, it can be imported under that name.

    Args:
        stem: Its name.
        text: Python.
        folder: The folder of the text; nothing is imported from there.

    Raises:
        SpecError: It is not valid Python, or fails, or another module has that name.

    Examples:
        >>> lone_module("lead", "NUMBER = 3", None).NUMBER
        3
    """
    module = ModuleType(stem)
    names = {**vars(builtins), "__import__": _importer(stem, folder)}
    vars(module)["__builtins__"] = names
    with LOCK, _apart(folder):
        _refuse_other_module(stem, text)
        before = sys.modules.get(stem)
        sys.modules[stem] = module
        try:
            code = compile(text.removeprefix("\ufeff"), f"{stem}.py", "exec")
            with redirect_stdout(sys.stderr):  # what is printed is no part of a result
                exec(code, vars(module))
        except MemoryError:
            raise
        except (Exception, SystemExit) as error:
            raise SpecError(_line(stem, error)) from error
        finally:
            sys.modules.pop(stem, None)
            if before is not None:
                sys.modules[stem] = before
    return module


def _line(stem: str, error: BaseException) -> str:
    """One line about an error in a file."""
    line = line_of(error, stem)
    text = one_line(error)
    if isinstance(error, SyntaxError) and error.filename == f"{stem}.py":
        line, text = error.lineno, f"no Python: {printable(error.msg)}"
    elif isinstance(error, LengthwiseError | NeighborError):
        text = str(error)
    return f"{stem}.py, line {line}: {text}" if line else f"{stem}.py: {text}"


def _refuse_other_module(stem: str, text: str) -> None:
    """Rejects a name that another module has."""
    for finder in sys.meta_path:
        spec = finder.find_spec(stem, None)
        if spec is None or spec.origin is None:
            continue
        source = Path(spec.origin)
        if source.is_file() and source.read_bytes() == text.encode():
            continue  # the file itself, in a folder on the path
        raise SpecError(
            f"{stem}.py has the name of the module {stem} that can be imported here; "
            "rename the file"
        )


def _importer(stem: str, folder: Path | None) -> Callable[..., Any]:
    """The ``import`` function inside the module."""

    def imported(
        name: str,
        globals: Any = None,  # noqa: ANN401
        locals: Any = None,  # noqa: ANN401
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> Any:  # noqa: ANN401
        top = name.partition(".")[0]
        with LOCK, _apart(folder):
            if level or _is_loaded_neighbor(top, stem, folder):
                raise _neighbor(stem, "." * level + top)
            try:
                return __import__(name, globals, locals, fromlist, level)
            except ModuleNotFoundError as error:
                if error.name == top and _is_in(top, folder):
                    raise _neighbor(stem, top) from None
                raise

    return imported


def _neighbor(stem: str, other: str) -> NeighborError:
    return NeighborError(
        f"{stem}.py imports {other}.py from its own folder; a task is one file, which "
        "its digest covers, so move what it needs into it"
    )


def _is_in(top: str, folder: Path | None) -> bool:
    return any(
        Path(place, f"{top}.py").is_file() or Path(place, top).is_dir()
        for place in _places(folder)
    )


def _is_loaded_neighbor(top: str, stem: str, folder: Path | None) -> bool:
    """Whether a module was imported earlier from the folder of the file."""
    module = sys.modules.get(top)
    if module is None or top in {stem, "lengthwise"}:
        return False
    homes = [Path(one).parent for one in getattr(module, "__path__", ())]
    file = getattr(module, "__file__", None)
    homes += [Path(file).parent] if file and not homes else []
    return not _places(folder).isdisjoint(map(os.path.realpath, homes))


def _places(folder: Path | None) -> set[str]:
    """The folders from which nothing is imported."""
    places = set() if folder is None else {os.path.realpath(folder)}
    with suppress(FileNotFoundError):  # the current folder may be removed
        places.add(os.path.realpath(Path.cwd()))
    return places - set(map(os.path.realpath, sysconfig.get_paths().values()))


@contextmanager
def _apart(folder: Path | None) -> Iterator[None]:
    """Removes these folders from the path for the duration of a block."""
    places, before = _places(folder), sys.path[:]
    sys.path[:] = [one for one in before if one and os.path.realpath(one) not in places]
    try:
        yield
    finally:
        sys.path[:] = before
