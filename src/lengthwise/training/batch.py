"""Minibatches: symbol ids, targets, and the positions at which a net is scored.

Words of most tasks are read unchanged; others get extra symbols, whose ids follow those
of the task's symbols. If every prefix is scored, including the empty one, a begin
marker is put in front, and the answer for a prefix is read at its last position. If a
word is judged after its last symbol (format ``recognize-end``), an end marker is
appended and the answer is read there. If every prefix is judged after its last symbol
(``state-blank``), there are both markers; the second is a blank, and the answer for a
prefix is read at a blank after it, which no other position attends to. The blank after
the whole word is part of the arrays, so that its position is counted; the blanks
between the symbols are not.
"""

from typing import NamedTuple

from lengthwise.models import Inputs
from lengthwise.models.inputs import Numbers
from lengthwise.tasks.outputs import Accept, NextSet, NextToken, Real, State, Vector
from lengthwise.tasks.task import Task
from lengthwise.words import Alphabet, Word

BEGIN_MARK = "<begin>"
"""The begin marker before a word, as a symbol of a machine."""
END_MARK = "<end>"
"""The end marker or blank after a word."""


class Batch(NamedTuple):
    """Words and their targets. All arrays may have further leading axes.

    Attributes:
        inputs: The words as symbol ids, or their statistics.
        targets: ``[words, slots, columns]`` float32: real values for a squared loss,
            bits for a binary one, and for a categorical one the index of the right
            class, in one column. With ``every`` of `Shapes`, slot t is position t + 1;
            otherwise the only slot is the last position. With blanks, slot t is the
            blank after position t + 1.
        scored: ``[words, slots]`` Booleans: which slots have a target.
    """

    inputs: Inputs
    targets: Numbers
    scored: Numbers


class Shapes(NamedTuple):
    """The input and output sizes that a task requires, and where a net is scored.

    Attributes:
        symbols: Number of symbols that a net reads, including markers.
        outputs: Number of outputs of a net.
        every: Whether every position is scored; otherwise only the last one.
        begins: Whether a begin marker is put in front of a word.
    """

    symbols: int
    outputs: int
    every: bool
    begins: bool


def shapes(task: Task) -> Shapes:
    """Returns the input and output sizes that a task requires.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> shapes(task("simple"))
        Shapes(symbols=3, outputs=1, every=False, begins=False)
        >>> shapes(task("tomita4"))
        Shapes(symbols=3, outputs=3, every=True, begins=True)
        >>> shapes(task("tomita4@state-blank")).symbols  # 0, 1, begin mark, blank
        4
        >>> shapes(task("sort:symbols=5"))
        Shapes(symbols=8, outputs=8, every=True, begins=False)
    """
    letters = len(task.alphabet)
    match task.output:
        case Real() | Accept():
            outputs, every = 1, False
        case Vector(size):
            outputs, every = size, False
        case State(states):
            outputs, every = states, True
        case NextSet():
            outputs, every = letters + 1, True
        case NextToken():
            return Shapes(letters, letters, every=True, begins=False)
    begins = every or (task.min_length == 0 and not closes(task))
    symbols = letters + (begins or closes(task)) + asks_blanks(task)
    return Shapes(symbols, outputs, every=every, begins=begins)


def closes(task: Task) -> bool:
    """Whether an end marker or a blank is appended to a word and the answer read there.

    Its id is the largest that a net reads.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> closes(task("dyck1@recognize-end")), closes(task("dyck1@recognize-last"))
        (True, False)
    """
    return task.format == "recognize-end" or asks_blanks(task)


def asks_blanks(task: Task) -> bool:
    """Whether the answer for every prefix is read at a blank after it.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> asks_blanks(task("tomita4@state-blank")), asks_blanks(task("tomita4"))
        (True, False)
    """
    return task.format == "state-blank"


def marked_alphabet(task: Task) -> Alphabet:
    """Returns the symbols that a net reads: the symbols of the task, then the markers.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> marked_alphabet(task("dyck1@recognize-end")).symbols
        ('(', ')', '<end>')
    """
    marks = (BEGIN_MARK,) * shapes(task).begins + (END_MARK,) * closes(task)
    return Alphabet((*task.alphabet, *marks))


def marked(task: Task, word: Word) -> Word:
    """Returns the symbols that a net reads for a word, with the markers of its task.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> marked(task("dyck1@recognize-end"), ("(", ")"))
        ('(', ')', '<end>')
    """
    begin = (BEGIN_MARK,) * shapes(task).begins
    return (*begin, *word, *(END_MARK,) * closes(task))


def columns(task: Task) -> int:
    """Returns the number of columns of a target.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> columns(task("kgram:S=3")), columns(task("sort"))
        (3, 1)
    """
    return 1 if task.output.loss == "categorical" else shapes(task).outputs
