"""Labels that cannot be used are named with their word; tables equal the labels."""

import dataclasses

import numpy as np
import pytest

from lengthwise.errors import SpecError, WordError
from lengthwise.tasks.catalogue import task
from lengthwise.training.samplers import _acceptors as acceptors
from lengthwise.training.samplers._by_law import law_words
from lengthwise.training.samplers._scoring import (
    label_numbers,
    one_by_one,
    targets_of,
)

BAD: dict[str, object] = {}


def bad(word, *_language, **_numbers):
    """Right on the example of the task, which building it asks for; then as told."""
    if word not in BAD:
        return BAD["else"]
    if isinstance(BAD[word], Exception):
        raise BAD[word]
    return BAD[word]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("simple", "0.5"),
        ("simple", float("nan")),
        ("kgram", (0.5, 0.5)),
        ("tomita1@recognize-end", 1),
        ("tomita1@state-blank", 2),
        ("tomita1@next-set", ("1", "2")),
    ],
)
def test_a_label_of_another_kind_is_named_with_its_word(name, label):
    right = {"state-blank": 0, "next-set": (), "recognize-end": False}
    one = task(name)
    example = 0.0 if one.name == "simple" else (0.2, 0.3, 0.5)
    BAD.update({"else": right.get(one.format, example), ("0", "1", "0"): label})
    one = dataclasses.replace(one, rule=f"{__name__}:bad")
    with pytest.raises(WordError, match=r":bad returns .* for the word '0 1 0'; "):
        targets_of(one, np.array([[0, 1, 0]]), np.array([3]))


def test_a_label_function_that_fails_is_named_with_its_word():
    BAD.update({"else": 0.0, ("0",): ZeroDivisionError("by 0")})
    one = dataclasses.replace(task("simple"), rule=f"{__name__}:bad")
    with pytest.raises(WordError, match=r"fails on the word '0': .*: by 0"):
        label_numbers(one, ("0",))
    with pytest.raises(WordError, match="has no position"):
        label_numbers(task("modp"), ("0",))
    with pytest.raises(SpecError, match="asked for by instance"):
        label_numbers(task("parity"), ("<bos>", "<sep>"))


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
