"""Copying by counts alone: next-token programs without positions, as texts.

They read ``<bos> question <sep> answer <eos>``. What a transformer with positions finds
by looking one place back, these find by order: of the symbols that are still to be
written, the next one is the one that no other still unwritten symbol stands before.
Over `n` symbols that takes about :math:`n^2` lines and counting depth 2.
"""

from collections.abc import Iterable

from lengthwise.tasks.questions.question_tasks import numerals
from lengthwise.words import Word


def unique_copy(symbols: int) -> str:
    """The text for the question again."""
    names = numerals(symbols)
    return _in_order(
        "The question again; no symbol stands twice.",
        names,
        asked=_asked(names),
        alphabet=names,
    )


def unique_reverse(symbols: int) -> str:
    """The text for the question backward."""
    names = numerals(symbols)
    return _in_order(
        "The question backward; no symbol stands twice.",
        names,
        asked=_asked(names),
        alphabet=names,
        backward=True,
    )


def step_copy(k: int, symbols: int) -> str:
    """The text for every k-th symbol; the places are counted."""
    names = numerals(symbols)
    places = [k * number + 1 for number in range(1, steps(k, symbols) + 1)]
    tests = " || ".join(f"place == {place}" for place in places)
    return _in_order(
        f"Every symbol at a multiple of {k}; none stands twice.",
        names,
        asked=[
            "place = # true",
            f"step = !after && ({tests})",
            *(f'asked_{a} = exists("{a}" && step)' for a in names),
        ],
        alphabet=(*names, "#"),
    )


def unique_bigram_copy(symbols: int) -> str:
    """The text for the question again, where no pair stands twice; places are counted.

    Such a question has at most one symbol more than there are pairs.
    """
    names = numerals(symbols)
    places = range(1, longest_without_equal_pairs(symbols) + 1)
    rows = [
        "// The question again; no pair stands twice.",
        "// Without positions: the next symbol is the one at place `told`.",
        _alphabet(names),
        'after = exists "<sep>"',
        "place = # true",
        "asked = # !after",
        "told = # after",
        *(f"at_{p} = !after && place == {p + 1}" for p in places),
        *(f"turn_{p} = told == {p}" for p in places),
        *(f'has_{p}_{a} = exists("{a}" && at_{p})' for a in names for p in places),
    ]
    rows += [
        f'next "{a}" = ' + " || ".join(f"turn_{p} && has_{p}_{a}" for p in places)
        for a in names
    ]
    return "\n".join([*rows, 'next "<eos>" = after && told == asked', ""])


def steps(k: int, symbols: int) -> int:
    """How many symbols are asked for at most: every k-th of `symbols`, the first too.

    Examples:
        >>> steps(2, 7)
        4
    """
    return (symbols + k - 1) // k


def longest_without_equal_pairs(symbols: int) -> int:
    """The length of the longest words in which no pair of neighbors stands twice.

    Examples:
        >>> longest_without_equal_pairs(3)
        10
    """
    return symbols**2 + 1


def _asked(names: Word) -> list[str]:
    return [f'asked_{a} = exists("{a}" && !after)' for a in names]


def _in_order(
    title: str,
    names: Word,
    *,
    asked: Iterable[str],
    alphabet: Word,
    backward: bool = False,
) -> str:
    """The text for what is asked, in the order of the question or backward."""
    end = "last" if backward else "first"
    rows = [
        f"// {title}",
        f"// Without positions: the next symbol is the {end} one that is not yet done;",
        "// before_x_y says that x stands before y in the question.",
        _alphabet(alphabet),
        'after = exists "<sep>"',
        *asked,
        *(f'written_{a} = exists("{a}" && after)' for a in names),
        *(f'seen_{a} = exists "{a}"' for a in names),
        *(
            f'before_{a}_{b} = exists("{b}" && !after && seen_{a})'
            for a in names
            for b in names
            if a != b
        ),
        *(f"done_{a} = !asked_{a} || written_{a}" for a in names),
    ]
    for a in names:
        earlier = (
            f"(!before_{a if backward else b}_{b if backward else a} || done_{b})"
            for b in names
            if b != a
        )
        rows.append(f'next "{a}" = after && {" && ".join((f"!done_{a}", *earlier))}')
    done = " && ".join(f"done_{a}" for a in names)
    return "\n".join([*rows, f'next "<eos>" = after && {done}', ""])


def _alphabet(names: Word) -> str:
    return "alphabet " + " ".join(f'"{a}"' for a in (*names, "<bos>", "<sep>", "<eos>"))
