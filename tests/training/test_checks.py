"""The fast forms of a label are compared with the label before training."""

import dataclasses
from random import Random

import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.tasks.catalogue import task
from lengthwise.training.samplers._scoring import from_batch_rule, one_by_one
from lengthwise.training.samplers.host_sampler import host_batch
from lengthwise.training.samplers.label_checks import check_labels, evidence_of
from lengthwise.training.samplers.urn import evidence


def zeros(word, **_numbers):
    return float(word.count("0"))


def fast_zeros(tokens, _lengths, **_numbers):
    return (tokens == 0).sum(1)


def capped_zeros(tokens, _lengths, **_numbers):
    return np.minimum((tokens == 0).sum(1), 3)


def wide_zeros(tokens, _lengths, **_numbers):
    return tokens


def counted_zeros(_xp, evidence, **_numbers):
    return evidence[:, 0]


def counted_ones(_xp, evidence, **_numbers):
    return evidence[:, 1]


def scalar(_xp, evidence, **_numbers):
    return evidence[0, 0]


def broken(_xp, evidence, **_numbers):
    return evidence[:, 7]


def with_rules(batch=None, counts=None):
    return dataclasses.replace(
        task("simple"),
        rule=f"{__name__}:zeros",
        batch_rule=batch and f"{__name__}:{batch}",
        counts_rule=counts and f"{__name__}:{counts}",
    )


def test_equal_forms_are_accepted():
    check_labels(task("simple"), 8)
    check_labels(with_rules(), 8)
    right = with_rules("fast_zeros", "counted_zeros")
    check_labels(right, 8)
    batch = host_batch(right, (1,), 8, 1, 8, 8)
    symbols = right.alphabet.symbols
    for row, length in enumerate(batch.inputs.lengths):
        word = [symbols[code] for code in batch.inputs.tokens[row, :length]]
        assert batch.targets[row, 0, 0] == word.count("0")


@pytest.mark.parametrize(
    ("batch", "counts", "line"),
    [
        (
            "capped_zeros",
            None,
            r"its batch_rule gives \[3.0\] for the word '.*', its l",
        ),
        ("wide_zeros", None, r"wide_zeros returns an array of the shape \(64, 8\)"),
        (None, "counted_ones", r"its counts_rule gives \[.*\] for the word '"),
        (None, "scalar", r"scalar returns an array of the shape \(\) for one word"),
        (None, "broken", r"broken fails on the counts of '.*': line \d+: IndexError"),
    ],
)
def test_other_forms_are_refused_with_the_word(batch, counts, line):
    with pytest.raises(SpecError, match=line):
        check_labels(with_rules(batch, counts), 8)


def test_every_prefix_is_asked_for_where_it_is_scored():
    one = task("tomita1")
    tokens, lengths = np.array([[1, 1, 0], [1, 0, 0]]), np.array([3, 2])
    exact = one_by_one(one, tokens, lengths)
    sets = dataclasses.replace(one, batch_rule=f"{__name__}:fast_sets")
    found = from_batch_rule(sets, tokens, lengths)
    assert (found[0] == exact[0]).all()
    assert (found[1, :3] == exact[1, :3]).all()


def fast_sets(tokens, _lengths):
    ones = ~(tokens == 0).any(1)
    return np.stack([ones & False, ones, ones], axis=1)


@pytest.mark.parametrize("text", ["simple", "modp:p=3,k=1", "kgram:k=2,S=2"])
def test_what_is_counted_is_what_the_trainer_counts(text):
    one = task(text)
    for seed in range(3):
        word = one.draw(Random(seed), 7)
        tokens = np.array(one.alphabet.encode(word))
        assert (evidence_of(one, word) == evidence(one, tokens, 7)).all()
