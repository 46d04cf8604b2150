"""Labels of many words at once, against the label of each."""

import dataclasses

import numpy as np
import pytest

from lengthwise.errors import SpecError, WordError
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.labels.batch_labels import check_batch_rule

WORDS = [("0", "0", "2"), ("1",), ("0", "1", "1", "2")]


def means(tokens, _, *, omega):
    zeros, ones = (tokens == 0).sum(1), (tokens == 1).sum(1)
    return np.sin(omega * (zeros - ones) / np.maximum(zeros + ones, 1))


def columns(tokens, lengths, *, omega):
    return means(tokens, lengths, omega=omega)[:, None]


def wrong(tokens, lengths, *, omega):
    return means(tokens, lengths, omega=omega) + (lengths == 1)


def short(*_, **__):
    return np.zeros(2)


def bits(_, lengths, **__):
    return np.zeros(len(lengths), bool)


def failing(tokens, *_, **__):
    return tokens.no_such_thing


def refusing(*_, **__):
    raise WordError("too short")


def states(tokens, _):
    return np.where((tokens == 0).any(1), 1, 0)


def accepted(tokens, _):
    return ~(tokens == 0).any(1)


def numbers(tokens, lengths):
    return accepted(tokens, lengths).astype(int)


def following(tokens, lengths):
    ones = accepted(tokens, lengths)
    return np.stack([ones & False, ones, ones], axis=1)


def shares(_, lengths, *, S, **__):
    found = np.full((len(lengths), S), 1 / S)
    found[-1] = [0, 1]
    return found


def with_rule(name, rule):
    return dataclasses.replace(task(name), batch_rule=f"{__name__}:{rule}")


@pytest.mark.parametrize("rule", ["means", "columns"])
def test_a_right_rule_passes(rule):
    check_batch_rule(with_rule("simple", rule), WORDS)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("tomita1@state-blank", "states"),
        ("tomita1@recognize-end", "accepted"),
        ("tomita1@next-set", "following"),
    ],
)
def test_languages_have_batch_rules_too(name, rule):
    one = with_rule(name, rule)
    check_batch_rule(one, [word for n in range(4) for word in one.alphabet.words(n)])


def test_vectors_have_a_column_a_number():
    words = [("0", "1"), ("0", "1", "0")]
    check_batch_rule(with_rule("kgram:k=1,S=2", "shares"), words)


@pytest.mark.parametrize(
    ("name", "rule", "line"),
    [
        (
            "simple",
            "wrong",
            r"wrong says 1\.75.* for the word '1', lengthwise\.tasks\.l",
        ),
        ("simple", "short", r"array of the shape \(2,\) for 3 words; output Real asks"),
        ("simple", "bits", "bits says False for the word '0 0 2'"),
        ("simple", "failing", r"fails on 3 words: line \d+: AttributeError"),
        ("simple", "refusing", "^too short$"),
        ("simple", "none", "has no function 'none'"),
        ("tomita1@recognize-end", "numbers", "says 0 for the word '0 0'"),
        ("sort", "means", "tasks with answers have none"),
    ],
)
def test_the_first_word_that_differs_is_named(name, rule, line):
    words = WORDS if name == "simple" else [("0", "0")]
    with pytest.raises((SpecError, WordError), match=line):
        check_batch_rule(with_rule(name, rule), words)


def test_memory_passes():
    one = dataclasses.replace(task("simple"), batch_rule=f"{__name__}:exhausted")
    with pytest.raises(MemoryError):
        check_batch_rule(one, WORDS)


def exhausted(*_, **__):
    raise MemoryError
