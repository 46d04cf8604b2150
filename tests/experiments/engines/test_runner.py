"""The real runner: what is stopped goes on, what is stored is evaluated anew."""

import fcntl
from dataclasses import replace
from pathlib import Path

import pytest

from lengthwise.errors import FormatError, StoppedError
from lengthwise.experiments.engines.driver_checkpoints import LOCKS
from lengthwise.experiments.engines.engine import Here
from lengthwise.experiments.engines.runner import arrays, run
from lengthwise.experiments.engines.work import BusyError, Work
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.sweep.bundles import bundles, name_of
from lengthwise.experiments.sweep.sweep import run_sweep
from lengthwise.sealed_arrays import array_digest as digest
from tests.experiments.tiny import ASKED, tiny_grid

GRID = tiny_grid(seeds=10)
(FIRST, SECOND) = bundles(GRID)


def finished(work, stopping=lambda: False):
    """All records of a work, and how many steps were made."""
    told = []
    records = [
        one
        for part in run(work, stopping=stopping, progress=told.append)
        for one in part
    ]
    return records, told


def work_of(bundle, **more):
    return Work(name=name_of(bundle), evaluation=ASKED, trials=tuple(bundle), **more)


@pytest.fixture(scope="module")
def whole():
    """Both bundles, never stopped."""
    return [*finished(work_of(FIRST))[0], *finished(work_of(SECOND))[0]]


def test_every_trial_is_trained_and_evaluated(whole):
    assert {one.trial for one in whole} == set(GRID)
    for one in whole:
        assert one.outcome.steps == 1024
        assert not one.outcome.converged
        assert tuple(one.outcome.losses) == ASKED.lengths
        assert digest(arrays(one)) == one.outcome.digest
        assert one.circumstances.fingerprint["width"] == "8"
    assert len({one.outcome.digest for one in whole}) == len(GRID)


def test_no_step_is_made_twice_when_work_is_stopped_and_taken_up(whole, tmp_path):
    work = work_of(FIRST, folder=str(tmp_path / "a" / name_of(FIRST)), every=1e9)
    asked = []

    def after_two_chunks():
        asked.append(1)
        return len(asked) == 2

    told = []
    with pytest.raises(StoppedError):
        list(run(work, stopping=after_two_chunks, progress=told.append))
    assert told[-1].steps == 8 * 512
    records, later = finished(work)
    assert told[-1].steps + later[-1].steps == 8 * 1024
    expected = [one for one in whole if one.trial in set(FIRST)]
    assert sorted(records, key=str) == sorted(expected, key=str)
    assert not Path(work.folder).exists()


def test_stored_weights_are_evaluated_at_new_lengths_without_training(whole):
    longer = Evaluation(lengths=(64, 100, 10**9), words=64)
    work = Work(name=name_of(FIRST), evaluation=longer, trained=tuple(whole))
    found, told = finished(work)
    assert told == []
    assert len(found) == len(whole)
    for new, old in zip(found, whole, strict=True):
        assert new.trial == old.trial
        assert new.weights is None
        assert {n: new.outcome.losses[n] for n in ASKED.lengths} == old.outcome.losses
        assert replace(new.outcome, losses=old.outcome.losses) == old.outcome


def test_evaluation_stops_when_it_is_asked_to(whole):
    work = Work(name=name_of(FIRST), evaluation=ASKED, trained=tuple(whole))
    with pytest.raises(StoppedError, match="10 nets remaining"):
        finished(work, stopping=lambda: True)


@pytest.mark.parametrize("trained", [True, False])
def test_an_evaluation_without_an_end_stops_between_batches(whole, trained):
    endless = Evaluation(lengths=(64,), words=10**9)
    what = {"trained": tuple(whole)} if trained else {"trials": tuple(FIRST)}
    work = Work(name=name_of(FIRST), evaluation=endless, **what)
    asked = []

    def after_a_while():
        asked.append(1)
        return len(asked) > 20

    with pytest.raises(
        StoppedError, match=r"after \d+ of 1000000000 inputs of length 64"
    ):
        finished(work, stopping=after_a_while)


@pytest.mark.parametrize("weights", [None, b"", b"nonsense", "shuffled"])
def test_damaged_weights_are_never_evaluated(whole, weights):
    other = whole[1].weights if weights == "shuffled" else weights
    work = Work(
        name=name_of(FIRST), evaluation=ASKED, trained=(whole[0].with_weights(other),)
    )
    with pytest.raises(FormatError, match="are missing or damaged"):
        finished(work)


def test_a_sweep_with_new_lengths_asks_the_stored_weights(store, whole):
    store.add_all(whole[:9])
    asked = Evaluation(lengths=(200,), words=64)
    found = list(run_sweep(GRID, asked, store=store, engine=Here(run)))
    digests = {one.trial: one.outcome.digest for one in whole}
    assert {one.trial: one.outcome.digest for one in found} == digests


LOCKED = """
import fcntl, sys
file = open(sys.argv[1], "ab")
fcntl.lockf(file, fcntl.LOCK_EX, 1, int(sys.argv[2]))
print("locked", flush=True)
sys.stdin.read()
"""


def test_a_bundle_that_another_process_trains_is_left_to_it(tmp_path):
    import subprocess
    import sys

    place = int(name_of(FIRST)[:15], 16)
    holder = subprocess.Popen(
        [sys.executable, "-c", LOCKED, str(tmp_path / LOCKS), str(place)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    holder.stdout.readline()
    with pytest.raises(BusyError):
        finished(work_of(FIRST, folder=str(tmp_path / name_of(FIRST))))
    holder.communicate()
    with (tmp_path / LOCKS).open("ab") as file:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
