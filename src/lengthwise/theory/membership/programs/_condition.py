"""Conditions as text: the shortest way we know to ask which of some cases holds.

A case is a tuple of values, one for each question (which letter, which letter before
it, which residue, which number). Cases that are not listed never occur, so a question
that they alone would need is not asked.
"""

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = int | None
"""The number of a letter, a residue, a count; ``None``: there is no such letter."""

Question: TypeAlias = Callable[[Sequence[Value], Sequence[Value]], str]
"""From some values and all that occur to a text that tells the former apart."""

TRUE = "true"
FALSE = "false"


def condition(
    cases: Mapping[tuple[Value, ...], bool], questions: Sequence[Question]
) -> str:
    """Returns a text that holds in exactly those of the cases that are true.

    Examples:
        >>> letter = one_of(['"a"', '"b"'])
        >>> condition(
        ...     {(0, 1): True, (0, 2): False, (1, 1): False}, [letter, number("n")]
        ... )
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
    by_text: dict[str, list[Value]] = {}
    for value, part in parts.items():
        by_text.setdefault(condition(part, others), []).append(value)
    if len(by_text) == 1:
        return next(iter(by_text))
    return any_of(
        all_of(first(values, list(parts)), text) for text, values in by_text.items()
    )


def any_of(texts: Iterable[str]) -> str:
    """Joins texts by ``||``."""
    kept = [text for text in texts if text != FALSE]
    if TRUE in kept:
        return TRUE
    return " || ".join(dict.fromkeys(kept)) if kept else FALSE


def all_of(*texts: str) -> str:
    """Joins texts by ``&&``.

    Examples:
        >>> all_of("a || b", "true", "c")
        '(a || b) && c'
    """
    kept = [text for text in texts if text != TRUE]
    if FALSE in kept:
        return FALSE
    if len(kept) == 1:
        return kept[0]
    return " && ".join(map(grouped, kept)) if kept else TRUE


def grouped(text: str) -> str:
    """Puts a text with ``||`` outside of parentheses into parentheses."""
    plain = re.sub(r'"[^"]*"', "", text)
    while (inner := re.sub(r"\([^()]*\)", "", plain)) != plain:
        plain = inner
    return f"({text})" if "||" in plain else text


def one_of(names: Sequence[str], absent: str = FALSE) -> Question:
    """Asks which of the named things holds; `absent` says that none does."""

    def ask(values: Sequence[Value], occurring: Sequence[Value]) -> str:
        others = [value for value in occurring if value not in values]
        if len(others) == 1 and len(values) > 1:
            (other,) = others
            return "!" + _closed(absent if other is None else names[other])
        return any_of([absent if v is None else names[v] for v in values])

    return ask


def _closed(text: str) -> str:
    return f"({text})" if re.search(r"\s", text) else text


def number(name: str) -> Question:
    """Asks for the value of a count, by as few comparisons as possible.

    Examples:
        >>> number("n")([2, 3, 4, 7], [1, 2, 3, 4, 5, 7])
        'n >= 2 && n <= 4 || n == 7'
    """

    def ask(values: Sequence[Value], occurring: Sequence[Value]) -> str:
        ordered = sorted(value for value in occurring if value is not None)
        wanted = set(values)
        runs = [
            list(run)
            for inside, run in itertools.groupby(ordered, key=wanted.__contains__)
            if inside
        ]
        return any_of(_run(name, run, ordered) for run in runs)

    return ask


def _run(name: str, run: list[int], ordered: list[int]) -> str:
    if len(run) == 1:
        return f"{name} == {run[0]}"
    low = TRUE if run[0] == ordered[0] else f"{name} >= {run[0]}"
    high = TRUE if run[-1] == ordered[-1] else f"{name} <= {run[-1]}"
    return all_of(low, high)
