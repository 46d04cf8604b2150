"""Messages between the two halves of an input, from Python: `protocol`."""

from collections.abc import Iterable
from pathlib import Path
from typing import overload

from lengthwise.api.grids import given_task
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.library.loading import load
from lengthwise.errors import SpecError
from lengthwise.limit.machine import LimitTransformer
from lengthwise.tasks.task import Task
from lengthwise.theory.communication.machine_bits import machine_protocol
from lengthwise.theory.communication.protocol_bits import (
    LENGTHS,
    Protocol,
    protocol_of,
)
from lengthwise.theory.communication.residual_classes import HALVES, residuals
from lengthwise.theory.communication.residual_table import Residuals


@overload
def protocol(
    program: Program | LimitTransformer | str | Path,
    lengths: Iterable[int] | None = None,
    *,
    task: None = None,
    seed: int = 0,
) -> Protocol: ...


@overload
def protocol(
    program: None = None,
    lengths: Iterable[int] | None = None,
    *,
    task: Task | str,
    seed: int = 0,
) -> Residuals: ...


def protocol(
    program: Program | LimitTransformer | str | Path | None = None,
    lengths: Iterable[int] | None = None,
    *,
    task: Task | str | None = None,
    seed: int = 0,
) -> Protocol | Residuals:
    """Returns the bits that the first half of an input must send to the second.

    For a program, a message is written and read: Alice sees the first N symbols, Bob
    the next N, and his values are compared with those of the whole input. For a task,
    the residual classes are counted, which give a lower bound on the messages of every
    program.

    Args:
        program: A program, or a library name, a path or a text; or a machine whose
            heads read finitely many values, such as a compiled program.
        lengths: Values of N. Default: 8 to 4096 for programs, 1 to 16 for tasks.
        task: Instead of a program: a task, or its name.
        seed: The seed of the random inputs.

    Raises:
        SpecError: Both or neither are given, the protocol is not defined for the
            machine, or the task has inputs of bounded length or real outputs.
        TooLargeError: The program is too large for these lengths.

    Examples:
        >>> import lengthwise as lw
        >>> [row.bits for row in lw.protocol("dyck1", [8, 64, 512]).rows]
        [12, 21, 30]
        >>> machine = lw.compile(lw.program("dyck1"))
        >>> [row.bits for row in lw.protocol(machine, [8, 64, 512]).rows]
        [12, 21, 30]
        >>> [
        ...     row.classes
        ...     for row in lw.protocol(task="repeat_copy", lengths=[2, 4]).rows
        ... ]
        [4, 16]
    """
    if (program is None) == (task is None):
        raise SpecError("give a program or a task, one of them")
    if task is not None:
        chosen = HALVES if lengths is None else lengths
        return residuals(given_task(task), chosen, seed=seed)
    assert program is not None
    used = LENGTHS if lengths is None else lengths
    if isinstance(program, LimitTransformer):
        return machine_protocol(program, used, seed=seed)
    subject = load(program) if isinstance(program, str | Path) else program
    return protocol_of(subject, used, seed=seed)
