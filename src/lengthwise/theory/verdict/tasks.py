"""Answers about the tasks of the catalogue."""

from dataclasses import replace
from functools import lru_cache

from lengthwise.crasp.facts import facts
from lengthwise.crasp.parser import parse
from lengthwise.crasp.program import Program
from lengthwise.tasks.catalogue import task as named
from lengthwise.tasks.formats import Format
from lengthwise.tasks.task import Task
from lengthwise.theory.membership.evidence import Positions
from lengthwise.theory.verdict.answer import Answer
from lengthwise.theory.verdict.columns import columns_answer, has_columns
from lengthwise.theory.verdict.comparison import compared
from lengthwise.theory.verdict.growth import CLOSED_FORMS, growth_answer
from lengthwise.theory.verdict.languages import POSITIONS, language_answers
from lengthwise.theory.verdict.machines import machine_answers
from lengthwise.theory.verdict.programs import program_answer
from lengthwise.theory.verdict.reductions import REDUCTIONS, reduced_answer
from lengthwise.theory.verdict.sources import source
from lengthwise.theory.verdict.uniform import UniformFamily, uniform_family

_BOTH: tuple[Format, ...] = ("recognize-end", "recognize-last")


def task_answers(task: Task) -> tuple[Answer, ...]:
    """Returns the answers for a task, in both classes.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> [row.answer for row in task_answers(task("parity"))]
        ['no', 'no']
    """
    formats = _BOTH if task.format in _BOTH else (*_BOTH, task.format)
    if task.dfa is not None:
        if task.format == "state-blank":
            formats = ("state-blank", "recognize-last")
        return language_answers(task.dfa, formats)
    if task.language is not None:
        return tuple(
            _program(_in_format(task, form), positions)
            for positions in POSITIONS
            for form in formats
        )
    if task.format == "real":
        return machine_answers(task)
    return tuple(_question(task, positions) for positions in POSITIONS)


def task_notes(task: Task) -> tuple[str, ...]:
    """Returns what a reader should know about the verdict of a task."""
    if task.max_length is None:
        return ()
    note = (
        "about growing alphabets: no input of this task is longer than "
        f"{task.max_length:,}, so over its own alphabet it is finite; the theorem of "
        "the guarantee is about fixed alphabets and says nothing about growing ones"
    )
    return (note,)


def _in_format(task: Task, form: Format) -> Task:
    numbers = ",".join(f"{name}={value}" for name, value in task.numbers)
    return named(f"{task.name}{':' if numbers else ''}{numbers}@{form}")


def _question(task: Task, positions: Positions) -> Answer:
    if task.name in CLOSED_FORMS:
        return growth_answer(task, positions)
    reduction = REDUCTIONS.get(task.name)
    if reduction is not None and positions in {"none", reduction.positions}:
        return reduced_answer(reduction, positions)
    if positions == "none" and has_columns(task):
        return columns_answer(task)
    return _program(task, positions)


def _program(task: Task, positions: Positions) -> Answer:
    program, text, compared_on = _compared(task, positions)
    answer = program_answer(
        program, text, positions, task.format, facts(program), compared_on
    )
    family = uniform_family(task, positions)
    if family is None or answer.answer != "yes":
        return answer
    return _for_every_alphabet(task, answer, family)


def _for_every_alphabet(task: Task, answer: Answer, family: UniformFamily) -> Answer:
    """The yes of a program for few symbols as that of the family it belongs to."""
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
        bound=f"none is needed: no input is longer than {task.max_length:,}",
    )


@lru_cache(maxsize=64)
def _compared(task: Task, positions: Positions) -> tuple[Program, str, str]:
    """The program for a task, its text, and on what the two were compared."""
    found = source(task, positions)
    assert found is not None, task
    program = parse(found.text)
    return program, found.text, compared(program, found.task)
