"""Labels that cannot be used are named with their word; tables equal the labels."""

import dataclasses

import numpy as np
import pytest

from lengthwise.errors import WordError
from lengthwise.tasks.catalogue import task
from lengthwise.training.samplers import acceptors
from lengthwise.training.samplers.by_law import law_words
from lengthwise.training.samplers.scoring import (
    label_numbers,
    one_by_one,
    targets_of,
)


def lengths_of(tokens, lengths):
    """Whether a word has an even number of symbols; of next sets: nothing, so far."""
    assert ((tokens >= 0).sum(1) == lengths).all()
    return lengths % 2 == 0


def even(word, *_language):
    return len(word) % 2 == 0


def nothing_next(word, _language):
    return ("<eos>",) if len(word) % 2 == 0 else ()


def ends(tokens, lengths):
    found = np.zeros((len(lengths), 3))
    found[:, -1] = lengths_of(tokens, lengths)
    return found


@pytest.mark.parametrize(
    ("name", "rule", "batch_rule"),
    [
        ("tomita1@recognize-end", "even", "lengths_of"),
        ("tomita1", "nothing_next", "ends"),
    ],
)
def test_an_array_form_gives_the_targets_of_the_label(name, rule, batch_rule):
    one = dataclasses.replace(task(name), rule=f"{__name__}:{rule}")
    fast = dataclasses.replace(one, batch_rule=f"{__name__}:{batch_rule}")
    tokens, lengths = np.zeros((4, 3), dtype=int), np.array([1, 2, 3, 3])
    found, exact = (targets_of(each, tokens, lengths) for each in (fast, one))
    for row, length in enumerate(lengths):
        end = length + 1 if one.format == "next-set" else 1
        assert (found[row, :end] == exact[row, :end]).all()


def test_labels_are_numbers():
    assert label_numbers(task("kgram:k=1,S=2"), ("0", "0")) == [1.0, 0.0]
    with pytest.raises(WordError, match="has no position"):
        label_numbers(task("modp"), ("0",))


@pytest.mark.parametrize(
    "text", ["dyck1", "shuffle2", "boolean3", "anbn", "anbn@recognize-last"]
)
def test_words_without_a_table_have_the_same_targets(text, monkeypatch):
    one = task(text)
    lengths = np.array([n for n in one.lengths(1, 9) for _ in range(4)])
    words = law_words(one, np.random.default_rng(0), lengths, 9)
    fast = targets_of(one, words, lengths)
    monkeypatch.setattr(acceptors, "STATES", 0)
    acceptors._acceptor.cache_clear()
    slow = targets_of(one, words, lengths)
    acceptors._acceptor.cache_clear()
    exact = one_by_one(one, words, lengths)
    for row, length in enumerate(lengths):
        end = length + 1 if one.format == "next-set" else 1
        assert (fast[row, :end] == exact[row, :end]).all()
        assert (slow[row, :end] == exact[row, :end]).all()


def test_a_word_that_begins_no_member_has_nothing_next(monkeypatch):
    monkeypatch.setattr(acceptors, "STATES", 0)
    acceptors._acceptor.cache_clear()
    found = targets_of(task("dyck1"), np.array([[0, 1, 1, 0]]), np.array([4]))
    acceptors._acceptor.cache_clear()
    assert found.sum(-1).tolist() == [[2, 2, 2, 0, 0]]
