"""What a sweep will take is said before it is run; Ctrl-C is heard once and twice."""

import os
import signal
import threading

import pytest

from lengthwise.errors import HostError, StoppedError
from lengthwise.experiments.spec.evaluation import Evaluation
from lengthwise.experiments.spec.grid import grid
from lengthwise.experiments.spec.trial import trial
from lengthwise.experiments.sweep.bundles import ON_CPU, Bundle, bundles
from lengthwise.experiments.sweep.plan import (
    COMPILE,
    CORE,
    DRAWN,
    START,
    evaluation_seconds,
    operations,
    plan,
)
from lengthwise.experiments.sweep.stopping import listening
from lengthwise.training.recipe import Recipe
from tests.experiments import stub

GRID = stub.small_grid()


def planned(store=None, asked=stub.ASKED, trials=GRID, **more):
    return plan(trials, asked, store, workers=2, sizes=ON_CPU, **more)


def test_a_plan_counts_what_is_left(store):
    assert planned().bundles == len(bundles(GRID)) == 3
    store.add_all(map(stub.record, GRID[:10]))
    found = planned(store)
    assert (found.trials, found.stored, found.trained, found.bundles) == (20, 10, 0, 2)
    assert found.steps == 10 * 16384
    other = planned(store, Evaluation(lengths=(99,)))
    assert (other.stored, other.trained) == (0, 10)
    assert planned(store).plain()["steps"] == found.steps


def test_a_plan_for_nothing_takes_nothing(store):
    store.add_all(map(stub.record, GRID))
    found = planned(store)
    assert (found.bundles, found.bytes, found.steps, found.seconds) == (0, 0, 0, 0.0)
    found.require_memory(0)


def test_time_grows_with_the_work_and_shrinks_with_a_gpu():
    longer = stub.small_grid(recipe={"max_steps": 10**6})
    assert planned(trials=longer).seconds > planned().seconds
    assert planned(trials=longer, gpu=True).seconds < planned(trials=longer).seconds


def test_time_and_memory_grow_with_what_is_evaluated(store):
    usual, many = planned(), planned(asked=Evaluation(lengths=(64,), words=10**9))
    # 24 nets on a billion words each, by two workers
    assert many.seconds > usual.seconds + 1000
    with pytest.raises(HostError, match="fewer inputs per test length"):
        many.require_memory(2**33)
    sure = Evaluation(lengths=(64,), words=10**9, standard_error=0.1)
    planned(asked=sure).require_memory(2**33)
    store.add_all(map(stub.record, GRID))
    asked_again = planned(store, Evaluation(lengths=(99,), words=10**9))
    assert asked_again.steps == 0
    assert asked_again.seconds > 1000


def test_compiling_and_drawing_take_time_that_is_counted():
    def seconds(lengths, **recipe):
        trials = grid(
            "parity_language",
            numbers={},
            train_length=lengths,
            seed=[0],
            recipe={"max_steps": [64]} | recipe,
            evaluation=Evaluation(lengths=(64,), words=64),
        )
        return planned(trials=trials, asked=trials.evaluation).seconds

    one, three = seconds([30]), seconds([7, 15, 30])
    assert one > START + COMPILE
    assert three > one + COMPILE / 2  # two workers, three shapes of inputs
    more = seconds([30], max_steps=[10_064])
    with pytest.MonkeyPatch.context() as patch:  # as for a task in a file of one's own
        patch.setattr(Recipe, "hosted", True)
        hosted = seconds([30], max_steps=[10_064])
    assert hosted - more > 7 * 10_000 * 64 * 32 * DRAWN / 2  # two workers


def test_long_words_that_are_read_take_longer_than_counts():
    asked = Evaluation(lengths=(10**6,), words=4096)

    def seconds(grid):
        return evaluation_seconds(bundles(grid)[0], asked, CORE[0])

    read = stub.small_grid(recipe={"form": "prefix"})
    assert seconds(read) > 1000 * seconds(stub.small_grid())


def test_a_sweep_that_does_not_fit_says_how_much_it_needs():
    huge = stub.small_grid(recipe={"batch": 10**9})
    with pytest.raises(HostError, match=r"2 workers need about .* GiB") as caught:
        planned(trials=huge).require_memory(2**33)
    assert "8.0 GiB are free" in str(caught.value)
    assert caught.value.exit_code == 4


def test_words_cost_more_than_statistics():
    def cost(form):
        one = trial(
            "simple", {"omega": 1}, train_length=64, seed=0, recipe={"form": form}
        )
        return operations(Bundle([one], [0]))

    assert cost("statistics") <= cost("prefix") < cost("sequence")


def interrupted_twice():
    with listening("stopping\n") as stopping:
        assert not stopping()
        os.kill(os.getpid(), signal.SIGINT)
        assert stopping()
        os.kill(os.getpid(), signal.SIGTERM)


def test_the_first_signal_asks_and_the_second_interrupts(capfd):
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(StoppedError, match="ended at once"):
        interrupted_twice()
    assert signal.getsignal(signal.SIGINT) == before
    assert capfd.readouterr().err == "stopping\n"


def test_another_thread_hears_nothing():
    before = signal.getsignal(signal.SIGINT)
    found = []

    def elsewhere():
        with listening() as stopping:
            found.append((stopping(), signal.getsignal(signal.SIGINT)))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert found == [(False, before)]
