"""Named constructions, which build the machine of a task from its parameters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lengthwise.limit.machine import LimitTransformer


@dataclass(frozen=True, kw_only=True)
class Construction:
    """A construction by its name.

    Attributes:
        name: Its name.
        make: Builds the machine; called with the parameters as keyword arguments.
        task: The family of catalogue tasks that it computes.
        numbers: The types of the task parameters.
        settings: The types of further parameters of the machine.
        remark: A caveat; usually empty.
    """

    name: str
    make: Callable[..., LimitTransformer]
    task: str
    numbers: Mapping[str, type[Any]]
    settings: Mapping[str, type[Any]] = field(default_factory=dict)
    remark: str = ""
