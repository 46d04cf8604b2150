"""Faults 6, 7 and 8: truncated and flipped checkpoints, and NaN planted in one lane.

The checkpoints are those of a sweep that was killed; they are damaged on the disk.
"""

import json
import random
import warnings
from pathlib import Path

import numpy as np
import pytest

from lengthwise.experiments.engines._ray_actor import CURRENT, PREVIOUS
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.bundles import bundles, name_of
from lengthwise.sealed_arrays import read_sealed, write_sealed
from lengthwise.training.checkpoint import Checkpoint
from tests.conftest import EVERYTHING
from tests.experiments.tiny import tiny_grid
from tests.faults.faulty_sweeps import Sweep, contents, expected, marked, wait_until

SEEDS, STEPS = 12, 8192
START = range(0, 4096, 1 if EVERYTHING else 64)
TIMES = 1000 if EVERYTHING else 40


@pytest.fixture
def interrupted(tmp_path):
    """A store, and the checkpoints of its first bundle; its sweep was killed."""
    url = f"sqlite:///{tmp_path}/s.db"
    folder = (
        tmp_path / "s.db.checkpoints" / name_of(bundles(tiny_grid(SEEDS, STEPS))[0])
    )
    sweep = Sweep(url, SEEDS, STEPS)
    wait_until((folder / PREVIOUS).exists)
    sweep.kill()
    wait_until(lambda: not marked(sweep.mark))
    return url, folder


def finished(url):
    code, said = Sweep(url, SEEDS, STEPS).end()
    assert code == 0, said
    return contents(url)


def loaded(folder):
    """The states that a resumed sweep would go on with, as bytes by lane and name."""
    _, note = read_sealed(folder / PREVIOUS)
    recipe = tiny_grid(SEEDS, STEPS)[0].recipe.static
    found = Checkpoint(folder, recipe, note["fingerprint"]).load()
    return {
        (str(lane), name): array.tobytes()
        for lane, state in found.items()
        for name, array in state.items()
    }


def damaged(whole, chance):
    for size in [*START, *(chance.randrange(len(whole)) for _ in range(TIMES))]:
        yield whole[: min(size, len(whole) - 1)]
    for _ in range(TIMES):
        place = chance.randrange(8 * len(whole))
        flipped = bytearray(whole)
        flipped[place // 8] ^= 1 << place % 8
        yield bytes(flipped)


@pytest.mark.timeout(600)
def test_every_damage_is_found_and_the_checkpoint_before_is_used(interrupted):
    url, folder = interrupted
    current = folder / CURRENT
    whole = current.read_bytes()
    assert len(whole) > 4096
    current.unlink()
    before = loaded(folder)
    assert before
    for content in damaged(whole, random.Random(3)):
        current.write_bytes(content)
        with pytest.warns(UserWarning, match="damaged"):
            assert loaded(folder) == before
    assert finished(url) == expected(SEEDS, STEPS)


@pytest.mark.slow
def test_two_damaged_checkpoints_are_as_none(interrupted):
    url, folder = interrupted
    for name in (CURRENT, PREVIOUS):
        path = folder / name
        path.write_bytes(path.read_bytes()[:-1])
    assert finished(url) == expected(SEEDS, STEPS)


def test_a_lane_with_a_loss_that_is_no_number_harms_no_other(interrupted):
    url, folder = interrupted
    arrays, note = newest(folder)
    victim = note["lanes"][2]
    planted = {name: array.copy() for name, array in arrays.items()}
    weights = [name for name, array in arrays.items() if ".net" in name]
    assert weights
    for name in weights:
        planted[name][2] = np.nan
    write_sealed(folder / CURRENT, planted, note)
    found = finished(url)
    with Store(url, create=False) as store:
        (bad,) = [one for one in store if one.trial.seed == victim["seed"]]
        again = json.loads(bad.line())
    assert bad.outcome.diverged is not None
    assert not bad.outcome.converged
    assert again["outcome"]["train_loss"] == "nan"
    whole = expected(SEEDS, STEPS)
    assert found.keys() == whole.keys()
    others = found.keys() - {bad.key}
    assert {key: found[key] for key in others} == {key: whole[key] for key in others}


def newest(folder):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in (CURRENT, PREVIOUS):
            if Path(folder / name).exists():
                return read_sealed(folder / name)
    raise AssertionError("no checkpoint")
