"""Writes short Boolean expressions that hold in given cases.

A case is a tuple with one value per feature (the letter, the letter before it, the
residue, the count). Cases that are not listed never occur, so the expression need not
handle them.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from lengthwise.crasp.language.builder import FALSE, TRUE, all_of, any_of, compare
from lengthwise.crasp.language.syntax import BoolExpr, CountExpr, Not

Value: TypeAlias = int | None
"""A letter index, a residue or a count; ``None``: there is no such letter."""

Question: TypeAlias = Callable[[Sequence[Value], Sequence[Value]], BoolExpr]
"""Maps a set of values and all that occur to an expression for the former."""


def condition(
    cases: Mapping[tuple[Value, ...], bool], questions: Sequence[Question]
) -> BoolExpr:
    """Returns an expression that holds in exactly the cases mapped to true.

    Examples:
        >>> from lengthwise.crasp.language.printer import show_expression
        >>> from lengthwise.crasp.language.syntax import CountName, Symbol
        >>> letter = one_of([Symbol("a"), Symbol("b")])
        >>> expression = condition(
        ...     {(0, 1): True, (0, 2): False, (1, 1): False},
        ...     [letter, number(CountName("n"))],
        ... )
        >>> show_expression(expression)
        '"a" && n == 1'
    """
    if not any(cases.values()):
        return FALSE
    if all(cases.values()):
        return TRUE
    first, *others = questions
    parts: dict[Value, dict[tuple[Value, ...], bool]] = {}
    for case, holds in cases.items():
        parts.setdefault(case[0], {})[case[1:]] = holds
    by_rest: dict[BoolExpr, list[Value]] = {}
    for value, part in parts.items():
        by_rest.setdefault(condition(part, others), []).append(value)
    if len(by_rest) == 1:
        return next(iter(by_rest))
    return any_of(
        *(
            all_of(first(values, list(parts)), rest)
            for rest, values in by_rest.items()
            if rest != FALSE
        )
    )


def one_of(things: Sequence[BoolExpr], absent: BoolExpr = FALSE) -> Question:
    """Returns the test for which of `things` holds; `absent` holds if none does."""

    def ask(values: Sequence[Value], occurring: Sequence[Value]) -> BoolExpr:
        wanted = set(values)
        others = [value for value in occurring if value not in wanted]
        if len(others) == 1 and len(values) > 1:
            (other,) = others
            return Not(absent if other is None else things[other])
        return any_of(*(absent if v is None else things[v] for v in values))

    return ask


def number(count: CountExpr) -> Question:
    """Returns the test for the value of a count, with few comparisons.

    Examples:
        >>> from lengthwise.crasp.language.printer import show_expression
        >>> from lengthwise.crasp.language.syntax import CountName
        >>> ask = number(CountName("n"))
        >>> show_expression(ask([2, 3, 4, 7], [1, 2, 3, 4, 5, 7]))
        'n >= 2 && n <= 4 || n == 7'
    """

    def ask(values: Sequence[Value], occurring: Sequence[Value]) -> BoolExpr:
        ordered = sorted(value for value in occurring if value is not None)
        wanted = set(values)
        runs = [
            list(run)
            for inside, run in itertools.groupby(ordered, key=wanted.__contains__)
            if inside
        ]
        return any_of(*(_run(count, run, ordered) for run in runs))

    return ask


def _run(count: CountExpr, run: list[int], ordered: list[int]) -> BoolExpr:
    if len(run) == 1:
        return compare(count, "==", run[0])
    low = TRUE if run[0] == ordered[0] else compare(count, ">=", run[0])
    high = TRUE if run[-1] == ordered[-1] else compare(count, "<=", run[-1])
    return all_of(low, high)
