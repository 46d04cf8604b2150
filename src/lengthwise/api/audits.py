"""Exact errors of a machine from Python: `audit`."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from lengthwise.analysis.enumerated.all_words import audit_words
from lengthwise.analysis.enumerated.audit import LIMIT, Audit, statistics_at
from lengthwise.analysis.enumerated.audit import audit as audit_counts
from lengthwise.analysis.enumerated.labels_of_counts import count_label
from lengthwise.analysis.enumerated.recognizer_audit import (
    Recognized,
    RecognizerAudit,
    audit_recognizer,
    recognized,
)
from lengthwise.api.grids import given_task
from lengthwise.crasp.language.program import Program
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import run
from lengthwise.errors import SpecError
from lengthwise.limit.constructions.named_machines import CONSTRUCTIONS, task_text
from lengthwise.limit.constructions.named_machines import machine as machine_of
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.machine_run import ACCEPT
from lengthwise.names import base
from lengthwise.tasks.catalogue import task as catalogue_task
from lengthwise.tasks.outputs import Accept
from lengthwise.tasks.task import Task

LENGTHS = (1, 2, 4, 8, 16, 32, 64, 128)
"""The default lengths, as far as the task has words of these lengths."""

SHORT = (2, 3, 4, 5, 6, 8, 10, 12)
"""The same if words are enumerated one by one."""


def audit(
    machine: LimitTransformer | str | Path,
    task: Task | str | None = None,
    lengths: Iterable[int] | None = None,
    *,
    eps: float = 0.01,
    program: Program | str | Path | None = None,
) -> Audit | RecognizerAudit:
    """Returns the errors of a machine by length: root mean square over words, and sup.

    Both are exact: all words of a length are enumerated, through their statistics for a
    one-layer machine, one by one for k-grams, which limits them to short lengths. The
    word that attains the sup is included.

    For a machine that recognizes a language, such as a compiled program, every decision
    is compared with the language: the number of wrong decisions, and the smallest
    distance to the decision boundary.

    Args:
        machine: A machine, such as that of a trained net (`Sweep.machine`), a file, or
            a construction such as ``simple:omega=4``.
        task: The task that it should compute. Default: the task of the construction.
        lengths: Lengths of words. Default: powers of two up to 128 that can be
            enumerated; for k-grams up to 12.
        eps: The error for which the reach of the clustered margin is computed.
        program: Instead of a task, the program whose decisions the machine should
            reproduce.

    Raises:
        SpecError: Machine and task do not match, neither a task nor a program is given,
            or no length can be enumerated.
        TooLargeError: A length has too many words.

    Examples:
        >>> import lengthwise as lw
        >>> audit = lw.audit("simple:omega=4", lengths=[20])
        >>> audit.errors[0].sup < 4**2 / (2 * 64**2)
        True
        >>> machine = lw.compile(lw.program("dyck1"))
        >>> lw.audit(machine, "dyck1", [2, 4, 6])
        <RecognizerAudit Right on every word of the lengths 2, 4, 6.>
    """
    model = machine_of(machine) if isinstance(machine, str | Path) else machine
    if not isinstance(model, LimitTransformer):
        raise SpecError(
            f"the machine is of the type {type(model).__name__}; give a "
            "LimitTransformer, a file, or a construction such as 'simple:omega=4'"
        )
    if program is not None:
        if task is not None:
            raise SpecError("a task and a program; give one of them to compare with")
        return _decisions(model, _of_program(program), lengths)
    subject = _own_task(machine) if task is None else given_task(task)
    language = recognized(subject)
    accepts = model.outputs == (ACCEPT,) or isinstance(subject.output, Accept)
    if language is not None and accepts:
        return _decisions(model, language, lengths)
    by_word = count_label(subject) is None
    if lengths is None:
        chosen = _usual(model, subject, by_word=by_word)
    else:
        chosen = _lengths(lengths)
    audited = (audit_words if by_word else audit_counts)(
        model, subject, chosen, eps=eps
    )
    if not audited.errors:
        raise SpecError(
            f"{audited.remark}; use shorter lengths, from {subject.min_length} up"
        )
    return audited


def _usual(machine: LimitTransformer, subject: Task, *, by_word: bool) -> list[int]:
    """The default lengths: of those with words, those that can be enumerated."""
    least = subject.min_length
    if by_word:
        return [n for n in SHORT if n >= least]
    possible = [n for n in (*LENGTHS, least) if n >= least]
    usual = [n for n in possible if statistics_at(machine, subject, n) <= LIMIT]
    if not usual:
        raise SpecError(
            f"{subject} cannot be audited: even its shortest words, of length {least}, "
            "have too many different statistics"
        )
    return sorted(set(usual) & set(LENGTHS)) or usual


def _decisions(
    machine: LimitTransformer, subject: Recognized, lengths: Iterable[int] | None
) -> RecognizerAudit:
    chosen = None if lengths is None else _lengths(lengths)
    if chosen is None:
        counted = len(machine.layers) <= 1 and subject.language is not None
        chosen = list(LENGTHS if counted else (1, *SHORT))
        found = audit_recognizer(machine, subject, chosen)
        return replace(found, left_out=())
    return audit_recognizer(machine, subject, chosen)


def _of_program(given: Program | str | Path) -> Recognized:
    program = given if isinstance(given, Program) else load(given)
    if program.next:
        raise SpecError(
            "the program emits symbols; audit compares decisions, so give a program "
            "that accepts words"
        )
    return Recognized(
        name="the program",
        alphabet=program.letters,
        accepts=lambda word: run(program, word).accepted,
    )


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
