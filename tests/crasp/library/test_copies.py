"""Copying without positions: right on every question, also when compiled."""

from itertools import pairwise, permutations, product
from random import Random

import numpy as np
import pytest

from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.library import programs
from lengthwise.crasp.library.copies import longest_without_equal_pairs
from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import batch
from lengthwise.limit.compile.compiler import compile_program
from lengthwise.limit.running import evaluator
from lengthwise.tasks.catalogue import task

SAMPLES = 400


def distinct(one):
    """All questions of a task whose questions have no symbol twice."""
    numbers = dict(one.numbers)
    first = ("#",) * (numbers.get("k", 1) - 1)
    names = one.alphabet.symbols[: numbers["symbols"]]
    for length in one.lengths(1, 20):
        for rest in permutations(names, length - len(first)):
            yield first + rest


def different_pairs(_):
    """All questions over three symbols in which no pair of neighbors stands twice."""
    waiting = [(a,) for a in "012"]
    for word in waiting:
        yield word
        pairs = set(pairwise(word))
        waiting += [(*word, a) for a in "012" if (word[-1], a) not in pairs]


def answered(one, questions):
    """Each question with its answer, as a program reads it."""
    for question in questions:
        prompt = one.output.prompt(question)
        yield prompt + one.label(prompt)


def named(name):
    """The program without positions, and the task that it is for."""
    family, _, numbers = name.partition(":")
    return load(f"{family}_nope:{numbers}"), task(name)


def require_right(emits, word, start):
    """Exactly the right symbol is emitted at every place of the answer."""
    for n in range(start, len(word)):
        assert [a for a, holds in emits.items() if holds[n - 1]] == [word[n]], word[:n]


@pytest.mark.parametrize(
    ("name", "questions"),
    [
        *(
            (f"{name}:symbols={symbols}", distinct)
            for name in ("unique_copy", "unique_reverse")
            for symbols in (3, 4, 5)
        ),
        ("step_copy:k=1,symbols=3", distinct),
        ("step_copy:k=1,symbols=5", distinct),
        ("step_copy:k=2,symbols=5", distinct),
        ("step_copy:k=2,symbols=6", distinct),
        ("step_copy:k=3,symbols=6", distinct),
        ("unique_bigram_copy:symbols=3", different_pairs),
    ],
)
def test_the_right_symbol_follows_on_all_questions(name, questions):
    program, one = named(name)
    assert program.alphabet == one.alphabet
    words = list(answered(one, questions(one)))
    emits = batch(program, words).emits
    for row, word in enumerate(words):
        held = {a: holds[row] for a, holds in emits.items()}
        require_right(held, word, word.index("<sep>") + 1)


@pytest.mark.parametrize(
    "name",
    [
        "unique_copy:symbols=7",
        "unique_reverse:symbols=7",
        "step_copy:k=2,symbols=7",
        "step_copy:k=3,symbols=7",
        "unique_bigram_copy:symbols=4",
    ],
)
def test_the_right_symbol_follows_on_samples_and_from_the_machine(name):
    program, one = named(name)
    random = Random(name)
    lengths = one.lengths(1, 20)
    words = [one.draw(random, random.choice(lengths)) for _ in range(SAMPLES)]
    emits = batch(program, words).emits
    machine = compile_program(program)
    columns = list(emits)
    for row, (word, outputs) in enumerate(
        zip(words, evaluator.batch(machine, words), strict=True)
    ):
        held = {a: holds[row] for a, holds in emits.items()}
        require_right(held, word, word.index("<sep>") + 1)
        said = np.stack([held[a][: len(word)] for a in columns], axis=1)
        assert (outputs[1:] == said).all()


@pytest.mark.parametrize("name", ["unique_copy", "unique_reverse", "step_copy"])
@pytest.mark.parametrize("symbols", [4, 7, 12])
def test_counting_depth_is_two_and_lines_grow_with_the_square(name, symbols):
    found = facts(load(f"{name}_nope:symbols={symbols}"))
    assert (found.counting_depth, found.positions) == (2, "none")
    assert found.lines <= symbols**2 + 3 * symbols + 3


def test_no_question_without_equal_pairs_is_longer_than_said():
    longest = max(map(len, different_pairs(None)))
    assert longest == longest_without_equal_pairs(3)
    words = {w for n in range(1, 6) for w in product("012", repeat=n)}
    short = {w for w in words if len(set(pairwise(w))) == len(w) - 1}
    assert short == {w for w in different_pairs(None) if len(w) < 6}


def test_these_are_all_of_the_library_without_positions_for_such_tasks():
    names = ("unique_copy", "unique_reverse", "step_copy", "unique_bigram_copy")
    found = {name for name in programs.names() if name.endswith("_nope")}
    assert found == {f"{name}_nope" for name in names}
