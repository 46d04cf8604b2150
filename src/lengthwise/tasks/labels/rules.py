"""Functions by import path, ``module:function``.

Functions of a task in a user's file are looked up here: the file was loaded once, by
its digest, and is not imported again.
"""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from lengthwise.errors import SpecError
from lengthwise.printable import SHOWN

MODULES: dict[str, ModuleType] = {}
"""The task files loaded in this process, by digest."""


def resolve(path: str, origin: str | None = None) -> Callable[..., Any]:
    """Returns the function at ``module:function``.

    Args:
        path: The import path.
        origin: Digest of the loaded file that contains the function; ``None`` to import
            it. A function of Lengthwise is always imported.

    Raises:
        SpecError: There is no such function, or the file was not loaded.

    Examples:
        >>> resolve("math:floor")(2.5)
        2
        >>> resolve("math:round")
        Traceback (most recent call last):
        lengthwise.errors.SpecError: 'math:round': math has no function 'round' (yet);
        write module:function, and define the function above the task
    """
    module, _, name = path.partition(":")
    if origin is None or module.startswith("lengthwise."):
        loaded = _imported(module, path)
    else:
        loaded = require_loaded(path, origin)
    try:
        return cast("Callable[..., Any]", getattr(loaded, name))
    except AttributeError:
        raise SpecError(
            f"{path!r}: {module} has no function {name!r} (yet); write "
            "module:function, and define the function above the task"
        ) from None


def _imported(module: str, path: str) -> ModuleType:
    try:
        return import_module(module)
    except (ModuleNotFoundError, ValueError, TypeError) as error:
        raise SpecError(f"{path!r} cannot be imported: {error}") from None


def require_loaded(path: str, origin: str) -> ModuleType:
    """Returns the loaded file with this digest that contains the function `path`.

    Raises:
        SpecError: No such file was loaded in this process.
    """
    loaded = MODULES.get(origin)
    if loaded is None:
        raise SpecError(
            f"{path!r} is in a file with SHA-256 {origin[:SHOWN]}…, which was not "
            "loaded here; name the file again, as in lead.py:TASK"
        )
    return loaded
