"""What a step sees."""

from typing import NamedTuple

from lengthwise.tasks.outputs import Accept, NextSet, NextToken, Real, State, Vector
from lengthwise.tasks.task import Task


class Shapes(NamedTuple):
    """What a task decides of a net, and where the net is scored."""

    symbols: int
    outputs: int
    every: bool
    begins: bool


def shapes(task: Task) -> Shapes:
    """Returns what a task decides of a net."""
    letters = len(task.alphabet)
    match task.output:
        case Real() | Accept():
            return Shapes(letters, 1, every=False, begins=False)
        case Vector(size):
            return Shapes(letters, size, every=False, begins=False)
        case State(states):
            return Shapes(letters + 1, states, every=True, begins=True)
        case NextSet():
            return Shapes(letters + 1, letters + 1, every=True, begins=True)
        case NextToken():
            return Shapes(letters, letters, every=True, begins=False)
