"""``lw.grid`` and ``lw.trial``: the keys of a grid file, from Python."""

import sys
from dataclasses import replace

import numpy as np
import pytest

import lengthwise as lw
from lengthwise.experiments.spec.schema import grid_of
from lengthwise.experiments.spec.settings import RECIPE, model_settings
from lengthwise.models import KINDS
from lengthwise.tasks.catalogue import FAMILIES
from tests.own.own_texts import FILE, forget, write

FILE_TEXT = """
train_length = [8, 16]
seed = [0, 1, 2]
[task]
name = "modp"
p = [3, 5]
k = 1
[model]
width = [8, 16]
lags = ["none"]
[recipe]
batch = 256
rate = 0.5
[evaluation]
lengths = [64, 128]
words = 512
standard_error = 0.1
seed = 7
"""
GIVEN = {
    "train_length": [8, 16],
    "seed": range(3),
    "p": [3, 5],
    "width": np.array([8, 16]),
    "lags": (None,),
    "batch": np.int64(256),
    "rate": 0.5,
    "test_length": (64, 128),
    "words": 512,
    "standard_error": 0.1,
    "evaluation_seed": 7,
}


def test_a_grid_is_that_of_a_file_with_the_same_keys():
    assert lw.grid("modp:k=1", **GIVEN) == grid_of(FILE_TEXT)
    assert lw.grid(lw.task("modp:p=3,k=1"), **GIVEN) == grid_of(FILE_TEXT)


def test_a_task_with_a_format_keeps_it():
    found = lw.grid("tomita4@recognize-end", train_length=8)
    assert str(found[0].task) == "tomita4@recognize-end"


@pytest.mark.parametrize(
    ("task", "length", "tested"),
    [
        ("simple", [8, 30], (60, 120, 240)),
        ("modp:p=3", 10, (21, 22, 23, 42, 43, 44, 81, 82, 83)),
        ("abab_star", 6, (12, 24, 48)),
        ("sort:symbols=9", 3, (6,)),
    ],
)
def test_test_lengths_are_multiples_of_the_longest_training_length(
    task, length, tested
):
    subject = lw.task(task)
    found = lw.grid(task, train_length=length).evaluation.lengths
    most = subject.max_length or max(tested)
    assert found == tuple(n for n in found if n <= most)
    assert found[: len(tested)] == tested


WRONG = {
    "a task": ({"task": 3}, "of the type int; give a Task"),
    "no task": ({"task": "smple"}, "did you mean 'simple'"),
    "a length": ({"train_length": "8"}, "train_length"),
    "no length": ({"train_length": []}, "train_length is an empty list"),
    "a word": ({"batch": "many"}, "recipe.batch"),
    "not finite": ({"rate": float("nan")}, "recipe.rate is nan; it must be finite"),
    "a name": ({"widht": 8}, "no setting of a grid is called 'widht'"),
    "twice": ({"seed": [1, 1]}, "seed contains 1 twice"),
    "too short": ({"test_length": 4}, "shorter than train_length=8"),
    "words": ({"words": True}, "evaluation.words"),
    "a number": ({"omega": "two"}, "task.omega"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_in_a_line(name):
    more, message = WRONG[name]
    given = {"task": "simple", "train_length": [8]} | more
    with pytest.raises(lw.LengthwiseError) as caught:
        lw.grid(given.pop("task"), **given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_trial_is_one_of_a_grid():
    grid = lw.grid("simple:omega=2", train_length=[8, 16], seed=range(3), width=8)
    assert lw.trial("simple:omega=2", train_length=16, seed=1, width=8) in list(grid)
    with pytest.raises(lw.LengthwiseError, match=r"make 2 trials; lw\.grid"):
        lw.trial("simple", train_length=8, width=[8, 16])
    with pytest.raises(lw.LengthwiseError, match="no setting of a grid"):
        lw.trial("simple", train_length=8, words=64)
    with pytest.raises(lw.LengthwiseError, match="train_length"):
        lw.trial("simple", train_length="8")
    assert lw.trial("sort:symbols=9", train_length=9).train_length == 9


def test_no_parameter_of_a_task_has_the_name_of_a_setting():
    own = {"train_length", "seed", "test_length", "words", "task"}
    own |= {one.name for kind in KINDS for one in model_settings(kind)}
    own |= {one.name for one in RECIPE}
    for family in FAMILIES.values():
        numbers = {name for name, _ in family.task({}, None).numbers}
        assert not numbers & own, family.name


def test_a_value_of_ones_own_is_found_in_its_file(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(write(tmp_path))
    forget()
    import parity_of_ones

    by_value = lw.grid(parity_of_ones.TASK, train_length=[6], seed=range(2))
    by_name = lw.grid(f"{tmp_path / FILE}:TASK", train_length=[6], seed=range(2))
    assert by_value == by_name
    assert by_value.origin is not None
    with pytest.raises(lw.LengthwiseError, match="called 'omega'"):
        lw.grid(parity_of_ones.TASK, train_length=[6], omega=2)
    forget()
    del sys.modules["parity_of_ones"]


def test_a_task_that_only_looks_like_one_of_the_catalogue_is_refused():
    changed = replace(lw.task("simple:omega=2"), min_length=3)
    other = replace(lw.task("simple:omega=2"), name="other")
    for task in (changed, other):
        with pytest.raises(lw.LengthwiseError, match="not that of the catalogue"):
            lw.grid(task, train_length=8)
