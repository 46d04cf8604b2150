"""Answers against definitions written another way."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lengthwise.errors import WordError
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.questions import answers

BITS = st.lists(st.sampled_from("01"), max_size=30).map(tuple)


@given(st.lists(st.sampled_from("abc"), max_size=20).map(tuple))
def test_the_majority_beats_every_other_symbol(question):
    winners = [
        a
        for a in "abc"
        if all(question.count(a) > question.count(b) for b in "abc" if b != a)
    ]
    if winners:
        assert answers.majority(question) == tuple(winners)
    else:
        with pytest.raises(WordError, match="exactly one"):
            answers.majority(question)


@given(st.lists(st.tuples(*[st.sampled_from("01")] * 3), min_size=1, max_size=9))
def test_interleaved_majorities_are_those_of_the_columns(rows):
    question = tuple(bit for row in rows for bit in row)
    if len(rows) % 2:
        expected = tuple(
            str(int(2 * sum(int(row[c]) for row in rows) > len(rows))) for c in range(3)
        )
        assert answers.interleaved_majority(question, period=3) == expected


@given(BITS)
def test_parity_is_the_sum_of_the_bits(question):
    odd = sum(map(int, question)) % 2 == 1
    assert answers.parity(question) == (("o",) if odd else ("e",))


@given(BITS)
def test_the_steps_of_parity_alternate_and_end_in_the_parity(question):
    steps = answers.parity_steps(question)
    states, last = steps[:-2], steps[-1]
    assert steps[-2] == "<sep>"
    assert len(states) == question.count("1") + 1
    assert states[0] == "e"
    assert not re.search("ee|oo", "".join(states))
    assert (last,) == states[-1:] == answers.parity(question)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_addition_adds(first, second):
    question = tuple(f"{first:b}+{second:b}")
    assert int("".join(answers.addition(question)), 2) == first + second
    assert answers.addition(question)[0] == "1" or first + second == 0


@given(st.permutations(range(12)))
def test_sorting_is_by_number_and_reversing_twice_is_copying(numbers):
    question = tuple(map(str, numbers))
    assert answers.sort(question) == tuple(str(n) for n in range(12))
    assert answers.reverse(answers.reverse(question)) == answers.copy(question)


@given(st.integers(1, 4), st.integers(1, 4))
def test_step_copy_gives_the_first_of_each_group_of_k(k, groups):
    numbers = [str(n) for n in range(k * groups)]
    question = ("#",) * (k - 1) + tuple(numbers)
    found = answers.step_copy(question, k=k, symbols=50)
    assert found == tuple(numbers[group * k] for group in range(groups))


@given(st.lists(st.sampled_from("0123"), min_size=3, max_size=12), st.data())
def test_retrieval_finds_the_neighbors_of_the_query(context, data):
    inner = context[1:-1]
    query = data.draw(st.sampled_from(inner))
    places = [t for t, symbol in enumerate(context) if symbol == query]
    question = (*context, query)
    for name, place, side in [
        ("right_of_first", places[0], 1),
        ("left_of_first", places[0], -1),
        ("right_of_last", places[-1], 1),
        ("left_of_last", places[-1], -1),
    ]:
        answer = getattr(answers, name)
        if 0 <= place + side < len(context):
            assert answer(question) == (context[place + side],)
        else:
            with pytest.raises(WordError, match="neighbor"):
                answer(question)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sort", "<bos> 1 <eos> <sep>"),
        ("sort", "<bos> 1 <bos> <sep>"),
        ("addition", "<bos> 1 1 ="),
        ("addition", "<bos> 1 + ="),
        ("count", "<bos> 1 <sep>"),
        ("retrieve_right", "<bos> 1 2 3 <sep> 4"),
        ("retrieve_left_last", "<bos> 1 2 3 <sep> 4"),
    ],
)
def test_what_is_no_question_is_refused_in_one_line(name, text):
    one = task(name)
    word = one.word(text)
    with pytest.raises(WordError, match=f"is not a question of {name}") as error:
        one.label(word)
    assert "\n" not in str(error.value)
