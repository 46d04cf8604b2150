r"""The idealized learner as running code: the smallest program for all short words.

For :math:`n = 1, 2, 3, \dots` it takes the smallest program that is correct on all
words up to length :math:`n`: the inference procedure of :cite:p:`huang2025formal`, the
minimum-complexity interpolator of :cite:p:`chen2025nonasymptotic`, with the size of a
program in place of a regularizer. Programs are compared by their lines without sugar
(the nodes of `lengthwise.crasp.core.nodes`), then by the sum of their constants, then
by the depth of their counts. Ties are broken against the learner: it takes the program
that fails first, so the length from which on it is correct holds for every tie-breaking
rule.

The search is exhaustive: all programs of a size are enumerated before the next size, so
"none up to size k" is a statement about the class.
"""

import time
from collections.abc import Callable

import numpy as np

from lengthwise.arguments import require_choice, whole_number
from lengthwise.bibliography import united
from lengthwise.cannot_say import CannotSay
from lengthwise.crasp.core.program_facts import Positions
from lengthwise.theory.programs._best_lines import BestLines
from lengthwise.theory.programs._line_table import Fragment, LineTable
from lengthwise.theory.programs._program_search import ProgramSearch
from lengthwise.theory.programs._random_tests import described_tests, wrong_word
from lengthwise.theory.programs.learned import Basis, Learned, LearnedRow
from lengthwise.theory.programs.learning_limits import SearchLimits
from lengthwise.theory.programs.learning_target import Target, training_tree
from lengthwise.theory.programs.regular_programs import first_difference
from lengthwise.words import Word

POSITIONS: tuple[Positions, ...] = ("none", "local", "periodic", "periodic-local")

LARGEST = 100
"""The largest constant, lag or period."""

SOURCES = ("huang2025formal", "chen2025nonasymptotic")


def fragment_of(
    positions: Positions, *, constants: int = 1, lag: int = 2, period: int = 2
) -> Fragment:
    """Returns the lines that a program of a class may have.

    Args:
        positions: The positional predicates that it may use.
        constants: The largest number in a comparison.
        lag: The largest distance of a guard, in the local classes.
        period: The largest period, in the periodic classes.

    Raises:
        SpecError: A number is out of range.

    Examples:
        >>> fragment_of("local").lags, fragment_of("local").periods
        ((1, 2), ())
    """
    require_choice("the class", positions, POSITIONS)
    whole_number("the largest constant", constants, 0, LARGEST)
    whole_number("the largest lag", lag, 1, LARGEST)
    whole_number("the largest period", period, 2, LARGEST)
    lags = tuple(range(1, lag + 1)) if "local" in positions else ()
    periods = tuple(range(2, period + 1)) if "periodic" in positions else ()
    return Fragment(constants=constants, lags=lags, periods=periods)


def learn_program(
    target: Target,
    positions: Positions,
    fragment: Fragment,
    limits: SearchLimits,
    watch: Callable[[str], None] = lambda _: None,
) -> Learned:
    """Returns, for each length, the smallest program that is correct up to it.

    Args:
        target: The learning target.
        positions: The class of `fragment`.
        fragment: The lines that a program may have.
        limits: The limits of the search.
        watch: Called now and then with the progress of the search.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> from lengthwise.theory.programs.learning_target import task_target
        >>> majority = task_target(task("majority_language"))
        >>> learned = learn_program(
        ...     majority, "none", fragment_of("none"), SearchLimits(length=5)
        ... )
        >>> learned.n0, str(learned.program).splitlines()[-1]
        (3, 'accept # "b" <= # "a"')
        >>> [row.size for row in learned.rows]
        [1, 3, 5, 5, 5]
    """
    table = LineTable(training_tree(target, limits.length), fragment)
    best = _wanted(target, table)
    search = ProgramSearch(table, [best], limits, watch)
    search.run()
    basis, tested, longer = _beyond(target, best)
    return Learned(
        subject=target.name,
        alphabet=target.alphabet,
        hypotheses=positions,
        limits=described(fragment),
        rows=_rows(best, longer),
        searched=best.exhausted,
        word_positions=len(table.tree),
        basis=basis,
        tested=tested,
        stop=search.stop,
        candidates=search.candidates,
        seconds=time.monotonic() - search.began,
        notes=_notes(best),
        sources=united(SOURCES, target.sources),
    )


def _wanted(target: Target, table: LineTable) -> BestLines:
    """The labels of a target as the goal of a line."""
    tree = table.tree
    has_label = set(tree.words if target.words is None else target.words)
    labeled = np.array([word in has_label for word in tree.words])
    labels = np.zeros(len(tree), bool)
    asked = [word for word in tree.words if word in has_label]
    labels[labeled] = target.labels(asked)
    return BestLines(table, labels, labeled, tree.lengths)


def _notes(best: BestLines) -> tuple[str, ...]:
    """A note for the reader if a search ended in the middle of a size."""
    sizes = {size for size, _, _ in best.rows.values() if size > best.exhausted}
    return tuple(
        f"not all programs of {size} lines were looked at; another one of that size "
        "may have smaller constants, or fail at another length"
        for size in sizes
    )


def described(fragment: Fragment) -> str:
    """Returns the bounds on the lines of a program, as part of a sentence.

    Examples:
        >>> described(fragment_of("none"))
        'comparisons c <= d + k and c <= k and their negations with |k| <= 1'
    """
    compared = "comparisons c <= d + k and c <= k and their negations"
    parts = [f"{compared} with |k| <= {fragment.constants}"]
    if fragment.lags:
        parts.append(f"guards i - j == d with d <= {fragment.lags[-1]}")
    if fragment.periods:
        parts.append(f"periods up to {fragment.periods[-1]}")
    return ", ".join(parts)


def _rows(best: BestLines, longer: Word | None) -> tuple[LearnedRow, ...]:
    """One row per length; `longer` is where the last program is wrong, if anywhere."""
    last = best.rows.get(best.longest)
    rows = []
    for n in range(1, best.longest + 1):
        if n not in best.rows:
            rows.append(
                LearnedRow(
                    n=n, size=None, hypothesis=None, final=False, first_error=None
                )
            )
            continue
        size, root, made = best.rows[n]
        wrong = (best.table.holds[root] != best.labels) & best.labeled
        stays = last is not None and root == last[1]
        error = longer if stays else None
        if wrong.any():
            error = best.table.tree.words[int(np.argmax(wrong))]
        rows.append(
            LearnedRow(
                n=n,
                size=size,
                hypothesis=made.program,
                final=stays and error is None,
                first_error=error,
            )
        )
    return tuple(rows)


def _beyond(target: Target, best: BestLines) -> tuple[Basis, str, Word | None]:
    """Whether the last program is correct on longer words, or a counterexample."""
    if best.longest not in best.rows:
        return "searched", "", None
    program = best.rows[best.longest][2].program
    if target.draw is None:
        return "examples", "", None
    if target.dfa is not None:
        difference = first_difference(program, target.dfa)
        if not isinstance(difference, CannotSay):
            return "decided", "", difference
    wrong = wrong_word(target, program, best.longest)
    return "tested", described_tests(best.longest), wrong
