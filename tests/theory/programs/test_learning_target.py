"""What can be learned: tasks, files of examples, and what is wrong with them."""

from random import Random

import pytest

import lengthwise as lw
from lengthwise.errors import FormatError, SpecError, WordError
from lengthwise.tasks.catalogue import task
from lengthwise.theory.programs.learning_target import (
    examples_target,
    read_examples,
    task_target,
)

LEAD = """
import lengthwise as lw

def first_is_a(word):
    return word[0] == "a"

TASK = lw.Task(
    name="first", alphabet=lw.Alphabet("ab"), output=lw.Accept(),
    format="recognize-last", rule="first_task:first_is_a", law=lw.Compositions(),
    summary="begins with a", example=("a",), source="mine",
)
"""


def test_words_are_drawn_with_the_length_that_is_asked_for():
    for name in ("tomita4", "dyck1", "majority_language"):
        target = task_target(task(name))
        assert target.draw is not None
        assert len(target.draw(Random(0), 20)) == 20


def test_a_task_of_ones_own_is_learned(tmp_path):
    path = tmp_path / "first_task.py"
    path.write_text(LEAD)
    learned = lw.learn(f"{path}:TASK", hypotheses="none")
    assert learned.basis == "tested"
    assert learned.n0 is not None
    assert lw.run(learned.program, "abbb").accepted
    assert not lw.run(learned.program, "baaa").accepted


def test_a_file_of_examples_is_read(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("// mine\n+ ab\n\n+ a a b b   // longer\n- b a\n- a\n")
    target = read_examples(str(path))
    assert target.words == (("a",), ("a", "b"), ("b", "a"), ("a", "a", "b", "b"))
    assert target.labels(target.words) == [False, True, False, True]
    assert read_examples(str(path), "abc").alphabet.symbols == ("a", "b", "c")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("ab\n", FormatError, r"line 1 begins with 'ab'; write \+ or -"),
        ("+ a\n- a\n", SpecError, "'a' is among both kinds"),
        ("+\n", SpecError, "an empty word among the examples"),
        ("// none\n", SpecError, "no word among the examples"),
    ],
)
def test_what_is_wrong_with_examples_is_said(tmp_path, text, error, message):
    path = tmp_path / "words.txt"
    path.write_text(text)
    with pytest.raises(error, match=message):
        read_examples(str(path))


def test_a_word_outside_the_alphabet_is_refused():
    with pytest.raises(WordError):
        examples_target([(("c",), True)], "ab")


def test_exactly_one_thing_is_learned():
    with pytest.raises(SpecError, match="2 things to learn"):
        lw.learn("tomita1", regex="a*")
    with pytest.raises(SpecError, match="0 things to learn"):
        lw.learn()
    with pytest.raises(SpecError, match="their own alphabet"):
        lw.learn("tomita1", alphabet="01")
    over = lw.learn(dfa=task("tomita1").dfa, alphabet="012", hypotheses="dfa")
    assert over.alphabet.symbols == ("0", "1", "2")


def test_longer_examples_than_the_length_are_left_out():
    pairs = [("a", True), ("ab", False), ("abab", True)]
    learned = lw.learn(examples=pairs, length=2)
    assert [row.n for row in learned.rows] == [1, 2]


def test_a_result_shows_itself_in_a_notebook():
    learned = lw.learn("tomita1")
    assert "<table" in learned._repr_html_()
    assert "never" in learned._repr_html_()
    assert "<table" in lw.learn("parity_language", size=2)._repr_html_()
