"""Questions have the laws that they document."""

from itertools import pairwise
from random import Random

import pytest

from lengthwise.tasks.catalogue import task
from lengthwise.tasks.questions import question_laws as questions
from tests.tasks.chance import assert_law
from tests.tasks.questions.exact_questions import CASES


@pytest.mark.parametrize(("name", "text", "length", "law"), CASES)
def test_questions_have_their_exact_distribution(name, text, length, law):
    one = task(text)
    assert one.law.questions.endswith(f":{name}")
    draw = getattr(questions, name)
    assert_law(lambda rng: draw(rng, length, **dict(one.numbers)), law)


@pytest.mark.parametrize(
    ("symbols", "length"), [(2, 5), (3, 10), (4, 12), (16, 150), (16, 192)]
)
def test_long_questions_have_distinct_pairs(symbols, length):
    rng = Random(0)
    for _ in range(20):
        word = questions.distinct_pairs(rng, length, symbols=symbols)
        assert len(word) == length
        assert len(set(pairwise(word))) == length - 1
