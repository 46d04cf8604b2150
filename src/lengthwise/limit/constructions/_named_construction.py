"""Named constructions: how the machine of a task is built from its parameters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lengthwise.limit.machine import LimitTransformer


@dataclass(frozen=True, kw_only=True)
class Construction:
    """A construction by its name.

    Attributes:
        name: Its name.
        make: Makes the machine; called by name with the numbers.
        task: The family of the catalogue whose tasks it computes.
        numbers: The types of the numbers of the task.
        settings: The types of the numbers that are the machine's alone.
        remark: What must be known of it; mostly nothing.
    """

    name: str
    make: Callable[..., LimitTransformer]
    task: str
    numbers: Mapping[str, type[Any]]
    settings: Mapping[str, type[Any]] = field(default_factory=dict)
    remark: str = ""
