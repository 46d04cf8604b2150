"""The fastest form follows from positions, depth and distribution, not from names."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from lengthwise.models import ByCounts, LimitNet
from lengthwise.models.forms import forms_by_counts
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.laws import Compositions, UniformWords, Urn
from lengthwise.training.batch import shapes
from lengthwise.training.form_choice import forms

EVERY = ("statistics", "prefix", "sequence")


@pytest.mark.parametrize(
    ("text", "settings", "expected"),
    [
        ("simple", {}, EVERY),
        ("simple", {"lags": (2,)}, EVERY),
        ("simple", {"delta": 2}, EVERY[1:]),
        ("simple", {"heads": (1, 1)}, EVERY[1:]),
        ("modp:p=5", {"delta": 5}, EVERY),
        ("modp:p=5", {}, EVERY[1:]),
        ("kgram", {}, EVERY[1:]),
        ("parity_language", {}, EVERY[2:]),
        ("sort", {}, EVERY[2:]),
    ],
)
def test_forms_of_tasks_of_the_catalogue(text, settings, expected):
    one = task(text)
    symbols, outputs, _, _ = shapes(one)
    assert (
        forms(LimitNet(symbols=symbols, outputs=outputs, **settings), one) == expected
    )


def test_another_name_changes_nothing_and_another_distribution_does():
    simple, net = task("simple"), LimitNet(symbols=3)
    assert isinstance(simple.law, Compositions)
    assert forms(net, replace(simple, name="mine")) == EVERY
    assert forms(net, replace(simple, law=Urn(1))) == EVERY[1:]
    assert forms(net, replace(simple, law=UniformWords(None))) == EVERY[2:]
    assert forms(net, replace(simple, counts_rule=None)) == EVERY[2:]


def test_positions_whose_order_matters_are_read_as_a_sequence():
    assert forms_by_counts(None, depth=1) == EVERY[2:]
    model = SimpleNamespace(by_counts=None, forms=forms_by_counts(None, depth=1))
    assert forms(model, task("simple")) == EVERY[2:]
    counted = SimpleNamespace(by_counts=ByCounts(delta=4), forms=EVERY)
    assert forms(counted, task("simple")) == EVERY[1:]
