"""The exact errors of a machine from Python: `audit`."""

from collections.abc import Iterable
from pathlib import Path

from lengthwise.analysis.enumerated.all_words import audit_words
from lengthwise.analysis.enumerated.audit import Audit
from lengthwise.analysis.enumerated.audit import audit as audit_counts
from lengthwise.analysis.enumerated.labels_of_counts import count_label
from lengthwise.api.grids import given_task
from lengthwise.errors import SpecError
from lengthwise.limit.constructions.named_machines import CONSTRUCTIONS, task_text
from lengthwise.limit.constructions.named_machines import machine as machine_of
from lengthwise.limit.machine import LimitTransformer
from lengthwise.names import base
from lengthwise.tasks.catalogue import task as catalogue_task
from lengthwise.tasks.task import Task

LENGTHS = (1, 2, 4, 8, 16, 32, 64, 128)
"""What is looked at by default, as far as the task has words so short."""

SHORT = (2, 3, 4, 5, 6, 8, 10, 12)
"""The same where words are looked at one by one."""


def audit(
    machine: LimitTransformer | str | Path,
    task: Task | str | None = None,
    lengths: Iterable[int] | None = None,
    *,
    eps: float = 0.01,
) -> Audit:
    """The error of a machine by length: root mean square over its task, and the sup.

    Both are exact: all words of a length are looked at, through their statistics for a
    machine of one layer, one by one for the k-gram, which stops at short lengths. The
    word that attains the sup stands beside it.

    Args:
        machine: A machine, such as that of a trained net (`Sweep.machine`), a file, or
            a construction such as ``simple:omega=4``.
        task: What it should compute. Default: the task of the construction.
        lengths: Lengths of words. Default: powers of two up to 128; for the k-gram up
            to 12.
        eps: How far the clustered margin reaches is told for this error.

    Raises:
        SpecError: Machine and task do not fit together, it is not said what the machine
            should compute, or no length can be looked at.
        TooLargeError: A length has too many words.

    Examples:
        >>> import lengthwise as lw
        >>> audit = lw.audit("simple:omega=4", lengths=[20])
        >>> audit.errors[0].sup < 4**2 / (2 * 64**2)
        True
    """
    model = machine_of(machine) if isinstance(machine, str | Path) else machine
    if not isinstance(model, LimitTransformer):
        raise SpecError(
            f"the machine is of the type {type(model).__name__}; give a "
            "LimitTransformer, a file, or a construction such as 'simple:omega=4'"
        )
    subject = _own_task(machine) if task is None else given_task(task)
    by_word = count_label(subject) is None
    usual = [n for n in (SHORT if by_word else LENGTHS) if n >= subject.min_length]
    chosen = usual if lengths is None else _lengths(lengths)
    audited = (audit_words if by_word else audit_counts)(
        model, subject, chosen, eps=eps
    )
    if not audited.errors:
        raise SpecError(
            f"{audited.remark}; use shorter lengths, from {subject.min_length} up"
        )
    return audited


def _lengths(lengths: Iterable[int]) -> list[int]:
    plain = [n.item() if hasattr(n, "item") else n for n in lengths]
    wrong = [n for n in plain if not isinstance(n, int) or n < 1]
    if wrong or not plain:
        problem = repr(wrong[0]) if wrong else "no length at all"
        raise SpecError(f"lengths hold {problem}; use whole numbers from 1 up")
    return plain


def _own_task(machine: LimitTransformer | str | Path) -> Task:
    """The task of a construction."""
    if isinstance(machine, str) and base(machine) in CONSTRUCTIONS:
        return catalogue_task(task_text(machine))
    raise SpecError("the machine does not say what it should compute; give its task")
