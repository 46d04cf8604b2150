"""User-defined label functions: exceptions are caught and results are validated.

The functions of the catalogue are tested; those in a user's file may fail, or return a
value that does not match the output of the task. Then one line says so, and names the
word.
"""

from numbers import Integral
from random import Random
from typing import TYPE_CHECKING, Any

from lengthwise.arguments import finite
from lengthwise.errors import LengthwiseError, WordError
from lengthwise.printable import brief, printable, shown_word
from lengthwise.tasks.labels.rules import resolve
from lengthwise.tasks.outputs import (
    END,
    Accept,
    Label,
    NextSet,
    NextToken,
    Output,
    Real,
    State,
    Vector,
)
from lengthwise.words import Alphabet, Word

if TYPE_CHECKING:
    from lengthwise.tasks.task import Task


def own_label(task: "Task", word: Word) -> Label:
    """Returns the validated label of a word from a task's label function.

    Raises:
        WordError: It fails, or returns a value that does not match the output.
    """
    numbers = {} if task.language is not None else dict(task.numbers)
    language = () if task.language is None else (task.language,)
    about = f"the word {shown_word(word)}"
    value = _called(task, task.rule, about, word, *language, **numbers)
    label = label_from(task.output, task.alphabet, value)
    if label is None:
        raise WordError(
            f"{task.rule} returns {_typed(value)} for {about}; "
            f"{expected_label(task.output)}"
        )
    return label


def own_question(task: "Task", path: str, rng: Random, length: int) -> Word:
    """Returns a question from a task's own function, validated.

    Raises:
        WordError: The function fails, or does not return a word over the alphabet.
    """
    about = f"the length {length}"
    value = _called(task, path, about, rng, length, **dict(task.numbers))
    if not isinstance(value, tuple) or not all(s in task.alphabet for s in value):
        raise WordError(
            f"{path} returns {_typed(value)} for {about}; return a tuple of symbols "
            f"of the alphabet {task.alphabet}"
        )
    return value


def _called(task: "Task", path: str, about: str, *values: Any, **numbers: Any) -> Any:  # noqa: ANN401
    function = resolve(path, task.origin)
    try:
        return function(*values, **numbers)
    except (LengthwiseError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        raise WordError(
            f"{path} fails on {about}: {what_failed(error, path.partition(':')[0])}"
        ) from error


def what_failed(error: BaseException, module: str) -> str:
    """Returns an exception on one line, with the line of `module` that raised it.

    Examples:
        >>> what_failed(ValueError("no such place"), "lead")
        'ValueError: no such place'
    """
    line = line_of(error, module)
    text = one_line(error)
    return text if line is None else f"line {line}: {text}"


def one_line(error: BaseException) -> str:
    """Returns an exception in Python's notation, on one line."""
    text = printable(str(error), longest=200)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def line_of(error: BaseException, module: str) -> int | None:
    """Returns the innermost line of `module` in an exception's traceback."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") == module:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def label_from(output: Output, alphabet: Alphabet, value: object) -> Label | None:
    """Returns a value as a label of `output`; ``None`` if it is not one.

    Examples:
        >>> (
        ...     label_from(Real(), Alphabet("ab"), 1),
        ...     label_from(Accept(), Alphabet("ab"), 1),
        ... )
        (1.0, None)
    """
    match output:
        case Real():
            return finite(value)
        case Vector(size):
            return _vector(value, size)
        case Accept():
            return value if isinstance(value, bool) else None
        case State(states):
            return _whole(value, states)
        case NextSet():
            return _symbols(value, (*alphabet, END), in_order=True)
        case NextToken():
            return _symbols(value, tuple(s for s in alphabet if s != END))


def _whole(value: object, end: int) -> int | None:
    if not isinstance(value, Integral) or isinstance(value, bool):
        return None
    return int(value) if 0 <= int(value) < end else None


def _vector(value: object, size: int) -> tuple[float, ...] | None:
    if not isinstance(value, tuple | list) or len(value) != size:
        return None
    parts = tuple(part for part in map(finite, value) if part is not None)
    return parts if len(parts) == size else None


def _symbols(
    value: object, allowed: tuple[str, ...], *, in_order: bool = False
) -> Word | None:
    if not isinstance(value, tuple) or not all(part in allowed for part in value):
        return None
    if in_order:
        places = [allowed.index(part) for part in value]
        if places != sorted(set(places)):
            return None
    return value


def expected_label(output: Output) -> str:
    """Returns the required return type of a label function for `output`, as advice."""
    match output:
        case Real():
            asks = "one finite number"
        case Vector(size):
            asks = f"a tuple of {size} finite numbers"
        case Accept():
            asks = "True or False"
        case State(states):
            asks = f"a whole number from 0 to {states - 1}"
        case NextSet():
            asks = f"a tuple of symbols in the order of the alphabet, {END} last"
        case NextToken():
            asks = f"the answer: a tuple of symbols of the alphabet, without {END}"
    return f"output {type(output).__name__} asks for {asks}"


def _typed(value: object) -> str:
    text, name = brief(value), type(value).__name__
    return text if text == f"a {name}" else f"{text} ({name})"
