"""Where a question ends and its answer begins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import WordError
from lengthwise.tasks.outputs import NextToken

SYMBOLS = st.lists(st.sampled_from("abc"), max_size=6).map(tuple)


@given(SYMBOLS, SYMBOLS, st.integers(0, 2))
def test_splitting_an_instance_gives_its_question_back(question, answer, query):
    output = NextToken(query=min(query, len(question)))
    word = output.prompt(question) + answer
    assert output.split(word) == (question, answer)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no instance"),
        ("a b <sep> a", "is no instance; write <bos>"),
        ("<bos> a b", "is no instance"),
        ("<bos> a b <sep>", "ends inside the question; 1 more symbol must follow"),
    ],
)
def test_what_is_no_instance_is_refused(text, message):
    with pytest.raises(WordError, match=message):
        NextToken(query=1).split(tuple(text.split()))
