from dataclasses import replace

import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.sealed_arrays import read_sealed, write_sealed
from lengthwise.training.checkpoint import Checkpoint
from tests.models.canonical_net import SIMPLE, simple_lanes

LANES = simple_lanes(2)
PRINT = {"jax": "1", "width": "8"}


def states(number):
    return {
        lane: {"net": np.full((2, 3), number + k, dtype=np.float32)}
        for k, lane in enumerate(LANES)
    }


def same(left, right):
    return left.keys() == right.keys() and all(
        (left[lane]["net"] == right[lane]["net"]).all() for lane in left
    )


@pytest.fixture
def kept(tmp_path):
    kept = Checkpoint(tmp_path / "bundle", SIMPLE, PRINT)
    kept.save(states(1))
    kept.save(states(2))
    return kept


def test_the_newest_states_come_back(kept):
    assert same(kept.load(), states(2))


def test_nothing_saved_is_nothing_loaded(tmp_path):
    assert Checkpoint(tmp_path / "none", SIMPLE, PRINT).load() == {}


def test_no_lane_in_flight_is_saved_too(kept):
    kept.save({})
    assert kept.load() == {}


def test_the_previous_one_is_used_when_the_newest_is_damaged(kept):
    whole = kept.current.read_bytes()
    for content in (whole[:100], whole[:-1], whole[:50] + b"x" + whole[51:]):
        kept.current.write_bytes(content)
        with pytest.warns(UserWarning, match="damaged"):
            assert same(kept.load(), states(1))


def test_the_previous_one_is_used_when_killed_between_renames(kept):
    kept.current.unlink()
    assert same(kept.load(), states(1))


def test_two_damaged_ones_are_as_none(kept):
    kept.current.write_bytes(b"")
    kept.previous.write_bytes(b"")
    with pytest.warns(UserWarning, match="damaged"):
        assert kept.load() == {}


def test_another_fingerprint_is_refused_unless_told(kept):
    other = replace(kept, fingerprint={"jax": "2", "width": "8"})
    with pytest.raises(SpecError, match="jax 1 is now 2"):
        other.load()
    assert same(replace(other, forgiving=True).load(), states(2))


def test_another_recipe_is_refused(kept):
    with pytest.raises(SpecError, match="another recipe"):
        replace(kept, recipe=replace(SIMPLE, batch=64)).load()


def test_remove_leaves_nothing(kept):
    kept.remove()
    assert list(kept.folder.iterdir()) == []


@pytest.mark.parametrize(
    "change",
    [
        {"lanes": None},
        {"lanes": [7, 8]},
        {"lanes": [{}, {}]},
        {"lanes": [{"seed": "x", "train_length": 1}] * 2},
        {"lanes": [lane.plain() | {"numbers": {"omega": []}} for lane in LANES]},
        {"lanes": [LANES[0].plain()]},
        {"lanes": [LANES[0].plain()] * 2},
        {"fingerprint": []},
        {"more": 1},
        None,
    ],
)
def test_a_sealed_note_of_another_form_is_damage(kept, change):
    arrays, note = read_sealed(kept.current)
    write_sealed(kept.current, arrays, {} if change is None else note | change)
    with pytest.warns(
        UserWarning, match="damaged or from another program: its metadata"
    ):
        assert same(kept.load(), states(1))


def test_a_checkpoint_of_another_version_is_refused(kept):
    arrays, _ = read_sealed(kept.current)
    write_sealed(kept.current, arrays, {"format": 2})
    with pytest.raises(SpecError, match="another recipe or format"):
        kept.load()
