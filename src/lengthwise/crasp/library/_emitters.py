"""Next-token programs over alphabets of any size.

All except `first_occurrence` read ``<bos> question <sep> answer <eos>``.
"""

from collections.abc import Sequence

from lengthwise.crasp.language.builder import (
    Builder,
    Commented,
    all_of,
    any_of,
    compare,
)
from lengthwise.crasp.language.syntax import (
    BoolExpr,
    BoolName,
    Count,
    Exists,
    Modulus,
    Not,
    Symbol,
)
from lengthwise.crasp.library.program_family import ProgramFamily, number_of_symbols
from lengthwise.crasp.library.question_programs import (
    SEP,
    mark_or_symbol,
    question_builder,
    symbols_back,
)
from lengthwise.tasks.family import Parameter
from lengthwise.tasks.questions.question_tasks import numerals

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def majority(symbols: int) -> Commented:
    """The program for the most frequent letter."""
    letters = _LETTERS[:symbols]
    build = question_builder(letters)
    after = build.line("after", Exists(SEP))
    counts = {a: build.line(f"count_{a}", Count(Symbol(a))) for a in letters}
    for a in letters:
        wins = (compare(counts[b], "<", counts[a]) for b in letters if b != a)
        build.emit(a, all_of(SEP, *wins))
    build.emit("<eos>", all_of(after, Not(SEP)))
    return Commented(
        "The most frequent letter: <bos> letters <sep> letter <eos>; without ties.",
        build.program(),
    )


def interleaved_majority(period: int) -> Commented:
    """The program for the majority bit of each interleaved column."""
    build = question_builder("01")
    after = build.line("after", Exists(SEP))
    told = build.line("told", Count(after))
    counts = {}
    for bit in "01":
        for r in range(period):
            column = Modulus(period, (r + 2) % period)
            here = all_of(Symbol(bit), Not(after), column)
            counts[bit, r] = build.line(f"n{bit}_{r}", Count(here))
    for bit, other in ("01", "10"):
        cases = (
            all_of(
                compare(told, "==", r + 1),
                compare(counts[other, r], "<", counts[bit, r]),
            )
            for r in range(period)
        )
        build.emit(bit, any_of(*cases))
    build.emit("<eos>", compare(told, "==", period + 1))
    return Commented(
        f"The majority bit of each of {period} interleaved columns. Column r has the "
        f"positions i with i mod {period} = r + 2, as <bos> is position 1; told is the "
        "length of the answer so far, <sep> included.",
        build.program(),
    )


def unique_copy(symbols: int) -> Commented:
    """The program that copies the question."""
    names = numerals(symbols)
    build = question_builder(names)
    after = build.line("after", Exists(SEP))
    previous = symbols_back(build, "after", ("bos", *names), 1)
    pair = {
        (a, b): build.line(f"pair_{a}_{b}", Exists(all_of(mark_or_symbol(b), line)))
        for a, line in previous.items()
        for b in (*names, "sep")
    }
    for b in (*names, "sep"):
        cases = [all_of(SEP, pair["bos", b])]
        cases += [all_of(Symbol(a), pair[a, b]) for a in names]
        build.emit("<eos>" if b == "sep" else b, all_of(after, any_of(*cases)))
    return Commented(
        "Copies the question; no symbol occurs twice. What follows a symbol is what "
        "followed it in the question: pair_x_y holds if y came right after x.",
        build.program(),
    )


def sort(symbols: int) -> Commented:
    """The program that sorts the numbers."""
    names = numerals(symbols)
    build = question_builder(names)
    after = build.line("after", Exists(SEP))
    has = [build.line(f"has_{a}", Exists(all_of(Symbol(a), Not(after)))) for a in names]
    for place, a in enumerate(names):
        build.emit(a, all_of(after, has[place], _skipped(names[:place], has)))
    build.emit("<eos>", all_of(after, _skipped(names, has)))
    return Commented(
        "The numbers in order; none occurs twice. The next is the smallest of the "
        "question that is larger than the current one.",
        build.program(),
    )


def _skipped(names: Sequence[str], has: Sequence[BoolName]) -> BoolExpr:
    """The current symbol is ``<sep>`` or one of `names`, and no larger one occurs."""
    absent = [Not(line) for line in has[: len(names)]]
    return any_of(
        *(
            all_of(Symbol(present), *absent[place:])
            for place, present in enumerate(("<sep>", *names))
        )
    )


def first_occurrence(symbols: int) -> Commented:
    """The program for what follows the first occurrence of the last symbol."""
    names = _LETTERS[:symbols]
    build = Builder(names)
    first = _first(build, names)
    after = {a: build.line(f"after_{a}", Exists(first[a], (1,))) for a in names}
    for b in names:
        cases = (all_of(Symbol(a), Exists(all_of(Symbol(b), after[a]))) for a in names)
        build.emit(b, any_of(*cases))
    return Commented(
        "The symbol right of the first occurrence of the last symbol.",
        build.program(),
    )


def retrieve_right(symbols: int) -> Commented:
    """The program for the symbol right of the first query in the context."""
    return _retrieve(symbols, right=True)


def retrieve_left(symbols: int) -> Commented:
    """The program for the symbol left of the first query in the context."""
    return _retrieve(symbols, right=False)


def _retrieve(symbols: int, *, right: bool) -> Commented:
    names = numerals(symbols)
    build = question_builder(names)
    asked = build.line("asked", Exists(SEP, (1,)))
    first = _first(build, names)
    after = {
        a: build.line(f"after_{a}", Exists(first[a] if right else Symbol(a), (1,)))
        for a in names
    }

    def stood(query: str, answer: str) -> Exists:
        if right:
            return Exists(all_of(Symbol(answer), after[query]))
        return Exists(all_of(first[query], after[answer]))

    for b in names:
        cases = (all_of(Symbol(a), stood(a, b)) for a in names)
        build.emit(b, all_of(asked, any_of(*cases)))
    build.emit("<eos>", Exists(SEP, (2,)))
    return Commented(
        f"The symbol {'right' if right else 'left'} of the (first) query: <bos> "
        "context <sep> query answer <eos>. The separator separates the query from "
        "the context.",
        build.program(),
    )


def _first(build: Builder, names: Sequence[str]) -> dict[str, BoolName]:
    """Lines that hold at the first occurrence of each symbol."""
    return {
        a: build.line(
            f"first_{a}", all_of(Symbol(a), compare(Count(Symbol(a)), "==", 1))
        )
        for a in names
    }


FAMILIES = (
    ProgramFamily(
        name="majority", build=majority, parameters=(number_of_symbols(26, 26),)
    ),
    ProgramFamily(
        name="bin_majority_interleave",
        build=interleaved_majority,
        parameters=(Parameter("period", 3, 1, 1000, "columns"),),
    ),
    ProgramFamily(
        name="unique_copy", build=unique_copy, parameters=(number_of_symbols(7, 40),)
    ),
    ProgramFamily(name="sort", build=sort, parameters=(number_of_symbols(7, 40),)),
    ProgramFamily(
        name="first_occurrence",
        build=first_occurrence,
        parameters=(number_of_symbols(3, 26),),
    ),
    *(
        ProgramFamily(name=name, build=build, parameters=(number_of_symbols(26, 40),))
        for name, build in (
            ("retrieve_right", retrieve_right),
            ("retrieve_right_first", retrieve_right),
            ("retrieve_left", retrieve_left),
            ("retrieve_left_first", retrieve_left),
        )
    ),
)
"""The programs of this file."""
