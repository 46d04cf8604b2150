"""Where a question ends and its answer begins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import WordError
from lengthwise.tasks.outputs import (
    FURTHER,
    METRICS,
    Accept,
    NextSet,
    NextToken,
    Real,
    State,
    Vector,
)

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


@pytest.mark.parametrize(
    "output", [Real(), Vector(2), Accept(), State(2), NextSet(), NextToken()], ids=str
)
def test_the_headline_of_every_output_is_an_error_that_can_be_0(output):
    headline, *others = output.metrics
    assert output.metric == headline.name
    assert (headline.better, headline.least, headline.value(0.0)) == ("less", 0.0, 0.0)
    assert (headline.penalty == "squared") == (output.loss == "squared")
    for other in others:
        assert other.value(0.25) == (0.75 if other.better == "more" else 0.25)
        assert other.is_rate
    assert headline.value(0.25) == (0.5 if output.loss == "squared" else 0.25)


def test_names_and_columns_of_metrics_are_their_own():
    names = [*METRICS, *FURTHER]
    assert len(set(names)) == len(names)
    columns = {metric.column for metric in FURTHER.values()}
    assert len(columns) == len(FURTHER)
    assert all(column.isidentifier() for column in columns)


def test_every_further_metric_says_what_it_is_in_a_sentence():
    for metric in FURTHER.values():
        assert metric.meaning[0].isupper()
        assert metric.meaning.endswith(".")
