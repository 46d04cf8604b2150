"""Answers about tasks."""

from dataclasses import replace
from functools import lru_cache

from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.language.program import Program
from lengthwise.names import spelled_name
from lengthwise.tasks.catalogue import task as named
from lengthwise.tasks.task import Task
from lengthwise.tasks.task_format import Format
from lengthwise.theory.knowledge.known import NOTHING, Known
from lengthwise.theory.knowledge.lookup import knowledge_of
from lengthwise.theory.knowledge.program_sizes import UniformFamily
from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.programs.candidate import SECONDS
from lengthwise.theory.verdict._communication_growth import growth_answer
from lengthwise.theory.verdict._machine_answers import machine_answers
from lengthwise.theory.verdict._program_against_task import equality_basis
from lengthwise.theory.verdict._program_answers import program_answer
from lengthwise.theory.verdict._proved_answers import proved_answer
from lengthwise.theory.verdict._reduction_answers import reduced_answer
from lengthwise.theory.verdict._stated_answers import (
    STATED,
    stated_answers,
    stated_program,
)
from lengthwise.theory.verdict._unknown_answers import unknown_answer
from lengthwise.theory.verdict.language_answers import POSITIONS, language_answers
from lengthwise.theory.verdict.verdict_answer import Answer

_BOTH: tuple[Format, ...] = ("recognize-end", "recognize-last")


def task_answers(
    task: Task, seconds: int | float | None = SECONDS
) -> tuple[Answer, ...]:
    """Returns the answers for a task, in both classes.

    For tasks outside the catalogue without an automaton, nothing is known. For them,
    this searches for a small program that is right on short inputs.

    Args:
        task: The task.
        seconds: Time limit of that search; ``None``: no search.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> [row.answer for row in task_answers(task("parity"))]
        ['no', 'no']
        >>> mine = replace(task("parity"), name="mine")
        >>> [row.answer for row in task_answers(mine, seconds=None)]
        ['unknown', 'unknown']
    """
    formats = _formats(task)
    if is_about_stated(task):
        return stated_answers(task, formats)
    if task.dfa is not None:
        return language_answers(task.dfa, formats)
    known = knowledge_of(task)
    if known.machines is not None:
        return machine_answers(known.machines.exact(task))
    return tuple(
        _answer(task, known, positions, form, seconds)
        for positions in POSITIONS
        for form in formats
    )


def is_about_stated(task: Task) -> bool:
    """Whether the verdict of a task is about the program that it states.

    It is not if more is known: an automaton, or knowledge of the catalogue.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> stated = replace(task("dyck1"), program="accept true")
        >>> is_about_stated(stated), is_about_stated(replace(stated, name="mine"))
        (False, True)
    """
    if task.program is None or task.dfa is not None:
        return False
    return knowledge_of(task) == NOTHING


def task_notes(task: Task) -> tuple[str, ...]:
    """Returns notes for readers of the verdict on a task."""
    notes = []
    if task.program is not None:
        basis = stated_program(task)[1]
        more = "the program stated by the task was not used: more is known"
        about = STATED.format(basis=basis) if is_about_stated(task) else more
        notes.append(about)
    if task.max_length is None:
        return tuple(notes)
    note = (
        "about growing alphabets: no input of this task is longer than "
        f"{task.max_length:,}, so over its own alphabet it is finite; the theorem of "
        "the guarantee is about fixed alphabets and says nothing about growing ones"
    )
    return (*notes, note)


def _formats(task: Task) -> tuple[Format, ...]:
    """The formats to decide: for a language also recognition."""
    if task.format in _BOTH:
        return _BOTH
    if task.format == "state-blank":
        return ("state-blank", "recognize-last")
    return (task.format,) if task.language is None else (*_BOTH, task.format)


def _answer(
    task: Task,
    known: Known,
    positions: Positions,
    form: Format,
    seconds: int | float | None,
) -> Answer:
    if known.rows is not None:
        return growth_answer(task, known.rows, positions)
    reduction = known.reduction
    if reduction is not None and positions in {"none", reduction.positions}:
        return reduced_answer(reduction, positions)
    proof = known.proof
    if proof is not None and positions == proof.positions and proof.covers(task):
        return proved_answer(task, proof)
    if known.program is None:
        return unknown_answer(task, positions, form, seconds)
    return _program(_in_format(task, form), positions)


def _in_format(task: Task, form: Format) -> Task:
    if form == task.format:
        return task
    return named(spelled_name(task.name, task.numbers, form))


def _program(task: Task, positions: Positions) -> Answer:
    program, text, compared_on = _compared_program(task, positions)
    answer = program_answer(
        program, text, positions, task.format, facts(program), compared_on
    )
    family = knowledge_of(task).sizes.get(positions)
    if family is None or answer.answer != "yes":
        return answer
    return _for_every_alphabet(task, answer, family)


def _for_every_alphabet(task: Task, answer: Answer, family: UniformFamily) -> Answer:
    """Extends a yes for a few symbols to the program's family over all alphabets."""
    numbers = {name: int(value) for name, value in task.numbers}
    size, symbols = family.size(**numbers), numbers["symbols"]
    text = (
        f"one family of programs of size O({family.order}) serves every alphabet: size "
        f"{size:,} for {symbols:,} symbols; for few symbols {answer.evidence.text}"
    )
    data = {"order": family.order, "symbols": symbols, "size": size}
    return replace(
        answer,
        family=family,
        evidence=replace(
            answer.evidence,
            text=text,
            details=(*answer.evidence.details, ("family", data)),
        ),
        bound=f"none needed: no input is longer than {task.max_length:,}",
    )


@lru_cache(maxsize=64)
def _compared_program(task: Task, positions: Positions) -> tuple[Program, str, str]:
    """The program for a task, its text, and the words on which they were compared."""
    write = knowledge_of(task).program
    assert write is not None, task
    source = write(task, positions)
    return source.program, source.text, equality_basis(source.program, source.task)
