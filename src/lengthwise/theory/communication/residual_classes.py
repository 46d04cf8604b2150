r"""The number of residual classes of a task's prefixes.

Two prefixes are in the same class if every continuation has the same answer after both.
Whoever answers in the second half must know the class, so messages have at least
:math:`\log_2` of the number of classes in bits, and a task with superpolynomially many
has no C-RASP program with periodic and local positions :cite:p:`huang2025formal`.

The numbers at short lengths are evidence, not a proof; a family in closed form is one
(`lengthwise.theory.knowledge.outside.Rows`). Regular languages have as many classes as
their minimal automaton has states, so nothing here excludes a regular language.
"""

import math
from collections.abc import Hashable, Iterable, Sequence
from itertools import product
from random import Random

from lengthwise.automata.dfa import DFA
from lengthwise.automata.minimize import minimize
from lengthwise.errors import SpecError, WordError
from lengthwise.printable import brief
from lengthwise.tasks.outputs import (
    BEGIN,
    END,
    SEPARATOR,
    NextToken,
    Real,
    State,
    Vector,
)
from lengthwise.tasks.task import Task
from lengthwise.theory.communication.residual_table import (
    Basis,
    ResidualRow,
    Residuals,
)
from lengthwise.theory.knowledge.lookup import knowledge_of
from lengthwise.words import Word

HALVES = (1, 2, 3, 4, 6, 8, 16)
"""The default lengths of prefixes."""

WORK = 140_000
"""The limit on answers computed for one length with all prefixes."""

SAMPLED = 20_000
"""The same with sampled prefixes."""

BEGINNINGS = 256
"""The number of sampled prefixes if there are too many."""

DRAWN_SYMBOLS = 1 << 21
"""The approximate total length of all inputs sampled for one length."""

LONGEST = 1024
"""The length of the longest prefixes."""

MOST_LENGTHS = 12
"""The limit on the number of lengths; each takes a second or two."""


def residuals(
    task: Task, lengths: Iterable[int] = HALVES, *, seed: int = 0
) -> Residuals:
    """Counts the residual classes of a task for prefixes of each length.

    For regular languages all classes are counted. For other tasks, prefixes are
    distinguished by continuations of up to N symbols, as in an input that is cut in the
    middle: longer ones might distinguish more. If that is too expensive, random
    prefixes and continuations give a smaller number.

    Args:
        task: A task with a fixed alphabet and inputs of every length.
        lengths: The lengths of prefixes; for answers to questions, without ``<bos>``.
        seed: The seed of the random prefixes.

    SpecError: The length of inputs is bounded by the alphabet, the task has real
        outputs, or a length is not a positive integer.
            outputs, or a length is not a whole number from 1 up.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> found = residuals(task("repeat_copy"), [1, 2, 3])
        >>> [(row.classes, row.exact) for row in found.rows]
        [(2, True), (4, True), (8, True)]
        >>> residuals(task("sort:symbols=5"))
        Traceback (most recent call last):
        lengthwise.errors.SpecError: inputs of sort:symbols=5 have at most 5 symbols, a
        length that the alphabet bounds, so growth with the length says nothing; ...
    """
    _require_countable(task)
    halves = sorted(set(lengths))
    fit = all(isinstance(n, int) and 1 <= n <= LONGEST for n in halves)
    if not fit or not 1 <= len(halves) <= MOST_LENGTHS:
        raise SpecError(
            f"lengths are {brief(halves)}; use whole numbers from 1 to {LONGEST}, at "
            f"most {MOST_LENGTHS} of them"
        )
    form = knowledge_of(task).rows
    rows = []
    for half in halves:
        classes, basis, suffix, every = _classes(task, half, Random(seed))
        proved = None
        if form is not None:
            proved = (half - form.shift) * math.log2(form.base_of(task))
        exact = basis == "automaton" or classes == every
        rows.append(ResidualRow(half, classes, exact, basis, suffix, proved))
    return Residuals(task, tuple(rows), None if form is None else form.why)


def _require_countable(task: Task) -> None:
    if task.max_length is not None:
        raise SpecError(
            f"inputs of {task} have at most {task.max_length} symbols, a length that "
            "the alphabet bounds, so growth with the length says nothing; give a task "
            "with inputs of every length, or a program"
        )
    if isinstance(task.output, Real | Vector):
        raise SpecError(
            f"{task} has real outputs, of which no two need be equal; classes are "
            "counted for tasks with discrete answers"
        )


def _classes(task: Task, half: int, rng: Random) -> tuple[int, Basis, int | None, int]:
    """The number of classes, its basis, and the number of prefixes."""
    symbols = _symbols(task)
    every = len(symbols) ** half
    if task.dfa is not None:
        # If the label is the state itself, equivalent states are distinguished too.
        asked = isinstance(task.output, State)
        automaton = task.dfa if asked else minimize(task.dfa)
        return len(_reached(automaton, half)), "automaton", None, every
    continuations = sum(len(symbols) ** n for n in range(half + 1))
    if every * continuations <= WORK:
        whole = product(symbols, repeat=half)
        ends = [e for n in range(half + 1) for e in product(symbols, repeat=n)]
        return _told_apart(task, whole, ends), "enumerated", half, every
    beginnings, ends = _drawn(task, symbols, half, rng)
    longest = max(map(len, ends))
    return _told_apart(task, beginnings, ends), "sampled", longest, every


def _drawn(
    task: Task, symbols: Word, half: int, rng: Random
) -> tuple[list[Word], list[Word]]:
    """Prefixes and continuations: of inputs drawn from the task, and uniform."""
    lengths = task.lengths(half, 2 * half + 2)
    drawn = BEGINNINGS // 2 if lengths else 0
    halves = [_cut(task, half, rng.choice(lengths), rng) for _ in range(drawn)]
    uniform = [tuple(rng.choices(symbols, k=half)) for _ in range(BEGINNINGS // 2)]
    number = min(SAMPLED, DRAWN_SYMBOLS // half) // BEGINNINGS // 2
    others = [
        tuple(rng.choices(symbols, k=rng.randint(0, half))) for _ in range(number)
    ]
    beginnings = [*(begin for begin, _ in halves if len(begin) == half), *uniform]
    return beginnings, [(), *(end for _, end in halves[:number]), *others]


def _cut(task: Task, half: int, length: int, rng: Random) -> tuple[Word, Word]:
    """An input of the task, cut after `half` symbols."""
    word = task.draw(rng, length)
    if isinstance(task.output, NextToken):
        word, _ = task.output.split(word)
    return word[:half], word[half:]


def _symbols(task: Task) -> Word:
    if not isinstance(task.output, NextToken):
        return task.alphabet.symbols
    marks = {BEGIN, SEPARATOR, END, task.output.mark}
    return tuple(symbol for symbol in task.alphabet if symbol not in marks)


def _reached(automaton: DFA, half: int) -> frozenset[int]:
    """The states reached by all words of a length."""
    states = frozenset({automaton.start})
    for _ in range(half):
        states = frozenset(t for s in states for t in automaton.transitions[s])
    return states


def _told_apart(task: Task, beginnings: Iterable[Word], ends: Sequence[Word]) -> int:
    rows = {
        tuple(_answer(task, (*begin, *end)) for end in ends) for begin in beginnings
    }
    return len(rows)


def _answer(task: Task, word: Word) -> Hashable:
    """The answer to a whole input; ``None`` if it is not an input."""
    whole = task.output.prompt(word) if isinstance(task.output, NextToken) else word
    try:
        return task.label(whole)
    except WordError:
        return None
