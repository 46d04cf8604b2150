"""The idealized learner for tasks with outputs: one line a symbol, learned together.

The sets of lines that programs begin with are the same for every symbol, so they are
built once and closed for each of them. For every symbol the smallest line is found that
is right wherever an answer stands, in all inputs up to a length. Lines that several
symbols use count once. Each line is smallest by itself; among equally small ones those
are taken that share most. A program in which a line is longer than it has to be, so
that others can use more of it, may be smaller in all: this is not excluded.
"""

import time
from collections.abc import Callable, Sequence
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
"""Ways to choose among equally small lines that are all looked at."""

EACH = (
    "each line is smallest by itself, lines that several symbols share count once, and "
    "among equally small ones those were taken that share most; a program with a "
    "longer single line may have fewer in all"
)


def learn_next(
    target: NextTarget,
    positions: Positions,
    fragment: Fragment,
    limits: SearchLimits,
    watch: Callable[[str], None] = lambda _: None,
) -> Learned:
    """Returns, for each length, the smallest line for every symbol that can follow.

    Args:
        target: What is learned.
        positions: The class of `fragment`.
        fragment: Which lines a program may have.
        limits: When the search ends at the latest; the size is that of the program of
            one symbol.
        watch: Called now and then with how far the search is.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> from lengthwise.theory.programs.learner import fragment_of
        >>> from lengthwise.theory.programs.next_target import next_target
        >>> target = next_target(task("bin_majority"), 5)
        >>> learned = learn_next(target, "none", fragment_of("none"), SearchLimits())
        >>> learned.n0, learned.rows[-1].lines
        (3, (('0', 7), ('1', 7), ('<eos>', 2)))
    """
    prefixes = (word[:k] for word in target.words for k in range(1, len(word)))
    tree = PrefixTree.of_words(target.alphabet, set(prefixes) | set(target.scored))
    table = LineTable(tree, fragment)
    labeled, lengths, *labels = entries_of(target, tree.words)
    wanted = [BestLines(table, one, labeled, lengths) for one in labels]
    search = ProgramSearch(table, wanted, limits, watch)
    search.run()
    program = _shared_program(target, table, wanted)
    longer = target.longer() if program is not None else []
    wrong = None
    if program is not None and longer:
        wrong = wrong_prefix(program, target.task, longer)
    basis: Basis = "searched" if program is None else "tested" if longer else "examples"
    return Learned(
        subject=target.name,
        alphabet=target.alphabet,
        inputs="inputs",
        hypotheses=positions,
        limits=described(fragment),
        rows=_rows(target, wanted, program, wrong),
        searched=min(one.exhausted for one in wanted if not one.done or program),
        word_positions=len(tree),
        basis=basis,
        tested=described_instances(target) if basis == "tested" else "",
        stop=search.stop,
        candidates=search.candidates,
        seconds=time.monotonic() - search.began,
        notes=_notes(target, wanted, program),
        sources=united(SOURCES, target.task.sources),
    )


def _notes(
    target: NextTarget, wanted: Sequence[BestLines], program: Program | None
) -> tuple[str, ...]:
    """Which minimality is proved, symbol by symbol."""
    notes = [] if program is None else [EACH]
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
    return tuple(notes)


def _shared_program(
    target: NextTarget, table: LineTable, wanted: Sequence[BestLines]
) -> Program | None:
    """A smallest line for each symbol, chosen so that they share lines."""
    if not all(one.done for one in wanted):
        return None
    chosen = _chosen([one.ties for one in wanted])
    lines = frozenset[int]().union(*(closing[0] for closing in chosen))
    expressions = derive_several(table, lines, [root for _, root in chosen])
    return _program(target, expressions)


def _program(target: NextTarget, conditions: Sequence[s.BoolExpr]) -> Program:
    following = tuple(zip(target.symbols, conditions, strict=True))
    return share(Program(next=following, alphabet=target.alphabet))


def _chosen(ties: Sequence[Sequence[Closing]]) -> list[Closing]:
    """One of each, with few lines in all: the fewest, where all ways can be tried."""
    if prod(map(len, ties)) <= MOST_CHOICES:
        return list(min(product(*ties), key=_lines_in_all))
    chosen = [one[0] for one in ties]
    before = 0
    while before != (before := _lines_in_all(chosen)):
        for place, ways in enumerate(ties):
            rest = [one for other, one in enumerate(chosen) if other != place]
            chosen[place] = min(ways, key=lambda way: _lines_in_all([*rest, way]))
    return chosen


def _lines_in_all(chosen: Sequence[Closing]) -> int:
    return len(frozenset[int]().union(*(lines for lines, _ in chosen)))


def _rows(
    target: NextTarget,
    wanted: Sequence[BestLines],
    last: Program | None,
    longer: Word | None,
) -> tuple[LearnedRow, ...]:
    """One row a length; `longer` is where the last program is wrong, if anywhere."""
    rows = []
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
        if len(found) == len(known):
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
