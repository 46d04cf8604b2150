r"""Verdicts from the number of distinct rows of the communication matrix.

Split a word of length :math:`2N` in the middle. For a limit transformer with periodic
and local positions, a message of :math:`O(\log N)` bits suffices to compute everything
in the second half :cite:p:`huang2025formal`. So no such transformer computes a task
whose prefixes of length :math:`N` have superpolynomially many distinct rows. Rows are
counted here for small :math:`N`; a closed form for the family makes it a proof.
"""

from functools import lru_cache
from itertools import product

from lengthwise.errors import WordError
from lengthwise.tasks.outputs import NextToken
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.outside import Rows
from lengthwise.theory.knowledge.quoted_theorems import COMMUNICATION
from lengthwise.theory.membership.evidence.evidence_kinds import Positions
from lengthwise.theory.verdict.verdict_answer import Answer, Evidence
from lengthwise.words import Word

WORK = 12_000
"""Limit on matrix entries computed, over all N."""


def rows(task: Task, half: int) -> int:
    """Returns the exact number of distinct rows of prefixes of length `half`.

    The columns are continuations of at most `half` symbols. An entry is the answer, or
    empty if the concatenation is not a valid question.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> [rows(task("repeat_copy"), n) for n in (1, 2, 3)]
        [2, 4, 8]
    """
    symbols = _question_symbols(task)
    ends = [e for n in range(half + 1) for e in product(symbols, repeat=n)]
    return len(
        {
            tuple(_answer(task, (*begin, *end)) for end in ends)
            for begin in product(symbols, repeat=half)
        }
    )


@lru_cache(maxsize=64)
def row_counts(task: Task) -> tuple[int, ...]:
    """Returns the number of rows for N = 1, 2, … as far as feasible."""
    size = len(_question_symbols(task))
    counts: list[int] = []
    work = 0
    while True:
        half = len(counts) + 1
        work += size**half * sum(size**n for n in range(half + 1))
        if work > WORK and counts:
            return tuple(counts)
        counts.append(rows(task, half))


def _question_symbols(task: Task) -> Word:
    assert isinstance(task.output, NextToken)
    marks = {"<bos>", "<sep>", "<eos>", task.output.mark}
    return tuple(s for s in task.alphabet if s not in marks)


def _answer(task: Task, question: Word) -> object:
    assert isinstance(task.output, NextToken)
    try:
        return task.label(task.output.prompt(question))
    except WordError:
        return None


def growth_answer(task: Task, form: Rows, positions: Positions) -> Answer:
    """Returns the answer no for a task whose communication matrix grows too fast.

    The theorem is about a fixed alphabet and every length.

    Args:
        task: The task.
        form: The closed form of the number of rows.
        positions: The class.
    """
    assert task.max_length is None, f"{task} has a largest length"
    numbers = row_counts(task)
    base = form.base_of(task)
    formula = f"{base}^N" if not form.shift else f"{base}^(N-{form.shift})"
    return Answer(
        positions=positions,
        acceptance="next",
        answer="no",
        format="next-token",
        basis="theorem",
        evidence=Evidence(
            kind="growth",
            text=f"{', '.join(map(str, numbers))} distinct rows for N = 1 to "
            f"{len(numbers)}, at least {formula} for every N ({form.why}); messages of "
            "O(log N) bits allow polynomially many (huang2025formal)",
            details=(("rows", list(numbers)), ("at_least", formula)),
        ),
        bound="none: there is no guarantee",
        sources=(COMMUNICATION,),
    )
