"""Programs for tasks without one in the library.

Those with questions read ``<bos> question <sep> answer <eos>``.
"""

from collections.abc import Iterable
from itertools import pairwise

from lengthwise.crasp.language.builder import (
    TRUE,
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
    CountExpr,
    Exists,
    Not,
    Number,
    Sum,
    Symbol,
    Times,
)
from lengthwise.crasp.library.question_programs import (
    SEP,
    mark_or_symbol,
    question_builder,
    symbols_back,
)
from lengthwise.tasks.languages.brackets import BRACKETS
from lengthwise.tasks.languages.prefix_notation import OPERATORS
from lengthwise.tasks.questions.question_tasks import numerals


def step_copy(k: int, symbols: int) -> Commented:
    """The program for every k-th symbol: the next symbol is the one k further on."""
    names = numerals(symbols)
    build = question_builder((*names, "#"))
    after, asked = _after_and_asked(build)
    back = symbols_back(build, "back", (*names, "bos"), k)
    pair = _pairs(build, asked, back, ("bos", *names), (*names, "sep"))
    for b in (*names, "sep"):
        cases = [all_of(SEP, pair["bos", b])]
        cases += [all_of(Symbol(a), pair[a, b]) for a in names]
        build.emit(_emitted(b), all_of(after, any_of(*cases)))
    return Commented(
        f"Every symbol at a multiple of {k}; none stands twice. What follows a symbol "
        f"is what stood {k} to its right in the question.",
        build.program(),
    )


def unique_reverse(symbols: int) -> Commented:
    """The program for reversal: the next symbol is the one before."""
    names = numerals(symbols)
    build = question_builder(names)
    after, asked = _after_and_asked(build)
    back = symbols_back(build, "back", (*names, "bos"), 1)
    pair = _pairs(build, asked, back, ("bos", *names), names)
    for b in (*names, "bos"):
        cases = [all_of(SEP, back[b])]
        cases += [all_of(Symbol(a), pair[b, a]) for a in names]
        build.emit(_emitted(b), all_of(after, any_of(*cases)))
    return Commented(
        "The question backward; no symbol stands twice. What follows a symbol is what "
        "stood left of it in the question.",
        build.program(),
    )


def unique_bigram_copy(symbols: int) -> Commented:
    """The program for copying, if no pair occurs twice."""
    names = numerals(symbols)
    build = question_builder(names)
    after, asked = _after_and_asked(build)
    back = symbols_back(build, "back", (*names, "bos", "sep"), 1)
    further = symbols_back(build, "further", (*names, "bos"), 2)
    pair = _pairs(build, asked, back, ("bos",), (*names, "sep"))
    three = {
        (a, b, c): build.line(
            f"three_{a}_{b}_{c}",
            Exists(all_of(mark_or_symbol(c), asked, back[b], line)),
        )
        for a, line in further.items()
        for b in names
        for c in (*names, "sep")
    }
    for c in (*names, "sep"):
        cases = [all_of(SEP, pair["bos", c])]
        for b in names:
            cases.append(all_of(Symbol(b), back["sep"], three["bos", b, c]))
            cases += [all_of(Symbol(b), back[a], three[a, b, c]) for a in names]
        build.emit(_emitted(c), all_of(after, any_of(*cases)))
    return Commented(
        "The question again; no pair stands twice. What follows a pair is what "
        "followed it in the question; <sep> stands for <bos> in the answer.",
        build.program(),
    )


def count(symbols: int) -> Commented:
    """The program for all numbers from the first to the second of the question."""
    names = numerals(symbols)
    build = question_builder(names)
    after = build.line("after", Exists(SEP))
    place = build.line("place", Count(TRUE))
    first, last = (
        {
            a: build.line(
                f"{which}_{a}", Exists(all_of(Symbol(a), compare(place, "==", at)))
            )
            for a in names
        }
        for which, at in (("first", 2), ("last", 3))
    )
    build.emit(names[0], all_of(SEP, first[names[0]]))
    for before, a in pairwise(names):
        goes_on = all_of(after, Symbol(before), Not(last[before]))
        build.emit(a, any_of(all_of(SEP, first[a]), goes_on))
    ends = any_of(*(all_of(Symbol(a), last[a]) for a in names))
    build.emit("<eos>", all_of(after, ends))
    return Commented(
        "All numbers from the first of the question to the second.", build.program()
    )


def retrieve_right(symbols: int) -> Commented:
    """The program for the right neighbor of the first query, without positions."""
    names = numerals(symbols)
    build = question_builder(names)
    after = build.line("after", Exists(SEP))
    told = build.line("told", Count(after))
    seen = {a: build.line(f"seen_{a}", Exists(Symbol(a))) for a in names}
    since = {a: build.line(f"since_{a}", Count(seen[a])) for a in names}
    for b in names:
        cases = (
            all_of(Symbol(a), Exists(all_of(Symbol(b), compare(since[a], "==", 2))))
            for a in names
        )
        build.emit(b, all_of(compare(told, "==", 2), any_of(*cases)))
    build.emit("<eos>", compare(told, "==", 3))
    return Commented(
        "What stands right of the first query: the second symbol since it came.",
        build.program(),
    )


def next_of_brackets(kinds: int) -> Commented:
    """The program for the next set in a shuffle of `kinds` kinds of brackets."""
    build = _with_end("".join(BRACKETS[:kinds]))
    balanced = []
    for pair in BRACKETS[:kinds]:
        opened, closed = Count(Symbol(pair[0])), Count(Symbol(pair[1]))
        build.emit(pair[0], TRUE)
        build.emit(pair[1], compare(opened, ">", closed))
        balanced.append(compare(opened, "==", closed))
    build.emit("<eos>", all_of(*balanced))
    return Commented(
        "What may follow the beginning of a word of Shuffle-k.", build.program()
    )


def next_of_blocks(letters: int) -> Commented:
    """The program for the next set in equally long blocks of different letters."""
    names = "abcd"[:letters]
    build = _with_end(names)
    counts = [Count(Symbol(a)) for a in names]
    build.emit("a", compare(counts[1], "==", 0))
    for place in range(1, letters):
        tests: list[BoolExpr] = [compare(counts[place], "<", counts[0])]
        if place > 1:
            tests.append(compare(counts[place - 1], "==", counts[0]))
        build.emit(names[place], all_of(*tests))
    build.emit("<eos>", compare(counts[-1], "==", counts[0]))
    return Commented(
        "What may follow the beginning of n times a, n times b, and so on.",
        build.program(),
    )


def next_of_prefix_notation(arity: int) -> Commented:
    """The program for the next set in prefix notation with arities up to `arity`."""
    names = "01" + OPERATORS[:arity]
    build = _with_end(names)
    missing: list[tuple[int, CountExpr]] = [(1, Number(1))]
    missing += [(-1, Count(Symbol(a))) for a in "01"]
    for opens, a in enumerate(OPERATORS[1:arity], start=1):
        here = Count(Symbol(a))
        missing.append((1, here if opens == 1 else Times(opens, here)))
    more = build.line("open", compare(Sum(tuple(missing)), ">", 0))
    for a in names:
        build.emit(a, more)
    build.emit("<eos>", Not(more))
    return Commented(
        "What may follow in prefix notation: anything while an operand is missing.",
        build.program(),
    )


def _with_end(names: str) -> Builder:
    return Builder((*names, "<eos>"))


def _after_and_asked(build: Builder) -> tuple[BoolName, BoolName]:
    """Lines for the answer with the first ``<sep>``, and for the question with it."""
    after = build.line("after", Exists(SEP))
    first = all_of(SEP, compare(Count(SEP), "==", 1))
    return after, build.line("asked", any_of(Not(after), first))


def _pairs(
    build: Builder,
    asked: BoolName,
    back: dict[str, BoolName],
    left: Iterable[str],
    right: Iterable[str],
) -> dict[tuple[str, str], BoolName]:
    """Lines for the pairs of symbols in the question at distance `back`."""
    return {
        (a, b): build.line(
            f"pair_{a}_{b}", Exists(all_of(mark_or_symbol(b), asked, back[a]))
        )
        for a in left
        for b in right
    }


def _emitted(name: str) -> str:
    """The emitted symbol for `name`: where the question ends, or starts, the end."""
    return "<eos>" if name in {"bos", "sep"} else name
