"""Random and mutated texts end in a program or in a clean error, in bounded time."""

import re
import time
from collections import Counter
from random import Random

import pytest

from lengthwise.crasp.language.formatter import fmt
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.printer import show
from lengthwise.crasp.library import programs
from lengthwise.crasp.running.interpreter import run
from lengthwise.errors import CraspError
from tests.crasp.program_strategies import random_program

TOKENS = re.findall(
    r"\S+",
    """
    x y i j in mod accept next alphabet exists never min max if else true false "a" "b"
    "<sep>" "" "$" 0 1 2 3 17 99999999999999999999 # ! = == != < <= > >= + - * && || (
    ) [ ] { } , // #import pred pos_even @ ' \\ ; é \0 \x1b \u202e \U0001f600
    """,
)
WORD = re.compile(r'"[^"\n]*"|//[^\n]*|\w+|[^\s\w]|\s+')
KINDS = {"program", "CraspSyntaxError", "CraspNameError", "CraspSortError"}
SPACES = [" ", " ", " ", "", "\n", "\n", "\t", "\r\n"]
SHORT = [programs.text(name) for name in programs.files()]


def random_text(random):
    kind = random.choice(
        ["tokens", "characters", "cut", "swapped", "swapped", "spliced"]
    )
    if kind == "tokens":
        parts = random.choices(TOKENS, k=random.randint(1, 30))
        return "".join(part + random.choice(SPACES) for part in parts)
    if kind == "characters":
        return "".join(map(chr, random.choices(range(0x500), k=random.randint(1, 60))))
    text = random.choice(
        [random.choice(SHORT), show(random_program(random.random(), 3))]
    )
    for _ in range(random.randint(1, 2)):
        text = (swapped if kind == "swapped" else cut)(random, text)
    if kind == "spliced":
        other = random.choice(SHORT)
        return (
            text[: random.randrange(len(text) + 1)] + random.choice(["", "\n"]) + other
        )
    return text


def cut(random, text):
    """`text` with a few characters replaced."""
    start = random.randrange(len(text) + 1)
    end = min(len(text), start + random.choice([0, 1, 1, 2, 5, 20]))
    put = random.choice(["", "", random.choice(TOKENS), text[start:end] * 2])
    return text[:start] + put + text[end:]


def swapped(random, text):
    """`text` with one word replaced by another of its words, of the same kind."""
    words = WORD.findall(text)
    place = random.randrange(len(words))
    operand = re.compile(r'"|\w').match
    kin = [w for w in words if bool(operand(w)) == bool(operand(words[place]))]
    return "".join([*words[:place], random.choice(kin), *words[place + 1 :]])


def fuzz(seed, number):
    random = Random(seed)
    outcomes = Counter()
    slowest = 0.0
    for _ in range(number):
        text = random_text(random)
        before = time.process_time()
        try:
            program = parse(text)
        except CraspError as error:
            outcomes[type(error).__name__] += 1
            outcomes["without place"] += None in (error.line, error.column)
        else:
            outcomes["program"] += 1
            if outcomes["program"] % 10 == 0:
                run(program, program.symbols[:3])
                assert parse(show(program)) == program
                assert parse(fmt(text)) == program
        slowest = max(slowest, time.process_time() - before)
    return outcomes, slowest


def test_ten_thousand_texts():
    outcomes, slowest = fuzz("ten thousand", 10_000)
    assert slowest < 1
    assert outcomes.pop("without place") == 0
    assert set(outcomes) == KINDS
    assert all(number >= 100 for number in outcomes.values()), outcomes


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_thousand_texts(part):
    outcomes, slowest = fuzz(part, 10_000)
    assert slowest < 1
    assert outcomes.pop("without place") == 0
    assert set(outcomes) <= KINDS
