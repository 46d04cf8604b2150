"""What must hold of every task of the catalogue."""

import dataclasses
import json
from random import Random

import pytest

from lengthwise.errors import SpecError, WordError
from lengthwise.tasks.catalogue import FAMILIES, GROUPS, task
from lengthwise.tasks.languages.counter_machines import Lead
from lengthwise.tasks.laws import Sparse
from lengthwise.tasks.outputs import NextToken, State
from lengthwise.tasks.task_format import FORMATS
from lengthwise.words import Alphabet

LISTED = [name for names in GROUPS.values() for name in names]
EVERY = [
    f"{name}@{form}" for name in LISTED for form in FAMILIES[task(name).name].formats
]


@pytest.mark.parametrize("text", EVERY)
def test_a_task_is_plain_data_that_its_text_names(text):
    one = task(text)
    assert task(str(one)) == one
    assert hash(task(str(one))) == hash(one)
    assert eval(repr(one.numbers)) == one.numbers
    data = json.loads(json.dumps(one.data(), allow_nan=False))
    assert data["task"] == str(one)
    assert data["alphabet"] == list(one.alphabet)
    assert data["format"] in FORMATS
    assert one.summary
    assert "\n" not in one.summary


@pytest.mark.parametrize("text", EVERY)
def test_drawn_inputs_are_words_of_the_task_with_the_length(text):
    one = task(text)
    rng = Random(0)
    lengths = one.lengths(0, 24)
    assert lengths[0] >= one.min_length
    for length in lengths:
        word = one.draw(rng, length)
        one.alphabet.encode(word)
        assert one.targets(word)
        if one.format != "next-token":
            assert len(word) == length
        if one.format in {"next-set", "state-blank"}:
            assert one.language.accepts(word)


@pytest.mark.parametrize("text", [t for t in EVERY if t.endswith("next-token")])
def test_a_drawn_instance_has_a_question_of_the_length_and_its_answer(text):
    one = task(text)
    assert isinstance(one.output, NextToken)
    for length in one.lengths(0, 30):
        word = one.draw(Random(length), length)
        question, answer = one.output.split(word)
        assert one.label(word) == ()
        assert answer[-1] == "<eos>"
        prompt = one.output.prompt(question)
        assert one.label(prompt) == answer
        counted = {
            "count": len(answer) - 1,
            "addition": len(question) + 1,
        }.get(one.name, len(question) - one.output.query)
        assert counted == length
        for place, symbol in one.targets(word).items():
            assert one.label(word[:place])[0] == symbol


def test_instances_have_the_published_form():
    examples = {
        "bin_majority": "<bos> 0 1 1 0 1 <sep> 1 <eos>",
        "bin_majority_interleave": "<bos> 0 1 1 0 1 1 1 0 1 <sep> 0 1 1 <eos>",
        "unique_copy": "<bos> 149 7 0 <sep> 149 7 0 <eos>",
        "sort": "<bos> 149 7 0 <sep> 0 7 149 <eos>",
        "parity": "<bos> <sep> e <eos>",
        "addition": "<bos> 1 0 + 1 1 1 = 1 0 0 1 <eos>",
        "step_copy:k=3": "<bos> # # 5 1 9 2 7 0 <sep> 5 2 <eos>",
        "unique_reverse": "<bos> 149 7 0 <sep> 0 7 149 <eos>",
        "unique_bigram_copy": "<bos> 1 1 0 1 <sep> 1 1 0 1 <eos>",
        "count": "<bos> 8 11 <sep> 8 9 10 11 <eos>",
        "parity_cot": "<bos> 1 0 1 <sep> e o e <sep> e <eos>",
        "retrieve_left": "<bos> 4 7 5 6 <sep> 5 7 <eos>",
        "retrieve_right_last": "<bos> 5 7 5 6 <sep> 5 6 <eos>",
    }
    for name, text in examples.items():
        one = task(name)
        assert one.label(one.word(text)) == ()


@pytest.mark.parametrize(
    ("name", "symbols"),
    [
        ("bin_majority", "0 1"),
        ("majority", "a b c d e f g h i j k l m n o p q r s t u v w x y z"),
        ("bin_majority_interleave", "0 1"),
        ("unique_copy", " ".join(map(str, range(150)))),
        ("repeat_copy", "a b"),
        ("sort", " ".join(map(str, range(150)))),
        ("parity", "0 1 e o"),
        ("addition", "0 1 + ="),
        ("unique_bigram_copy", " ".join(map(str, range(16)))),
    ],
)
def test_vocabularies_are_in_the_published_order(name, symbols):
    specials = ("<bos>", "<sep>", "<eos>")
    assert task(name).alphabet.symbols == (*symbols.split(), *specials)


@pytest.mark.parametrize(
    ("name", "shortest"),
    [
        ("bin_majority", 1),
        ("majority", 1),
        ("bin_majority_interleave", 3),
        ("unique_copy", 1),
        ("repeat_copy", 1),
        ("sort", 1),
        ("parity", 0),
        ("addition", 4),
        ("simple", 1),
        ("modp:p=7", 7),
        ("kgram:k=3", 4),
    ],
)
def test_the_shortest_lengths_are_the_published_ones(name, shortest):
    assert task(name).lengths(0, 20)[0] == shortest


def test_lengths_know_gaps_and_limits():
    assert task("bin_majority_interleave").lengths(0, 10) == (3, 6, 9)
    assert task("step_copy:k=3").lengths(0, 12) == (5, 8, 11)
    assert task("sort:symbols=4").lengths(0, 9) == (1, 2, 3, 4)
    assert task("anbncn").lengths(0, 10) == (3, 6, 9)
    assert task("tomita6").lengths(0, 4) == (2, 3, 4)


@pytest.mark.parametrize(("name", "length"), [("sort:symbols=4", 5), ("dyck1", 3)])
def test_a_length_without_inputs_is_refused(name, length):
    with pytest.raises(WordError, match=f"has no input of length {length}"):
        task(name).draw(Random(0), length)


def test_sparse_words_have_few_ones():
    one = task("parity_k:k=3")
    assert one.law == Sparse(3)
    ones = {one.draw(Random(seed), 20).count("1") for seed in range(100)}
    assert ones == {0, 1, 2, 3}


def test_a_wrong_answer_has_no_label():
    sort = task("sort")
    with pytest.raises(WordError, match="'3' does not begin the answer '1 3 <eos>'"):
        sort.label(sort.word("<bos> 3 1 <sep> 3"))


def test_a_tie_has_no_label():
    majority = task("majority")
    with pytest.raises(WordError, match="'a b' has 2 most frequent symbols"):
        majority.label(majority.word("<bos> a b <sep>"))


def test_a_foreign_symbol_has_no_label():
    with pytest.raises(WordError, match="'x' is not one of the symbols"):
        task("simple").label("01x")


def test_only_an_automaton_has_states():
    with pytest.raises(SpecError, match="has no automaton, so no states"):
        dataclasses.replace(task("dyck1"), output=State(3))


def test_a_language_must_have_the_alphabet_of_the_task():
    with pytest.raises(SpecError, match="they must be the same"):
        dataclasses.replace(task("dyck1"), alphabet=Alphabet("[]"))


def test_only_regular_tasks_hold_an_automaton():
    assert task("tomita3").dfa is task("tomita3").language
    assert task("dyck1").dfa is None
    assert isinstance(task("majority_language").language, Lead)


def test_the_period_of_a_task_is_that_of_its_distribution():
    assert task("modp", p=5).period == 5
    assert task("simple").period == 1


def test_a_notebook_shows_which_lengths_a_task_has():
    one = task("step_copy")
    assert f" in steps of {one.stride}" in one._repr_html_()
    assert "in steps" not in task("sort")._repr_html_()
