from random import Random

import pytest

from lengthwise.crasp.library.loading import load
from lengthwise.crasp.running.interpreter import batch, run
from lengthwise.tasks.catalogue import task

TASKS = {
    "bin_majority": [""],
    "majority": ["symbols=5"],
    "bin_majority_interleave": ["", "period=1", "period=2", "period=4"],
    "unique_copy": ["symbols=7", "symbols=3"],
    "sort": ["symbols=7", "symbols=3"],
    "retrieve_left": ["symbols=9"],
    "retrieve_left_first": ["symbols=9"],
    "retrieve_right": ["symbols=9"],
    "retrieve_right_first": ["symbols=9"],
    "parity_cot": [""],
}
"""The next-token programs, with the numbers for which they are compared."""

SAMPLES = 400


@pytest.mark.parametrize(
    "name", [f"{name}:{n}".rstrip(":") for name in TASKS for n in TASKS[name]]
)
def test_the_program_emits_the_answer_token_by_token(name):
    program, question = load(name), task(name)
    assert program.alphabet == question.alphabet
    random = Random(name)
    longest = min(question.max_length or 60, 60)
    lengths = question.lengths(question.min_length, longest)
    words = [question.draw(random, random.choice(lengths)) for _ in range(SAMPLES)]
    emits = batch(program, words).emits
    answered = 0
    for row, word in enumerate(words):
        for length, symbol in question.targets(word).items():
            said = [a for a, holds in emits.items() if holds[row, length - 1]]
            assert said == [symbol], word[:length]
            answered += 1
    assert answered >= 2 * SAMPLES


@pytest.mark.parametrize("symbols", [2, 3, 5])
def test_first_occurrence_emits_what_follows_the_first_like_the_last(symbols):
    program = load(f"first_occurrence:symbols={symbols}")
    random = Random(symbols)
    for _ in range(SAMPLES):
        word = random.choices(program.letters.symbols, k=random.randint(1, 40))
        first = word.index(word[-1])
        assert list(run(program, word).next) == word[first + 1 : first + 2]


def test_retrieval_answers_only_right_after_the_separator():
    program = load("retrieve_left:symbols=3")
    assert run(program, "<bos> 2 1 0 <sep> 1").next == ("2",)
    assert run(program, "<bos> 2 1 0 1").next == ()
