"""Machines as command-line arguments: a file, a construction, or a stored net."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.spec.canonical import require_digits
from lengthwise.limit.constructions.named_machines import machine as machine_of
from lengthwise.limit.constructions.named_machines import task_text
from lengthwise.names import base
from lengthwise.tasks.catalogue import task as task_of

if TYPE_CHECKING:
    from lengthwise.limit.machine import LimitTransformer
    from lengthwise.tasks.task import Task

_KEY = re.compile(r"[0-9a-f]+")


def machine_and_task(
    name: str, store: str | None = None
) -> "tuple[LimitTransformer, Task | None]":
    """Returns the machine given by `name`, and its task if known.

    Args:
        name: A .safetensors file, a construction such as simple:omega=4, or the key of
            a trained net.
        store: URL of the store in which a key is looked up.

    Raises:
        LengthwiseError: Nothing has this name, or it is not a machine.
    """
    if _KEY.fullmatch(name) and not Path(name).exists():
        require_digits(name)
        from lengthwise.analysis.trained_nets import trained
        from lengthwise.experiments.store.store import Store

        with Store(store, create=False) as kept:
            return trained(kept, name)
    is_construction = not Path(name).exists() and not name.endswith(".safetensors")
    try:
        found = machine_of(name)
    except UnknownNameError:
        from lengthwise.crasp.library.programs import names

        if base(name) not in names():
            raise
        raise SpecError(
            f"{name} is a program, not a machine; compile it first: lengthwise crasp "
            f"compile {name} --out {base(name)}.safetensors"
        ) from None
    return found, task_of(task_text(name)) if is_construction else None
