"""Copying with counts only: next-token programs without positions.

They read ``<bos> question <sep> answer <eos>``. A transformer with positions would look
one position back; these programs use order instead: the next symbol is the unwritten
one with no other unwritten symbol before it. Over `n` symbols, this takes about
:math:`n^2` lines and counting depth 2.
"""

from lengthwise.crasp.language.builder import (
    TRUE,
    Builder,
    Commented,
    all_of,
    any_of,
    compare,
)
from lengthwise.crasp.language.syntax import BoolName, Count, Exists, Not, Symbol
from lengthwise.crasp.library.program_family import ProgramFamily, number_of_symbols
from lengthwise.crasp.library.question_programs import SEP, question_builder
from lengthwise.tasks.family import Parameter
from lengthwise.tasks.questions.question_tasks import numerals


def unique_copy(symbols: int) -> Commented:
    """The program that copies the question."""
    return _whole("Copies the question; no symbol occurs twice.", symbols)


def unique_reverse(symbols: int) -> Commented:
    """The program that reverses the question."""
    title = "Reverses the question; no symbol occurs twice."
    return _whole(title, symbols, backward=True)


def step_copy(k: int, symbols: int) -> Commented:
    """The program for every k-th symbol, by counting positions."""
    names = numerals(symbols)
    build = question_builder((*names, "#"))
    after = build.line("after", Exists(SEP))
    place = build.line("place", Count(TRUE))
    places = (k * number + 1 for number in range(1, steps(k, symbols) + 1))
    right = any_of(*(compare(place, "==", number) for number in places))
    step = build.line("step", all_of(Not(after), right))
    asked = {
        a: build.line(f"asked_{a}", Exists(all_of(Symbol(a), step))) for a in names
    }
    title = f"Every symbol at a multiple of {k}; none occurs twice."
    return _in_order(title, build, after, asked)


def unique_bigram_copy(symbols: int) -> Commented:
    """The program that copies a question without repeated pairs, by positions.

    The length of such a question is at most one more than the number of pairs.
    """
    names = numerals(symbols)
    places = range(1, longest_without_equal_pairs(symbols) + 1)
    build = question_builder(names)
    after = build.line("after", Exists(SEP))
    place = build.line("place", Count(TRUE))
    asked = build.line("asked", Count(Not(after)))
    told = build.line("told", Count(after))
    at = {
        p: build.line(f"at_{p}", all_of(Not(after), compare(place, "==", p + 1)))
        for p in places
    }
    turn = {p: build.line(f"turn_{p}", compare(told, "==", p)) for p in places}
    has = {
        (p, a): build.line(f"has_{p}_{a}", Exists(all_of(Symbol(a), at[p])))
        for a in names
        for p in places
    }
    for a in names:
        build.emit(a, any_of(*(all_of(turn[p], has[p, a]) for p in places)))
    build.emit("<eos>", all_of(after, compare(told, "==", asked)))
    return Commented(
        "Copies the question; no pair occurs twice. Without positions: the next symbol "
        "is the one at position `told`.",
        build.program(),
    )


def steps(k: int, symbols: int) -> int:
    """The largest length of an answer: every k-th of `symbols`, including the first.

    Examples:
        >>> steps(2, 7)
        4
    """
    return (symbols + k - 1) // k


def longest_without_equal_pairs(symbols: int) -> int:
    """The length of the longest words without a repeated pair of neighbors.

    Examples:
        >>> longest_without_equal_pairs(3)
        10
    """
    return symbols**2 + 1


def _whole(title: str, symbols: int, *, backward: bool = False) -> Commented:
    """The program for the whole question, forward or backward."""
    names = numerals(symbols)
    build = question_builder(names)
    after = build.line("after", Exists(SEP))
    asked = {
        a: build.line(f"asked_{a}", Exists(all_of(Symbol(a), Not(after))))
        for a in names
    }
    return _in_order(title, build, after, asked, backward=backward)


def _in_order(
    title: str,
    build: Builder,
    after: BoolName,
    asked: dict[str, BoolName],
    *,
    backward: bool = False,
) -> Commented:
    """The program for the requested symbols, in question order or backward."""
    names = tuple(asked)
    written = {
        a: build.line(f"written_{a}", Exists(all_of(Symbol(a), after))) for a in names
    }
    seen = {a: build.line(f"seen_{a}", Exists(Symbol(a))) for a in names}
    before = {
        (a, b): build.line(
            f"before_{a}_{b}", Exists(all_of(Symbol(b), Not(after), seen[a]))
        )
        for a in names
        for b in names
        if a != b
    }
    done = {
        a: build.line(f"done_{a}", any_of(Not(asked[a]), written[a])) for a in names
    }
    for a in names:
        earlier = (
            any_of(Not(before[(a, b) if backward else (b, a)]), done[b])
            for b in names
            if b != a
        )
        build.emit(a, all_of(after, Not(done[a]), *earlier))
    build.emit("<eos>", all_of(after, *done.values()))
    end = "last" if backward else "first"
    return Commented(
        f"{title} Without positions: the next symbol is the {end} one that is not yet "
        "done; before_x_y holds if x comes before y in the question.",
        build.program(),
    )


FAMILIES = (
    ProgramFamily(
        name="unique_copy_nope",
        build=unique_copy,
        parameters=(number_of_symbols(7, 40),),
    ),
    ProgramFamily(
        name="unique_reverse_nope",
        build=unique_reverse,
        parameters=(number_of_symbols(7, 40),),
    ),
    ProgramFamily(
        name="step_copy_nope",
        build=step_copy,
        parameters=(Parameter("k", 2, 1, 20, "the step"), number_of_symbols(7, 40)),
    ),
    ProgramFamily(
        name="unique_bigram_copy_nope",
        build=unique_bigram_copy,
        parameters=(number_of_symbols(3, 9),),
    ),
)
"""The programs of this file."""
