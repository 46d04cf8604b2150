"""Answers about a program stated by the user for their own task."""

from collections.abc import Sequence
from dataclasses import replace

from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.program import Program
from lengthwise.errors import CraspError, SpecError
from lengthwise.tasks.outputs import Accept, NextSet, NextToken, Real, State, Vector
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_format import Format
from lengthwise.theory.verdict._program_against_task import equality_basis
from lengthwise.theory.verdict._program_answers import program_answer
from lengthwise.theory.verdict._unknown_answers import unknown_answer
from lengthwise.theory.verdict.language_answers import POSITIONS
from lengthwise.theory.verdict.verdict_answer import Answer

_BOTH = ("recognize-end", "recognize-last")

STATED = (
    "every answer is about the program that the task states; its equivalence to the "
    "task was checked ({basis}), not proved"
)


def stated_answers(task: Task, formats: Sequence[Format]) -> tuple[Answer, ...]:
    """Returns the answers about the program that a task states.

    Args:
        task: A task with a program.
        formats: The formats to answer for.

    Raises:
        SpecError: The program cannot be read, or differs from the label function.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> stated = 'accept # "b" <= # "a"'
        >>> mine = replace(task("majority_language"), name="mine", program=stated)
        >>> [row.answer for row in stated_answers(mine, ("recognize-end",))]
        ['yes', 'yes']
    """
    program, basis = stated_program(task)
    text = f"{program}\n"
    rows = []
    for positions in POSITIONS:
        for form in formats:
            if (form in _BOTH) == bool(program.next):
                rows.append(unknown_answer(task, positions, form))
                continue
            compared = f"stated for the task {task} and {basis}, not proved equal to it"
            rows.append(
                program_answer(program, text, positions, form, facts(program), compared)
            )
    return tuple(rows)


def stated_program(task: Task) -> tuple[Program, str]:
    """Returns the program that a task states, and the words on which it was compared.

    Raises:
        SpecError: It cannot be read, or differs from the label function.
    """
    assert task.program is not None
    try:
        program = parse(task.program)
    except CraspError as error:
        raise SpecError(f"the program of {task.name} cannot be read: {error}") from None
    asked = _asked(task, program)
    missing = set(asked.alphabet).difference(program.alphabet or asked.alphabet)
    if missing:
        alphabet = " ".join(f'"{symbol}"' for symbol in asked.alphabet)
        raise SpecError(
            f"the program of {task.name} lacks the symbol {min(missing)!r}; "
            f"start it with: alphabet {alphabet}"
        )
    if not set(program.symbols).difference(asked.alphabet):
        program = replace(program, alphabet=asked.alphabet)
    return program, equality_basis(program, asked)


def _asked(task: Task, program: Program) -> Task:
    """The task that a program can be compared with: words, or next symbols."""
    if program.next:
        if isinstance(task.output, NextSet | NextToken):
            return task
    elif isinstance(task.output, Accept):
        return task
    elif task.language is not None:
        rule = "lengthwise.tasks.labels.word_labels:accepts"
        return replace(task, output=Accept(), format="recognize-last", rule=rule)
    wants = "accepts words" if isinstance(task.output, Accept) else "has next lines"
    if isinstance(task.output, Real | Vector | State):
        wants = "accepts words or has next lines, for such a task"
    raise SpecError(
        f"the program of {task.name} does not fit the output "
        f"{type(task.output).__name__}; state one that {wants}"
    )
