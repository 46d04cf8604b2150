"""A trial is named by what differs from the standard; the name never changes."""

import json

import numpy as np
import pytest
from hypothesis import given

from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.spec.canonical import canonical
from lengthwise.experiments.spec.evaluation import Evaluation, read_evaluation
from lengthwise.experiments.spec.trial import Trial, read_trial, trial
from lengthwise.training.lane import Lane
from tests.experiments import record_strategies as our

SIMPLE = trial("simple", {"omega": 4}, train_length=64, seed=3)


@given(our.trials())
def test_a_trial_reads_back_from_json(one):
    text = canonical(one.plain())
    again = read_trial(json.loads(text))
    assert again == one
    assert again.key == one.key
    assert canonical(again.plain()) == text


@given(our.trials(), our.trials())
def test_two_trials_have_one_key_only_if_they_are_equal(one, other):
    assert (one.key == other.key) == (one == other)


@given(our.evaluations)
def test_an_evaluation_reads_back_from_json(asked):
    again = read_evaluation(json.loads(canonical(asked.plain())))
    assert again == asked
    assert again.key == asked.key


def test_the_key_of_a_trial_is_part_of_the_file_format():
    assert canonical(SIMPLE.plain()) == (
        '{"format":1,"seed":3,"task":{"name":"simple","omega":4.0},"train_length":64}'
    )
    assert SIMPLE.key == (
        "92b329b53aeab8ed0a36fe4e239c8e1852c0f22a4fabc41ffb6f8d397fcc1952"
    )
    other = trial(
        "kgram",
        {"k": 1, "S": 2},
        train_length=8,
        seed=0,
        model={"lags": (2, None), "width": 16},
        recipe={"rate": 0.001},
    )
    assert canonical(other.plain()) == (
        '{"format":1,"model":{"lags":[2,null],"width":16},"recipe":{"rate":0.001},'
        '"seed":0,"task":{"S":2,"k":1,"name":"kgram"},"train_length":8}'
    )
    assert other.key == (
        "fa97bd1a0a575fb62ab5f28f7273c2b58d2615d99441864deb1599cb9a11c00e"
    )


def test_settings_that_came_later_are_a_part_of_the_key():
    later = {"recipe": {"stop": "mean", "randomness": "setting"}}
    one = trial("simple", {"omega": 4}, train_length=64, seed=3, **later)
    assert canonical(one.plain()) == (
        '{"format":1,"recipe":{"randomness":"setting","stop":"mean"},"seed":3,'
        '"task":{"name":"simple","omega":4.0},"train_length":64}'
    )
    assert one.key == (
        "b3259958dabef6df0f92657351d41bd92665c81f5a50e9e5575971dfd5326840"
    )
    assert one.lane.setting == 3873261410  # decides bits, so it never changes


def test_the_number_of_a_setting_knows_all_but_the_length_and_the_seed():
    def number(omega=4, train_length=64, seed=3, model=(), recipe=()):
        whole = {"randomness": "setting", **dict(recipe)}
        numbers = {"omega": omega}
        settings = {"model": dict(model), "recipe": whole}
        return trial(
            "simple", numbers, train_length=train_length, seed=seed, **settings
        ).lane.setting

    assert number() == number(train_length=8) == number(seed=4)
    others = [
        number(omega=5),
        number(model={"units": 64}),
        number(recipe={"threshold": 0.0}),
        number(recipe={"max_steps": 100}),
        number(recipe={"stop": "mean"}),
    ]
    assert len({number(), *others}) == 6
    assert SIMPLE.lane.setting == 0


def test_the_key_of_an_evaluation_is_part_of_the_file_format():
    assert Evaluation(lengths=(64, 128)).key == (
        "602f8a4876c87fa555da8fa5efecf8e2b9bb35df0f17a6e29d8a8957053de7ef"
    )


def test_what_is_at_its_default_is_left_out():
    said = trial(
        "simple",
        {"omega": 4.0},
        train_length=64,
        seed=3,
        model={"width": 16, "units": 256, "heads": (1,), "lags": (None,)},
        recipe={"batch": 1024, "form": "statistics", "threshold": 1e-5},
    )
    assert said == SIMPLE
    assert said.key == SIMPLE.key


def test_a_trial_that_says_no_form_has_the_fastest_one():
    """The same trial, so the same key, as where the form was said."""
    deep = {"model": {"heads": (1, 1)}}
    numbers, rest = {"omega": 4}, {"train_length": 64, "seed": 3}
    chosen = trial("simple", numbers, **rest, **deep)
    said = trial("simple", numbers, **rest, **deep, recipe={"form": "prefix"})
    assert chosen.recipe.form == "prefix"
    assert (
        chosen.key
        == said.key
        == ("d04c1b59921d67a3936c99ec60db9d579226e8b3d6d40ecaf8dad1325609e85d")
    )


def test_the_limit_net_is_the_kind_that_no_trial_says():
    numbers, rest = {"omega": 4}, {"train_length": 64, "seed": 3}
    said = trial("simple", numbers, **rest, model={"kind": "limit_net"})
    assert said.key == SIMPLE.key
    whole = trial("parity_language", {}, **rest)
    assert "kind" not in whole.plain()["model"]
    plain = whole.plain() | {"model": whole.plain()["model"] | {"kind": "limit_net"}}
    assert read_trial(plain).key == whole.key


def test_equal_numbers_of_other_types_give_the_same_key():
    lane = Lane(
        seed=np.int64(3), train_length=np.int64(64), numbers={"omega": np.float32(4)}
    )
    assert Trial(SIMPLE.recipe, lane).key == SIMPLE.key
    zero = trial("simple", {"omega": 0.0}, train_length=64, seed=3)
    assert trial("simple", {"omega": -0.0}, train_length=64, seed=3).key == zero.key


def test_a_trial_says_what_it_is():
    assert str(SIMPLE) == f"{SIMPLE.key[:12]} simple:omega=4 train_length=64 seed=3"


@pytest.mark.parametrize(
    ("task", "numbers", "more", "message"),
    [
        ("simples", {}, {}, "did you mean 'simple'"),
        ("simple", {"omega": float("nan")}, {}, "omega=nan"),
        ("modp", {"p": 3, "k": 3}, {}, "k must be a residue, 0 to 2"),
        ("modp", {"p": 0, "k": 0}, {}, "p must be a whole number"),
        ("simple", {"omega": 1}, {"model": {"with": 2}}, "did you mean 'width'"),
        ("simple", {"omega": 1}, {"model": {"symbols": 2}}, "no setting of"),
        ("simple", {"omega": 1}, {"model": {"width": 0}}, "width is 0"),
        ("simple", {"omega": 1}, {"model": {"kind": "gtp"}}, "no kind of model"),
        (
            "simple",
            {"omega": 1},
            {"model": {"heads": (1, 1)}, "recipe": {"form": "statistics"}},
            "use form 'prefix'",
        ),
        ("simple", {"omega": 1}, {"model": {"width": "x"}}, "wrong type"),
        ("simple", {"omega": 1}, {"recipe": {"rate": float("inf")}}, "rate is inf"),
        ("simple", {"omega": 1}, {"train_length": 0}, "train_length is 0"),
        ("simple", {"omega": 1}, {"train_length": 2**31}, "train_length is"),
        ("simple", {"omega": 1}, {"seed": -1}, "seed is -1"),
    ],
)
def test_what_cannot_be_trained_is_refused(task, numbers, more, message):
    settings = {"train_length": 64, "seed": 0} | more
    with pytest.raises((SpecError, UnknownNameError), match=message) as caught:
        trial(task, numbers, **settings)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"lengths": ()}, "distinct and at least 1"),
        ({"lengths": (0, 4)}, "distinct and at least 1"),
        ({"lengths": (4, 4)}, "distinct and at least 1"),
        ({"lengths": (4,), "words": 63}, "at least 64"),
        ({"lengths": (4,), "standard_error": 0}, "above 0"),
        ({"lengths": (4,), "standard_error": float("nan")}, "above 0"),
        ({"lengths": (4,), "seed": 2**32}, "seed is"),
    ],
)
def test_what_cannot_be_asked_is_refused(settings, message):
    with pytest.raises(SpecError, match=message):
        Evaluation(**settings)


def test_test_lengths_shorter_than_training_are_refused():
    with pytest.raises(SpecError, match=r"test lengths \[32\] are shorter than"):
        Evaluation(lengths=(32, 128)).check(SIMPLE)
    with pytest.raises(SpecError, match="test length"):
        Evaluation(lengths=(2**40,)).check(SIMPLE)
