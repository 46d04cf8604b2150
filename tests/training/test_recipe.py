import json
from dataclasses import replace

import jax
import jax.numpy as jnp
import pytest

from lengthwise.errors import HostError, SpecError
from lengthwise.experiments.spec.trial import read_trial, trial
from lengthwise.models import LimitNet
from lengthwise.tasks.task_name import TaskName
from lengthwise.training.bundle_program import PRECISION, PRECISIONS
from lengthwise.training.device import width
from lengthwise.training.device.width import lane_bytes, width_for
from lengthwise.training.lane import Lane, check, read_lane
from lengthwise.training.recipe import Recipe
from tests.models.canonical_net import KGRAM, SIMPLE, simple_lanes

LATER = replace(SIMPLE, stop="mean", randomness="setting")


def test_settings_that_came_later_are_left_out_at_their_default():
    assert not {"stop", "randomness"} & SIMPLE.plain().keys()
    assert LATER.plain()["stop"] == "mean"
    assert "setting" not in Lane(seed=1, train_length=4).plain()


def test_lanes_survive_json():
    lanes = [*simple_lanes(3), Lane(seed=1, train_length=8, setting=7)]
    assert [read_lane(json.loads(json.dumps(lane.plain()))) for lane in lanes] == [
        *lanes
    ]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"form": "magic"}, "allowed are statistics, prefix, sequence"),
        ({"stop": "luck"}, "stop 'luck'; allowed are batch, mean"),
        ({"randomness": "none"}, "allowed are seed, setting"),
        ({"model": LimitNet(symbols=2)}, "2 symbols and 1 outputs"),
        ({"model": LimitNet(symbols=3, delta=2)}, "use form 'prefix'"),
        ({"model": LimitNet(symbols=3, heads=(1, 1))}, "use form 'prefix'"),
        ({"batch": 0}, "batch is 0"),
        ({"max_steps": 0}, "max_steps is 0"),
        ({"rate": float("nan")}, "rate is nan"),
        ({"threshold": -1.0}, "threshold is -1.0"),
    ],
)
def test_parts_that_do_not_fit_are_named(wrong, message):
    with pytest.raises(SpecError, match=message):
        replace(SIMPLE, **wrong)


def test_statistics_need_a_task_with_counts():
    net = LimitNet(symbols=2, outputs=2)
    with pytest.raises(
        SpecError, match="by their counts, which this net on task kgram"
    ):
        Recipe(task=TaskName("kgram", (("k", 1), ("S", 2))), model=net)


@pytest.mark.parametrize(
    ("lane", "message"),
    [
        ({"seed": -1, "train_length": 4}, "seed is -1"),
        ({"seed": 2**32, "train_length": 4}, "seed is 4294967296"),
        ({"seed": 0, "train_length": 0}, "train_length is 0"),
        ({"seed": 0, "train_length": 4, "setting": 2**32}, "setting is 4294967296"),
    ],
)
def test_impossible_lanes_are_named(lane, message):
    with pytest.raises(SpecError, match=message):
        Lane(**lane)


def test_lanes_must_fit_the_task():
    recipe = Recipe(
        task=TaskName("modp", (("p", 5),)),
        model=LimitNet(symbols=2, delta=5),
    )
    with pytest.raises(SpecError, match="modp:p=5,k=0 has words of 5 to"):
        check(recipe, Lane(seed=0, train_length=4, numbers={"k": 0}))
    with pytest.raises(SpecError, match="it must have \\['k'\\]"):
        check(recipe, Lane(seed=0, train_length=5))


@pytest.mark.parametrize(("longest", "padded"), [(2, 2), (3, 4), (16, 16), (17, 32)])
def test_words_are_padded_to_a_power_of_two(longest, padded):
    assert KGRAM.padded(longest) == padded
    assert SIMPLE.padded(longest) is None


def test_width_is_canonical_on_a_cpu():
    assert {width_for(SIMPLE, None, lanes) for lanes in (1, 8, 1000)} == {8}


def test_what_does_not_fit_the_memory_says_how_much_it_needs():
    net = LimitNet(symbols=3, units=10**6)
    recipe = Recipe(task=TaskName("simple"), model=net, batch=10**6)
    with pytest.raises(HostError, match=r"8 lanes need about \d+"):
        width_for(recipe, None, 1)


def test_memory_grows_with_the_square_of_words_in_the_sequence_form():
    slow = replace(KGRAM, form="sequence")
    short, long = lane_bytes(slow, 64), lane_bytes(slow, 128)
    assert long > 2.5 * short
    assert lane_bytes(KGRAM, 128) < 2.1 * lane_bytes(KGRAM, 64)


def test_width_on_a_gpu_follows_lanes_and_memory(monkeypatch):
    monkeypatch.setattr(width, "on_cpu", lambda: False)
    need = lane_bytes(SIMPLE, None)
    monkeypatch.setattr(width, "device_bytes", lambda: int(200 * need / width.SHARE))
    assert width_for(SIMPLE, None, 1) == 64
    assert width_for(SIMPLE, None, 100) == 128
    assert width_for(SIMPLE, None, 10**6) == 192
    assert width_for(SIMPLE, None, 10**6, deterministic=True) == 64


def test_products_are_in_float32_unless_a_trial_says_otherwise():
    """The precision is a part of the key, and left out where it is the usual one."""
    settings = {"train_length": 8, "seed": 0, "model": {"kind": "gpt"}}

    def keyed(**recipe):
        return trial("sort", {}, **settings, recipe=recipe)

    usual = keyed()
    assert usual.recipe.precision == "float32"
    assert "precision" not in usual.plain()["recipe"]
    assert keyed(precision="float32").key == usual.key
    others = [keyed(precision=name) for name in ("tf32", "bfloat16")]
    assert len({usual.key, *(one.key for one in others)}) == 3
    assert read_trial(others[1].plain()) == others[1]
    assert PRECISION == PRECISIONS["float32"] == "highest"  # of every evaluation


def test_what_precisions_do_on_a_cpu():
    """Rounded factors are a matter of GPUs, and nothing here shows them."""
    near_one = jnp.full((4, 4), 1 + 2**-12, jnp.float32)
    products = []
    for name in ("float32", "bfloat16"):
        with jax.default_matmul_precision(PRECISIONS[name]):
            products.append(jax.jit(lambda a: a @ a)(near_one))
    assert (products[0] == products[1]).all()
    with pytest.raises(HostError, match="precision 'tf32' needs a GPU"):
        width_for(replace(SIMPLE, precision="tf32"), None, 1)
