"""Programs for tasks that the library has none for, as texts.

Those with questions read ``<bos> question <sep> answer <eos>``.
"""

from collections.abc import Iterable
from itertools import pairwise

from lengthwise.tasks.languages.brackets import BRACKETS
from lengthwise.tasks.languages.prefix_notation import OPERATORS
from lengthwise.tasks.questions.question_tasks import numerals
from lengthwise.words import Word


def step_copy(k: int, symbols: int) -> str:
    """The text for every k-th symbol: what follows is what stood k further."""
    names = numerals(symbols)
    rows = [
        f"// Every symbol at a multiple of {k}; none stands twice. What follows a",
        f"// symbol is what stood {k} to its right in the question.",
        _alphabet((*names, "#")),
        *_asked(),
        *_back((*names, "bos"), k),
        *_pairs(("bos", *names), (*names, "sep")),
    ]
    for b in (*names, "sep"):
        cases = [f'"<sep>" && pair_bos_{b}', *(f'"{a}" && pair_{a}_{b}' for a in names)]
        rows.append(f"{_next(b, 'sep')} = after && ({_any(cases)})")
    return "\n".join([*rows, ""])


def unique_reverse(symbols: int) -> str:
    """The text for the question backward: what follows is what stood before."""
    names = numerals(symbols)
    rows = [
        "// The question backward; no symbol stands twice. What follows a symbol is",
        "// what stood left of it in the question.",
        _alphabet(names),
        *_asked(),
        *_back((*names, "bos"), 1),
        *_pairs(("bos", *names), names),
    ]
    for b in (*names, "bos"):
        cases = [f'"<sep>" && back_{b}', *(f'"{a}" && pair_{b}_{a}' for a in names)]
        rows.append(f"{_next(b, 'bos')} = after && ({_any(cases)})")
    return "\n".join([*rows, ""])


def unique_bigram_copy(symbols: int) -> str:
    """The text for the question again, where no pair stands twice."""
    names = numerals(symbols)
    rows = [
        "// The question again; no pair stands twice. What follows a pair is what",
        "// followed it in the question; <sep> stands for <bos> in the answer.",
        _alphabet(names),
        *_asked(),
        *_back((*names, "bos", "sep"), 1),
        *(f'further_{a} = exists[i - j == 2] "{_symbol(a)}"' for a in (*names, "bos")),
        *_pairs(("bos",), (*names, "sep")),
    ]
    for a in (*names, "bos"):
        rows += [
            f'three_{a}_{b}_{c} = exists("{_symbol(c)}" && asked && back_{b} && '
            f"further_{a})"
            for b in names
            for c in (*names, "sep")
        ]
    for c in (*names, "sep"):
        cases = [f'"<sep>" && pair_bos_{c}']
        for b in names:
            cases.append(f'"{b}" && back_sep && three_bos_{b}_{c}')
            cases += [f'"{b}" && back_{a} && three_{a}_{b}_{c}' for a in names]
        rows.append(f"{_next(c, 'sep')} = after && ({_any(cases)})")
    return "\n".join([*rows, ""])


def count(symbols: int) -> str:
    """The text for all numbers from the first to the second of the question."""
    names = numerals(symbols)
    rows = [
        "// All numbers from the first of the question to the second.",
        _alphabet(names),
        'after = exists "<sep>"',
        "place = # true",
        *(f'first_{a} = exists("{a}" && place == 2)' for a in names),
        *(f'last_{a} = exists("{a}" && place == 3)' for a in names),
        f'next "{names[0]}" = "<sep>" && first_{names[0]}',
    ]
    for before, a in pairwise(names):
        rows.append(
            f'next "{a}" = "<sep>" && first_{a} || after && "{before}" && '
            f"!last_{before}"
        )
    ends = _any(f'"{a}" && last_{a}' for a in names)
    return "\n".join([*rows, f'next "<eos>" = after && ({ends})', ""])


def retrieve_right(symbols: int) -> str:
    """The text for what stands right of the first query, without positions."""
    names = numerals(symbols)
    rows = [
        "// What stands right of the first query: the second symbol since it came.",
        _alphabet(names),
        'after = exists "<sep>"',
        "told = # after",
        *(f'seen_{a} = exists "{a}"' for a in names),
        *(f"since_{a} = # seen_{a}" for a in names),
    ]
    for b in names:
        cases = _any(f'"{a}" && exists("{b}" && since_{a} == 2)' for a in names)
        rows.append(f'next "{b}" = told == 2 && ({cases})')
    return "\n".join([*rows, 'next "<eos>" = told == 3', ""])


def next_of_brackets(kinds: int) -> str:
    """The text for what may follow in a shuffle of `kinds` kinds of brackets."""
    pairs = [(pair[0], pair[1]) for pair in BRACKETS[:kinds]]
    rows = [
        "// What may follow the beginning of a word of Shuffle-k.",
        _ended(bracket for pair in pairs for bracket in pair),
    ]
    for a, b in pairs:
        rows += [f'next "{a}" = true', f'next "{b}" = # "{a}" > # "{b}"']
    ends = " && ".join(f'# "{a}" == # "{b}"' for a, b in pairs)
    return "\n".join([*rows, f'next "<eos>" = {ends}', ""])


def next_of_blocks(letters: int) -> str:
    """The text for what may follow in equally long blocks of different letters."""
    names = "abcd"[:letters]
    rows = [
        "// What may follow the beginning of n times a, n times b, and so on.",
        _ended(names),
        'next "a" = # "b" == 0',
    ]
    for place in range(1, letters):
        tests = [f'# "{names[place]}" < # "a"']
        if place > 1:
            tests.append(f'# "{names[place - 1]}" == # "a"')
        rows.append(f'next "{names[place]}" = {" && ".join(tests)}')
    return "\n".join([*rows, f'next "<eos>" = # "{names[-1]}" == # "a"', ""])


def next_of_prefix_notation(arity: int) -> str:
    """The text for what may follow in prefix notation with arities up to `arity`."""
    names = "01" + OPERATORS[:arity]
    gains = [(n, OPERATORS[n]) for n in range(1, arity)]
    more = "".join(f' + {gain}*# "{symbol}"' for gain, symbol in gains)
    rows = [
        "// What may follow in prefix notation: anything while an operand is missing.",
        _ended(names),
        f'open = 1 - # "0" - # "1"{more} > 0',
        *(f'next "{a}" = open' for a in names),
    ]
    return "\n".join([*rows, 'next "<eos>" = !open', ""])


def _alphabet(names: Word) -> str:
    return "alphabet " + " ".join(f'"{a}"' for a in (*names, "<bos>", "<sep>", "<eos>"))


def _ended(names: Iterable[str]) -> str:
    return "alphabet " + " ".join(f'"{a}"' for a in (*names, "<eos>"))


def _asked() -> list[str]:
    return ['after = exists "<sep>"', 'asked = !after || "<sep>" && # "<sep>" == 1']


def _symbol(name: str) -> str:
    return f"<{name}>" if name in {"bos", "sep"} else name


def _back(names: Iterable[str], lag: int) -> list[str]:
    return [f'back_{a} = exists[i - j == {lag}] "{_symbol(a)}"' for a in names]


def _pairs(left: Word, right: Word) -> list[str]:
    return [
        f'pair_{a}_{b} = exists("{_symbol(b)}" && asked && back_{a})'
        for a in left
        for b in right
    ]


def _next(name: str, end: str) -> str:
    return f'next "{"<eos>" if name == end else name}"'


def _any(cases: Iterable[str]) -> str:
    return " || ".join(cases)
