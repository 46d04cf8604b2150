r"""Tasks whose inputs are no longer than their alphabet allows, and their programs.

Over a fixed alphabet such a task is finite, and every finite task is in C-RASP without
positions, so membership alone says little. What can be said is how large the programs
become: one construction gives a program for every alphabet :math:`\Sigma`, of a size
that is a polynomial in :math:`\lvert\Sigma\rvert` (with a logarithm where places are
numbers in the text).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lengthwise.crasp.copies import longest_without_equal_pairs, steps
from lengthwise.tasks.task import Task
from lengthwise.theory.membership.evidence import Positions


@dataclass(frozen=True)
class UniformFamily:
    """One program for every alphabet.

    Attributes:
        order: How the size of the program grows.
        size: The size for the numbers of a task, exactly.
    """

    order: str
    size: Callable[..., int]


def _step_nope(k: int, symbols: int) -> int:
    places = (k * number + 1 for number in range(1, steps(k, symbols) + 1))
    digits = sum(3 + place.bit_length() for place in places)
    return 10 * symbols**2 + 9 * symbols + 10 + digits


def _bigram_nope(symbols: int) -> int:
    last = longest_without_equal_pairs(symbols)
    digits = _digits(last) + _digits(last + 1) - 1
    return 7 * symbols**3 + 9 * symbols**2 + 8 * symbols + 23 + digits


def _digits(last: int) -> int:
    """The binary digits of all numbers from 1 to `last`, together.

    Examples:
        >>> _digits(4)
        8
    """
    length = last.bit_length()
    return length * (last + 1) - (1 << length) + 1


_ORDERED = UniformFamily("|Σ|^2", lambda symbols: 10 * symbols**2 + 10 * symbols + 4)
_SORT = UniformFamily(
    "|Σ|^3", lambda symbols: (symbols**3 + 6 * symbols**2 + 35 * symbols + 15) // 3
)
_COUNT = UniformFamily("|Σ|", lambda symbols: 28 * symbols + 1)

FAMILIES: Mapping[tuple[str, Positions], UniformFamily] = {
    ("unique_copy", "none"): _ORDERED,
    ("unique_copy", "periodic-local"): UniformFamily(
        "|Σ|^2", lambda symbols: 7 * symbols**2 + 21 * symbols + 16
    ),
    ("unique_reverse", "none"): _ORDERED,
    ("unique_reverse", "periodic-local"): UniformFamily(
        "|Σ|^2", lambda symbols: 8 * symbols**2 + 18 * symbols + 22
    ),
    ("step_copy", "none"): UniformFamily("|Σ|^2", _step_nope),
    ("step_copy", "periodic-local"): UniformFamily(
        "|Σ|^2",
        lambda k, symbols: (
            8 * symbols**2 + 22 * symbols + 26 + (symbols + 1) * k.bit_length()
        ),
    ),
    ("unique_bigram_copy", "none"): UniformFamily("|Σ|^3", _bigram_nope),
    ("unique_bigram_copy", "periodic-local"): UniformFamily(
        "|Σ|^3",
        lambda symbols: 10 * symbols**3 + 20 * symbols**2 + 30 * symbols + 36,
    ),
    ("sort", "none"): _SORT,
    ("sort", "periodic-local"): _SORT,
    ("count", "none"): _COUNT,
    ("count", "periodic-local"): _COUNT,
}
"""By the name of the task and the class; sizes are measured in a test."""


def uniform_family(task: Task, positions: Positions) -> UniformFamily | None:
    """Returns the programs for all alphabets, of a task that is finite for each.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> uniform_family(task("unique_copy"), "none").size(symbols=150)
        226504
        >>> uniform_family(task("repeat_copy"), "none") is None
        True
    """
    return None if task.max_length is None else FAMILIES.get((task.name, positions))
