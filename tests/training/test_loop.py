"""Same trial, same bits: alone, in company, in any order, refilled, and resumed."""

import math
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from lengthwise.errors import SpecError, StoppedError
from lengthwise.training import loop, slots
from lengthwise.training.bundle_program import Program
from lengthwise.training.loop import bundles, train
from tests.models.canonical_net import KGRAM, SIMPLE, kgram_lanes, simple_lanes

MANY = simple_lanes(12)
SHAPES = [
    pytest.param(SIMPLE, MANY, id="simple"),
    pytest.param(KGRAM, kgram_lanes(9), id="kgram"),
]


def outcomes(recipe, lanes, **options):
    return {
        outcome.lane: outcome
        for ended in train(recipe, lanes, **options)
        for outcome in ended
    }


def bits(outcome):
    o = outcome
    return repr((o.lane, o.end, o.steps, o.loss, o.recent, o.digest))


@pytest.fixture(scope="module")
def together():
    return {
        recipe.task: outcomes(recipe, lanes)
        for recipe, lanes in (case.values for case in SHAPES)
    }


@pytest.mark.parametrize(("recipe", "lanes"), SHAPES)
def test_alone_is_the_same_as_in_company(together, recipe, lanes):
    for lane in (lanes[0], lanes[-1]):  # the last one was refilled into a used slot
        alone = outcomes(recipe, [lane])
        assert bits(alone[lane]) == bits(together[recipe.task][lane])


@pytest.mark.parametrize(("recipe", "lanes"), SHAPES)
def test_order_does_not_matter(together, recipe, lanes):
    again = outcomes(recipe, lanes[::-1])
    for lane in lanes:
        assert bits(again[lane]) == bits(together[recipe.task][lane])


@pytest.mark.parametrize(("recipe", "lanes"), SHAPES)
def test_stopped_and_resumed_is_the_same(together, recipe, lanes, tmp_path):
    found = {}
    for chunks in (1, 2, 99):
        left = [lane for lane in lanes if lane not in found]
        heard = iter(range(chunks - 1, -1, -1))
        try:
            for ended in train(
                recipe,
                left,
                folder=tmp_path,
                stopping=lambda heard=heard: not next(heard),
            ):
                found |= {outcome.lane: outcome for outcome in ended}
        except StoppedError:
            assert (tmp_path / "checkpoint.safetensors").exists()
    assert len(found) == len(lanes)
    for lane in lanes:
        assert bits(found[lane]) == bits(together[recipe.task][lane])
    assert not list(tmp_path.iterdir())


def test_a_damaged_checkpoint_does_not_change_the_outcome(together, tmp_path):
    run = train(SIMPLE, MANY, folder=tmp_path, every=0.0)
    next(run)
    next(run)
    run.close()
    (tmp_path / "checkpoint.safetensors").write_bytes(b"half a file")
    with pytest.warns(UserWarning, match="damaged"):
        found = outcomes(SIMPLE, MANY, folder=tmp_path)
    assert all(bits(found[k]) == bits(together[SIMPLE.task][k]) for k in MANY)


def test_steps_and_recent_losses(together):
    for outcome in together[SIMPLE.task].values():
        assert outcome.converged == (outcome.loss < SIMPLE.threshold)
        assert outcome.diverged is None
        assert outcome.steps <= SIMPLE.max_steps
        assert outcome.converged or outcome.steps == SIMPLE.max_steps
        assert outcome.recent > 0


def test_progress_counts_every_lane():
    told = []
    for _ in train(SIMPLE, MANY, progress=told.append):
        pass
    assert told[0].waiting + told[0].finished + len(told[0].steps) == len(MANY)
    assert told[-1].finished == len(MANY)
    assert told[-1].steps == told[-1].losses == {}


def test_a_diverged_lane_is_recorded_with_its_step():
    recipe = replace(SIMPLE, rate=1e30, hidden_rate=1e30)
    found = outcomes(recipe, MANY[:1])[MANY[0]]
    assert found.end == "diverged"
    assert found.diverged == found.steps
    assert 0 < found.steps < 10
    assert not np.isfinite(found.loss)
    assert not math.isfinite(found.loss)
    assert not np.isfinite(found.recent)


def test_bundles_share_their_padded_length():
    lanes = kgram_lanes(9)
    assert [len(b) for b in bundles(KGRAM, lanes)] == [9]
    with pytest.raises(SpecError, match=r"padded to \[16, 32\]"):
        next(train(KGRAM, [lanes[0], replace(lanes[0], train_length=17)]))


def test_a_lane_twice_is_refused():
    with pytest.raises(SpecError, match="occurs twice"):
        next(train(SIMPLE, [MANY[0], MANY[0]]))


SCRIPT = """
from lengthwise.training.loop import train
from tests.models.canonical_net import {recipe}, {lanes}
for ended in train({recipe}, {lanes}({count})[::2]):
    for outcome in ended:
        print(outcome.lane.seed, outcome.steps, outcome.digest)
"""


def test_another_process_has_the_same_bits(together):
    for recipe, lanes, count in (
        ("SIMPLE", "simple_lanes", 12),
        ("KGRAM", "kgram_lanes", 9),
    ):
        script = SCRIPT.format(recipe=recipe, lanes=lanes, count=count)
        said = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout
        known = together[{"SIMPLE": SIMPLE, "KGRAM": KGRAM}[recipe].task]
        expected = {
            f"{lane.seed} {outcome.steps} {outcome.digest}"
            for lane, outcome in known.items()
            if lane.seed % 2 == 0
        }
        assert set(said.splitlines()) == expected


@pytest.mark.slow
def test_words_of_different_lengths_share_a_program_on_a_gpu(together, monkeypatch):
    """As on a GPU: shorter words are padded like the longest, and outcomes gathered."""
    lanes = kgram_lanes(9)
    longer = replace(lanes[0], train_length=17)
    known = together[KGRAM.task] | outcomes(KGRAM, [longer])
    monkeypatch.setattr(slots, "on_cpu", lambda: False)
    monkeypatch.setattr(loop, "width_for", lambda *_, **__: 16)
    monkeypatch.setattr(loop, "on_cpu", lambda: False)
    (ended,) = train(KGRAM, [*lanes, longer])
    for outcome in ended:
        other = known[outcome.lane]
        assert outcome.steps == other.steps
        assert outcome.loss == pytest.approx(other.loss, rel=1e-3)
    with pytest.raises(SpecError, match="padded to"):
        next(train(KGRAM, [*lanes, longer], deterministic=True))


@pytest.mark.slow
def test_free_slots_are_dropped_on_a_gpu(together, monkeypatch):
    """A width of 128 as on a GPU: 12 lanes end in 64 slots, with the same outcomes."""
    monkeypatch.setattr(slots, "TOGETHER", 4)
    monkeypatch.setattr(slots, "on_cpu", lambda: False)
    monkeypatch.setattr(loop, "width_for", lambda *_, **__: 128)
    widths = []
    chunk = Program.chunk
    monkeypatch.setattr(
        Program,
        "chunk",
        lambda *a: (widths.append(len(a[1].status)), chunk(*a))[1],
    )
    found = outcomes(SIMPLE, MANY)
    assert widths[0] == 128
    assert widths[-1] == 64
    for lane in MANY:
        other = together[SIMPLE.task][lane]
        assert found[lane].steps == other.steps
        assert found[lane].loss == pytest.approx(other.loss, rel=1e-3)
