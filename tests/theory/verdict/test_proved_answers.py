"""Interleaved columns: a program without positions is led to a mistake."""

from itertools import product

import pytest

from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.running.interpreter import batch, run
from lengthwise.tasks.catalogue import task
from lengthwise.theory.knowledge.lookup import knowledge_of
from lengthwise.theory.verdict._proved_answers import proved_answer
from lengthwise.theory.verdict.decision import verdict

# Programs without positions that guess; every count has a name.
HEAD = 'alphabet "0" "1" "<bos>" "<sep>" "<eos>"\n'
TAIL = '\nnext "0" = told == 1 && !one || told == 2 && one\nnext "1" = told == 1 && one'
PROGRAMS = [
    HEAD + 'ones = # "1"\nzeros = # "0"\none = ones > zeros\nafter = exists "<sep>"\n'
    "told = # after" + TAIL,
    HEAD + 'ones = # "1"\nzeros = # "0"\nlead = ones > zeros\nleads = # ("1" && lead)\n'
    'laps = # ("0" && !lead)\none = leads >= laps\nafter = exists "<sep>"\n'
    "told = # after" + TAIL,
    HEAD + 'ones = # "1"\nzeros = # "0"\nlead = 2*ones > zeros\nmany = # lead\n'
    'half = 2*many > ones + zeros\nbits = #("1" && half)\none = 2*bits > many\n'
    'after = exists "<sep>"\ntold = # after' + TAIL,
]


def counts_after(program, words):
    """The values of all counting lines at the end of each word."""
    lines = batch(program, words).lines
    numbers = [values for values in lines.values() if values.dtype != bool]
    return [
        tuple(int(values[row, len(word) - 1]) for values in numbers)
        for row, word in enumerate(words)
    ]


def beginning(program):
    """A beginning after which 0 1 and 1 0 leave all counts the same."""
    for length in range(12):
        for bits in product("01", repeat=length):
            y = ("<bos>", *bits)
            one, other = counts_after(program, [(*y, "0", "1"), (*y, "1", "0")])
            if one == other:
                return y
    raise AssertionError("no short beginning was found")


def balanced(begin, period):
    """Bits after `begin` and two more: the two columns are balanced without these."""
    used = len(begin) - 1
    rows = -(-(used + 2) // period)
    total = 2 * rows + 1
    bits = [*begin[1:], "?", "?"]
    for place in range(used + 2, total * period):
        column = bits[place % period :: period]
        ones, rest = column.count("1"), total - len(column)
        zeros = column.count("0")
        bits.append("1" if ones < zeros + (rest == 0) else "0")
    return bits


@pytest.mark.parametrize("text", PROGRAMS)
@pytest.mark.parametrize("period", [2, 3])
def test_two_questions_with_different_answers_are_answered_alike(text, period):
    program, one = parse(text), task("bin_majority_interleave", period=period)
    begin = beginning(program)
    bits = balanced(begin, period)
    at = len(begin) - 1
    found = []
    for pair in ("01", "10"):
        bits[at : at + 2] = pair
        prompt = ("<bos>", *bits, "<sep>")
        found.append((one.label(prompt), run(program, prompt).next))
    (right, said), (other, also) = found
    assert right != other
    assert said == also


@pytest.mark.parametrize("period", [2, 3, 50])
def test_two_columns_or_more_are_outside_by_a_theorem_with_its_hypothesis(period):
    row = verdict(task=f"bin_majority_interleave:period={period}").row("none", "next")
    assert (row.answer, row.evidence.kind) == ("no", "theorem")
    assert "two columns or more" in dict(row.evidence.details)["hypothesis"]


def test_one_column_is_a_majority_and_needs_no_positions():
    single = task("bin_majority_interleave:period=1")
    assert verdict(task=single).answer("none", "next") == "yes"
    with pytest.raises(AssertionError, match="does not cover"):
        proved_answer(single, knowledge_of(single).proof)
