"""The idealized learner for tasks with outputs: one line per symbol, learned jointly.

A program is correct up to a length if each of its ``next`` lines is, at all positions
of answers, in all inputs up to that length. The search finds the smallest program in
total: lines that several symbols use count once. In addition it reports the smallest
line of each symbol by itself. Both use the same sets of initial lines, so these are
built once.

If the search ends before the smallest program in total is known, the smallest
individual lines are combined, preferring those that share most. Then less is known, and
the notes say so: a program with a longer individual line may have fewer in total.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod

import numpy as np

from lengthwise.bibliography import united
from lengthwise.crasp.core.desugar import core
from lengthwise.crasp.core.program_facts import Positions
from lengthwise.crasp.core.shared_parts import share
from lengthwise.crasp.language import syntax as s
from lengthwise.crasp.language.program import Program
from lengthwise.theory.programs._best_lines import BestLines
from lengthwise.theory.programs._derivation import derive_several
from lengthwise.theory.programs._joint_programs import JointPrograms
from lengthwise.theory.programs._line_table import Fragment, LineTable
from lengthwise.theory.programs._prefix_tree import PrefixTree
from lengthwise.theory.programs._program_search import ProgramSearch
from lengthwise.theory.programs._states import Closing
from lengthwise.theory.programs.learned import Basis, Learned, LearnedRow
from lengthwise.theory.programs.learner import SOURCES, described
from lengthwise.theory.programs.learning_limits import SearchLimits
from lengthwise.theory.programs.next_target import (
    NextTarget,
    described_instances,
    entries_of,
    wrong_prefix,
)
from lengthwise.words import Word

MOST_CHOICES = 20_000
"""The largest number of combinations of equally small lines that are all tried."""

EACH = (
    "each line is smallest by itself, lines that several symbols share count once, and "
    "among equally small ones those were taken that share most; a program with a "
    "longer single line may have fewer in all (none with at most {size} lines in all "
    "is right up to length {length})"
)

NOT_ALL = (
    "not all programs of {size} lines were looked at; another one of that size may "
    "have smaller constants, or fail at another length"
)


def learn_next(
    target: NextTarget,
    positions: Positions,
    fragment: Fragment,
    limits: SearchLimits,
    watch: Callable[[str], None] = lambda _: None,
    *,
    in_all: bool = True,
) -> Learned:
    """Returns, for each length, the smallest program with a line for every symbol.

    Args:
        target: The learning target.
        positions: The class of `fragment`.
        fragment: The lines that a program may have.
        limits: The limits of the search.
        watch: Called now and then with the progress of the search.
        in_all: Whether to search for the smallest program in total; if not, only for
            the smallest line of each symbol.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> from lengthwise.theory.programs.learner import fragment_of
        >>> from lengthwise.theory.programs.next_target import next_target
        >>> target = next_target(task("bin_majority"), 1)
        >>> learned = learn_next(target, "none", fragment_of("none"), SearchLimits())
        >>> learned.rows[0].size, learned.rows[0].lines
        (8, (('0', 5), ('1', 5), ('<eos>', 2)))
    """
    prefixes = (word[:k] for word in target.words for k in range(1, len(word)))
    tree = PrefixTree.of_words(target.alphabet, set(prefixes) | set(target.scored))
    table = LineTable(tree, fragment)
    labeled, lengths, *labels = entries_of(target, tree.words)
    wanted = [BestLines(table, one, labeled, lengths) for one in labels]
    joint = JointPrograms(table, wanted, target.symbols, target.alphabet)
    search = ProgramSearch(table, wanted, limits, watch, joint if in_all else None)
    search.run()
    whole = joint if in_all and joint.done else None
    program = _shared_program(target, table, wanted)
    if whole is not None:
        program = whole.rows[whole.longest].program
    longer = target.longer() if program is not None else []
    wrong = None
    if program is not None and longer:
        wrong = wrong_prefix(program, target.task, longer)
    basis: Basis = "searched" if program is None else "tested" if longer else "examples"
    notes = _notes(target, wanted, program, joint)
    return Learned(
        subject=target.name,
        alphabet=target.alphabet,
        inputs="inputs",
        hypotheses=positions,
        limits=described(fragment),
        rows=_rows(target, wanted, whole, program, wrong),
        searched=max(
            joint.exhausted, *(one.exhausted for one in wanted if not one.done)
        )
        if program is None
        else joint.exhausted,
        word_positions=len(tree),
        basis=basis,
        tested=described_instances(target) if basis == "tested" else "",
        stop=search.stop,
        candidates=search.candidates,
        seconds=time.monotonic() - search.began,
        notes=tuple(notes),
        sources=united(SOURCES, target.task.sources),
    )


def _notes(
    target: NextTarget,
    wanted: Sequence[BestLines],
    program: Program | None,
    joint: JointPrograms,
) -> list[str]:
    """The proved minimality of each symbol, if the total is not proved minimal."""
    last = joint.rows.get(joint.longest)
    if last is not None:
        if last.size <= joint.exhausted:
            return []
        return [NOT_ALL.format(size=last.size)]
    notes = []
    if program is not None:
        length = min(joint.next_length, joint.longest)
        notes.append(EACH.format(size=joint.exhausted, length=length))
    for symbol, one in zip(target.symbols, wanted, strict=True):
        sizes = [size for size, _, _ in one.rows.values()]
        if one.done and sizes[-1] > one.exhausted:
            notes.append(
                f'not all lines for "{symbol}" of size {sizes[-1]} were looked at; '
                "another one may have smaller constants or share more"
            )
        if not one.done:
            notes.append(
                f'"{symbol}": no line with at most {one.exhausted} lines of program is '
                f"right on all inputs up to length {one.next_length}"
            )
    return notes


def _shared_program(
    target: NextTarget, table: LineTable, wanted: Sequence[BestLines]
) -> Program | None:
    """A smallest line for each symbol, chosen to share lines."""
    if not all(one.done for one in wanted):
        return None
    chosen = _chosen([one.ties for one in wanted])
    lines = frozenset[int]().union(*(closing[0] for closing in chosen))
    _, expressions = derive_several(table, lines, [root for _, root in chosen])
    return _program(target, expressions)


def _program(target: NextTarget, conditions: Sequence[s.BoolExpr]) -> Program:
    following = tuple(zip(target.symbols, conditions, strict=True))
    return share(Program(next=following, alphabet=target.alphabet))


def _chosen(ties: Sequence[Sequence[Closing]]) -> list[Closing]:
    """One of each, with few lines in total: the fewest, if all choices can be tried."""
    if prod(map(len, ties)) <= MOST_CHOICES:
        return list(min(product(*ties), key=_lines_in_all))
    chosen = [one[0] for one in ties]
    before = 0
    while before != (before := _lines_in_all(chosen)):
        for place, ways in enumerate(ties):
            rest = [one for other, one in enumerate(chosen) if other != place]
            chosen[place] = min(ways, key=lambda way: _lines_in_all([*rest, way]))
    return chosen


def _lines_in_all(chosen: Iterable[Closing]) -> int:
    return len(frozenset[int]().union(*(lines for lines, _ in chosen)))


def _rows(
    target: NextTarget,
    wanted: Sequence[BestLines],
    whole: JointPrograms | None,
    last: Program | None,
    longer: Word | None,
) -> tuple[LearnedRow, ...]:
    """One row per length; `longer` is where the last program is wrong, if anywhere."""
    rows: list[LearnedRow] = []
    inputs = sorted(target.words, key=len)
    for n in target.lengths:
        if not n:
            continue
        known = [one.rows.get(n) for one in wanted]
        sizes = tuple(
            (symbol, None if row is None else row[0])
            for symbol, row in zip(target.symbols, known, strict=True)
        )
        found = [row for row in known if row is not None]
        program, error, stays = None, None, False
        if whole is not None:
            program = whole.rows[n].program
            stays = whole.rows[n].right >= whole.longest
            error = longer if stays else wrong_prefix(program, target.task, inputs)
        elif len(found) == len(known):
            error = _first_error(wanted, [root for _, root, _ in found])
            stays = error is None
            program = _program(target, [made.accept for _, _, made in found])
            if stays and last is not None:
                program, error = last, longer
        rows.append(
            LearnedRow(
                n=n,
                size=None if program is None else len(core(program).nodes),
                hypothesis=program,
                final=stays and error is None and last is not None,
                first_error=error,
                lines=sizes,
            )
        )
    return tuple(rows)


def _first_error(wanted: Sequence[BestLines], roots: Sequence[int]) -> Word | None:
    """The shortest scored prefix after which one of the lines is wrong."""
    one = wanted[0]
    wrong = np.zeros_like(one.labeled)
    for best, root in zip(wanted, roots, strict=True):
        wrong |= (best.table.holds[root] != best.labels) & best.labeled
    places = np.flatnonzero(wrong)
    if not len(places):
        return None
    first = min(places, key=lambda place: (one.lengths[place], place))
    return one.table.tree.words[int(first)]
