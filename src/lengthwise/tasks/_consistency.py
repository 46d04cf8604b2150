"""Checks that the parts of a task are consistent."""

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, get_args

from lengthwise.automata.dfa import DFA
from lengthwise.errors import SpecError
from lengthwise.printable import brief
from lengthwise.tasks.laws import (
    Balanced,
    Instances,
    Law,
    Residues,
    Sparse,
    UniformWords,
)
from lengthwise.tasks.outputs import (
    Accept,
    NextSet,
    NextToken,
    Output,
    Real,
    State,
    Vector,
)
from lengthwise.tasks.task_format import FORMATS, Format
from lengthwise.words import Alphabet

if TYPE_CHECKING:
    from lengthwise.tasks.task import Task

OUTPUTS: Mapping[Format, tuple[type, ...]] = {
    "recognize-last": (Accept,),
    "recognize-end": (Accept,),
    "state-blank": (State,),
    "next-set": (NextSet,),
    "next-token": (NextToken,),
    "real": (Real, Vector),
}
"""The outputs allowed in each format."""

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")
_PATH = re.compile(r"\w+(\.\w+)*:\w+")


def check_parts(task: "Task") -> None:
    """Checks that the parts of a task are consistent.

    Raises:
        SpecError: They are not.
    """
    _check_kinds(task)
    _check_numbers(task)
    if isinstance(task.output, State) and not isinstance(task.language, DFA):
        raise SpecError(f"{task.name} has no automaton, so no states to ask for")
    languages = [task.language]
    if isinstance(task.law, UniformWords | Balanced):
        languages.append(task.law.language)
    for language in languages:
        if language is not None and language.alphabet != task.alphabet:
            raise SpecError(
                f"{task.name} has the alphabet {task.alphabet}, its language has "
                f"{language.alphabet}; they must be the same"
            )
    if not isinstance(task.output, OUTPUTS[task.format]):
        kinds = " or ".join(kind.__name__ for kind in OUTPUTS[task.format])
        raise SpecError(
            f"{task.name} has the format {task.format} and the output "
            f"{type(task.output).__name__}; this format asks for {kinds}"
        )
    if isinstance(task.output, NextToken) != isinstance(task.law, Instances):
        raise SpecError(
            f"{task.name} has the output {type(task.output).__name__} and the law "
            f"{type(task.law).__name__}; NextToken and Instances go together"
        )
    if isinstance(task.law, Residues | Sparse) and set(task.alphabet) != {"0", "1"}:
        raise SpecError(
            f"{task.name} has the alphabet {task.alphabet}; the law "
            f"{type(task.law).__name__} draws words over {{0, 1}}"
        )


def _check_kinds(task: "Task") -> None:
    if not isinstance(task.name, str) or not _NAME.fullmatch(task.name):
        raise SpecError(
            f"{brief(task.name)} is no name of a task; use letters, digits, _ . and -"
        )
    fits: dict[str, tuple[Any, str]] = {
        "alphabet": (Alphabet, 'an Alphabet, as in Alphabet("012")'),
        "output": (get_args(Output), "an output, as in Real()"),
        "law": (get_args(Law), "a law, as in Compositions()"),
        "example": (tuple, 'a tuple of symbols, as in tuple("0012")'),
        "summary": (str, "a text"),
        "source": (str, "a text"),
    }
    for part, (kinds, wanted) in fits.items():
        value = getattr(task, part)
        if not isinstance(value, kinds):
            raise SpecError(
                f"the {part} of {task.name} is {brief(value)}; it must be {wanted}"
            )
    if task.program is not None and not isinstance(task.program, str):
        raise SpecError(
            f"the program of {task.name} is {brief(task.program)}; it must be the text "
            "of a program, as in str(program)"
        )
    if task.format not in FORMATS:
        raise SpecError(
            f"the format of {task.name} is {brief(task.format)}; formats are: "
            f"{', '.join(FORMATS)}"
        )
    for part in ("rule", "counts_rule", "batch_rule"):
        path = getattr(task, part)
        optional = part != "rule" and path is None
        if not optional and not (isinstance(path, str) and _PATH.fullmatch(path)):
            raise SpecError(
                f"the {part} of {task.name} is {brief(path)}; write module:function"
            )


def _check_numbers(task: "Task") -> None:
    for name, value in task.numbers:
        whole = isinstance(value, int | float) and not isinstance(value, bool)
        if not name.isidentifier() or not whole or not math.isfinite(value):
            raise SpecError(
                f"{task.name} has the number {brief(name)} = {brief(value)}; give "
                "finite numbers by name"
            )
    least, most, step = task.min_length, task.max_length, task.stride
    if least < 0 or step < 1 or (most is not None and most < least):
        raise SpecError(
            f"{task.name} has lengths from {least} to {most} in steps of {step}; "
            "allowed are lengths from 0 up, in order, and steps from 1 up"
        )
