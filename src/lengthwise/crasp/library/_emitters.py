"""Next-token programs over an alphabet of a size to choose, as texts.

All but `first_occurrence` read ``<bos> question <sep> answer <eos>``.
"""

from collections.abc import Sequence

from lengthwise.tasks.questions.question_tasks import numerals

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def majority(symbols: int) -> str:
    """The text for the most frequent letter."""
    letters = _LETTERS[:symbols]
    rows = [
        "// The most frequent letter: <bos> letters <sep> letter <eos>; never a tie.",
        _alphabet(letters),
        'after = exists "<sep>"',
        *(f'count_{a} = # "{a}"' for a in letters),
    ]
    for a in letters:
        wins = " && ".join(f"count_{b} < count_{a}" for b in letters if b != a)
        rows.append(f'next "{a}" = "<sep>" && {wins}')
    return "\n".join([*rows, 'next "<eos>" = after && !"<sep>"', ""])


def interleaved_majority(period: int) -> str:
    """The text for the majority bit of each interleaved column."""
    rows = [
        f"// The majority bit of each of {period} interleaved columns. Column r has",
        f"// the positions i with i mod {period} = r + 2, as <bos> is position 1; told",
        "// is how much of the answer stands there, <sep> included.",
        _alphabet("01"),
        'after = exists "<sep>"',
        "told = # after",
    ]
    for bit in "01":
        for r in range(period):
            column = f"i mod {period} == {(r + 2) % period}"
            rows.append(f'n{bit}_{r} = #("{bit}" && !after && {column})')
    for bit, other in ("01", "10"):
        cases = (f"told == {r + 1} && n{other}_{r} < n{bit}_{r}" for r in range(period))
        rows.append(f'next "{bit}" = {" || ".join(cases)}')
    return "\n".join([*rows, f'next "<eos>" = told == {period + 1}', ""])


def unique_copy(symbols: int) -> str:
    """The text for the question again."""
    names = numerals(symbols)
    rows = [
        "// The question again; no symbol stands twice. What follows a symbol is what",
        "// followed it in the question: pair_x_y says that y stood right of x.",
        _alphabet(names),
        'after = exists "<sep>"',
        *_pairs(names),
    ]
    for b in (*names, "sep"):
        cases = [f'"<sep>" && pair_bos_{b}'] + [f'"{a}" && pair_{a}_{b}' for a in names]
        emitted = "<eos>" if b == "sep" else b
        rows.append(f'next "{emitted}" = after && ({" || ".join(cases)})')
    return "\n".join([*rows, ""])


def sort(symbols: int) -> str:
    """The text for the numbers in order."""
    names = numerals(symbols)
    rows = [
        "// The numbers in order; none stands twice. The next is the smallest of the",
        "// question that is larger than the present one.",
        _alphabet(names),
        'after = exists "<sep>"',
        *(f'has_{a} = exists("{a}" && !after)' for a in names),
    ]
    for place, a in enumerate(names):
        present = _skipped(names[:place])
        found = f"({present})" if place else present
        rows.append(f'next "{a}" = after && has_{a} && {found}')
    return "\n".join([*rows, f'next "<eos>" = after && ({_skipped(names)})', ""])


def first_occurrence(symbols: int) -> str:
    """The text for what follows the first occurrence of the last symbol."""
    names = _LETTERS[:symbols]
    rows = [
        "// What stands right of the first occurrence of the last symbol.",
        "alphabet " + " ".join(f'"{a}"' for a in names),
        *(f'first_{a} = "{a}" && # "{a}" == 1' for a in names),
        *(f"after_{a} = exists[i - j == 1] first_{a}" for a in names),
    ]
    for b in names:
        cases = (f'"{a}" && exists("{b}" && after_{a})' for a in names)
        rows.append(f'next "{b}" = {" || ".join(cases)}')
    return "\n".join([*rows, ""])


def retrieve_right(symbols: int) -> str:
    """The text for what stands right of the first query in the context."""
    return _retrieve(
        symbols,
        "// What stands right of the (first) query: <bos> context <sep> query answer",
        'exists("{answer}" && after_{query})',
        "after_{x} = exists[i - j == 1] first_{x}",
    )


def retrieve_left(symbols: int) -> str:
    """The text for what stands left of the first query in the context."""
    return _retrieve(
        symbols,
        "// What stands left of the (first) query: <bos> context <sep> query answer",
        "exists(first_{query} && after_{answer})",
        'after_{x} = exists[i - j == 1] "{x}"',
    )


def _retrieve(symbols: int, title: str, found: str, neighbor: str) -> str:
    names = numerals(symbols)
    rows = [
        title,
        "// <eos>. The separator keeps the query apart from the context.",
        _alphabet(names),
        'asked = exists[i - j == 1] "<sep>"',
        *(f'first_{x} = "{x}" && # "{x}" == 1' for x in names),
        *(neighbor.format(x=x) for x in names),
    ]
    for b in names:
        cases = (f'"{a}" && {found.format(query=a, answer=b)}' for a in names)
        rows.append(f'next "{b}" = asked && ({" || ".join(cases)})')
    return "\n".join([*rows, 'next "<eos>" = exists[i - j == 2] "<sep>"', ""])


def _alphabet(names: Sequence[str]) -> str:
    return "alphabet " + " ".join(f'"{a}"' for a in (*names, "<bos>", "<sep>", "<eos>"))


def _pairs(names: Sequence[str]) -> list[str]:
    """Lines for every pair of neighbors, from ``<bos>`` on, up to ``<sep>``."""
    left = {"bos": "<bos>", **{a: a for a in names}}
    right = {**{b: b for b in names}, "sep": "<sep>"}
    return [
        f'after_{a} = exists[i - j == 1] "{symbol}"' for a, symbol in left.items()
    ] + [
        f'pair_{a}_{b} = exists("{symbol}" && after_{a})'
        for a in left
        for b, symbol in right.items()
    ]


def _skipped(names: Sequence[str]) -> str:
    """The present symbol is ``<sep>`` or one of `names`, and no larger one occurs."""
    cases = []
    for place, present in enumerate(("<sep>", *names)):
        absent = "".join(f" && !has_{t}" for t in names[place:])
        cases.append(f'"{present}"{absent}')
    return " || ".join(cases)
