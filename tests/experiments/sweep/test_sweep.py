"""A sweep runs what the store lacks, and says what happens; training is stubbed."""

import json
import math

import pytest

from lengthwise.errors import HostError, SpecError, StoppedError
from lengthwise.experiments.engines.engine import Here
from lengthwise.experiments.engines.work import BusyError, Step
from lengthwise.experiments.records import record as records
from lengthwise.experiments.records.jsonl import Lines
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.sweep.bundles import Sizes, bundles, name_of
from lengthwise.experiments.sweep.progress import Progress, Tally
from lengthwise.experiments.sweep.sweep import run_sweep
from tests.experiments import stub

GRID = stub.small_grid()


class Spy:
    """The stub, and what it was given."""

    def __init__(self, runner=stub.run):
        self.works = []
        self.runner = runner

    def __call__(self, work, **more):
        self.works.append(work)
        yield from self.runner(work, **more)


def swept(store, runner, trials=GRID, asked=stub.ASKED, **more):
    return list(run_sweep(trials, asked, store=store, engine=Here(runner), **more))


@pytest.fixture(params=["database", "lines"])
def keeper(request, store, tmp_path):
    """Both kinds of store."""
    return store if request.param == "database" else Lines(tmp_path / "lines.jsonl")


def test_every_trial_gets_one_record(keeper):
    found = swept(keeper, stub.run)
    assert sorted(one.key for one in found) == sorted(
        stub.record(trial).key for trial in GRID
    )
    assert len(keeper) == len(GRID)
    assert {one.line() for one in keeper} == {one.line() for one in found}


def test_what_the_store_has_is_not_run_again(keeper):
    keeper.add_all([stub.record(trial) for trial in GRID[:13]])
    spy = Spy()
    found = swept(keeper, spy)
    assert {one.trial for one in found} == set(GRID[13:])
    assert {one for work in spy.works for one in work.trials} == set(GRID[13:])
    again = Spy()
    assert swept(keeper, again) == []
    assert again.works == []


def test_the_names_of_work_do_not_depend_on_what_is_stored(store):
    spy, again = Spy(), Spy()
    swept(Lines(store.checkpoints.with_suffix(".a")), spy, folder=store.checkpoints)
    store.add_all([stub.record(trial) for trial in GRID[::3]])
    swept(store, again, folder=store.checkpoints)
    assert [work.folder for work in again.works] == [work.folder for work in spy.works]


def test_new_test_lengths_never_train_again(store):
    swept(store, stub.run)
    spy = Spy()
    longer = Evaluation(lengths=(64, 10**6))
    found = swept(store, spy, asked=longer)
    assert len(found) == len(GRID)
    assert all(not work.trials for work in spy.works)
    assert {net.weights for work in spy.works for net in work.trained} == {
        stub.record(trial).weights for trial in GRID
    }
    assert len(store) == 2 * len(GRID)


def test_stored_weights_are_given_out_in_parts_of_bounded_weight(store, monkeypatch):
    monkeypatch.setattr(records, "TOGETHER", 100)
    swept(store, stub.run)
    spy = Spy()
    engine = Here(spy, Sizes(3, 12))
    longer = Evaluation(lengths=(5000,))
    found = list(run_sweep(GRID, longer, store=store, engine=engine))
    assert len(found) == len(GRID)
    assert all(not work.trials for work in spy.works)
    assert [len(work.trained) for work in spy.works] == [3, 3, 3, 3, 3, 3, 2]


def test_test_lengths_below_training_are_refused_before_anything_runs(store):
    spy = Spy()
    with pytest.raises(SpecError, match="are shorter than train_length=16"):
        swept(store, spy, asked=Evaluation(lengths=(8, 64)))
    assert spy.works == []


def test_a_stopped_sweep_goes_on_where_it_was(store):
    seen = []

    def stop_at_second(work, **more):
        seen.append(work)
        if len(seen) == 2:
            raise StoppedError("stopped")
        yield from stub.run(work, **more)

    with pytest.raises(StoppedError, match="stopped with 8 of 20 trials in the store"):
        swept(store, stop_at_second, stopping=lambda: len(seen) >= 2)
    assert len(swept(store, stub.run)) == 12


def test_work_that_another_process_does_is_looked_at_again(store, monkeypatch):
    monkeypatch.setattr("lengthwise.experiments.engines.engine.PAUSE", 0.0)
    busy = []

    def elsewhere(work, **more):
        """The first bundle is done by somebody else, who is half way and then ends."""
        if work.name == name_of(bundles(GRID)[0]) and len(busy) < 2:
            busy.append(work)
            store.add_all(map(stub.record, GRID[: 4 * len(busy)]))
            raise BusyError
        yield from stub.run(work, **more)

    told = []
    found = swept(store, elsewhere, watch=told.append)
    assert len(busy[1].trials) == 4
    assert {one.trial for one in found} == set(GRID[8:])
    assert len(store) == len(GRID)
    assert told[-1].done == len(GRID)
    assert told[-1].bundles_done == told[-1].bundles


def test_progress_is_reported_to_the_store_at_most_once_a_second(store, monkeypatch):
    told = []
    swept(store, stub.run, watch=told.append)
    assert len(told) == 2  # at the beginning and at the end
    assert told[-1].done == len(GRID)
    assert told[-1].state == "ended"
    (line,) = store.reports().values()
    assert json.loads(line) == told[-1].plain()
    monkeypatch.setattr("lengthwise.experiments.sweep.sweep.INTERVAL", 0.0)
    told.clear()
    swept(store, stub.run, asked=Evaluation(lengths=(99,)), watch=told.append)
    assert [now.done for now in told] == sorted(now.done for now in told)
    assert {now.bundles_done for now in told} >= {0, 1, 2, 3}
    assert max(now.running for now in told) == 8


def test_time_left_follows_from_the_steps_that_others_needed(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    tally = Tally(10, 2)
    tally.found(2)
    assert math.isnan(tally.progress().seconds_left)
    tally.stepped("a", Step(steps=300, running=4, loss=0.5))
    tally.stepped("b", Step(steps=100, running=1, loss=math.nan))
    tally.kept([100, 100])
    clock[0] = 10.0
    now = tally.progress()
    assert (now.done, now.found, now.running, now.steps) == (4, 2, 5, 400)
    assert now.loss == 0.5
    assert now.rate == 40.0
    assert now.seconds_left == (6 * 100 - 200) / 40
    tally.stepped("a", Step(steps=50, running=4, loss=0.5))  # its worker was lost
    assert tally.progress().steps == 450
    tally.ended("a")
    tally.ended("b")
    assert tally.progress().steps == 450
    tally.kept([0] * 6)
    assert tally.progress().seconds_left == 0.0


def test_progress_can_be_written_as_json():
    now = Progress(run="a", trials=1, bundles=1)
    assert json.loads(json.dumps(now.plain(), allow_nan=False))["loss"] == "nan"


def test_an_error_of_a_runner_leaves_what_was_kept(store):
    def failing(work, **more):
        yield from stub.run(work, **more)
        raise HostError("disk full")

    with pytest.raises(HostError, match="disk full"):
        swept(store, failing)
    assert len(store) == 8


def test_a_record_is_seen_by_the_caller_when_it_is_on_disk(store):
    for record in run_sweep(GRID, stub.ASKED, store=store, engine=Here(stub.run)):
        assert record.key in store


def test_lines_forget_a_line_that_a_crash_cut_off(tmp_path):
    path = tmp_path / "lines.jsonl"
    records = [stub.record(trial) for trial in GRID[:3]]
    Lines(path).add_all(records)
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    cut = Lines(path)
    assert list(cut) == records[:2]
    assert cut.add_all(records) == records[2:]
    assert path.read_bytes() == whole
    assert cut.add_all([stub.record(GRID[0], Evaluation(lengths=(99,)))])


def test_lines_that_are_no_records_are_refused(tmp_path):
    path = tmp_path / "lines.jsonl"
    path.write_text(stub.record(GRID[0]).line() + "\n\n{}\n")
    with pytest.raises(ValueError, match="line 3: not a record"):
        Lines(path)
