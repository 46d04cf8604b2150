"""What is known about a task."""

from collections.abc import Mapping
from functools import lru_cache

from lengthwise.errors import LengthwiseError
from lengthwise.tasks.catalogue import task as named
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge import averages as averaging
from lengthwise.theory.knowledge import (
    copying,
    counting_languages,
    question_answers,
    retrieving,
)
from lengthwise.theory.knowledge.exact_machine import KnownMachine
from lengthwise.theory.knowledge.known import NOTHING, Known

KNOWLEDGE: Mapping[str, Known] = {
    name: value
    for topic in (averaging, question_answers, copying, retrieving, counting_languages)
    for name, value in topic.KNOWN.items()
}
"""By the name of the family in the catalogue."""


@lru_cache(maxsize=256)
def knowledge_of(task: Task) -> Known:
    """Returns what is known about `task`; `NOTHING` if nothing is.

    A task that shares the name of one in the catalogue but has another label function,
    alphabet or output is a different task.

    Examples:
        >>> knowledge_of(named("repeat_copy")).rows.why
        'each prefix x can be read off the answer if nothing follows'
    """
    value = KNOWLEDGE.get(task.name, NOTHING)
    return value if value is NOTHING or _of_catalogue(task) else NOTHING


def known_family(name: str) -> Known:
    """Returns what is known about a family of the catalogue, by its name.

    Examples:
        >>> known_family("kgram").machines.numbers, known_family("lead") == NOTHING
        (('S', 'k'), True)
    """
    return KNOWLEDGE.get(name, NOTHING)


def known_machine(task: Task) -> KnownMachine | None:
    r"""Returns the machine of a task, with its proved error, if one is known.

    Attention has 8 bits and gaps between logits of at least 8, so from length 2 on it
    is uniform over the largest logits. The resulting average is exact for ``modp`` and
    ``kgram``; the sine of ``simple`` is interpolated in :math:`m` pieces, with an error
    of at most :math:`\omega^2/(2 m^2)`, and :math:`m` is chosen for 0.01.

    Raises:
        TooLargeError: The machine would not fit into memory.

    Examples:
        >>> exact = known_machine(named("simple:omega=100"))
        >>> exact.machine.layers[0].mlp.units, round(exact.error, 4)
        (708, 0.01)
        >>> known_machine(named("kgram")).error
        0.0
        >>> known_machine(named("dyck1")) is None
        True
    """
    machines = knowledge_of(task).machines
    return None if machines is None else machines.exact(task)


def _of_catalogue(task: Task) -> bool:
    """Whether the catalogue has this task under its name, whatever its distribution."""
    try:
        own = named(str(task))
    except LengthwiseError:
        return False
    return all(
        getattr(own, part) == getattr(task, part)
        for part in ("numbers", "alphabet", "output", "format", "rule", "language")
    )
