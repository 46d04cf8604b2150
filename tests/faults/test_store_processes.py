"""Many processes write one store; what is acknowledged survives any kill."""

import random
import signal
import time
from contextlib import suppress

import pytest

from lengthwise.errors import HostError
from lengthwise.experiments.store.damage import damages
from lengthwise.experiments.store.store import Store
from tests.experiments.backends import BOTH
from tests.faults.writers import GRID, KEY, Writer, records, writers

pytestmark = BOTH

PROCESSES = 8
LONG = pytest.mark.slow, pytest.mark.timeout(900)


def sizes(short, long):
    return [short, pytest.param(long, marks=LONG)]


@pytest.mark.parametrize("number", sizes(40, 500))
def test_eight_processes_write_each_record_once(url, number):
    """A quarter of the records is tried by two; the store is made by all at once."""
    step = 3 * number // 4
    ranges = [(step * place, number) for place in range(PROCESSES)]
    with writers(url, ranges) as found:
        said = [list(one.heard()) for one in found]
        assert [one.process.exitcode for one in found] == [0] * PROCESSES
    assert [len(one) for one in said] == [number + 2] * PROCESSES
    new = [key for one in said for key in one if len(key) == KEY]
    wanted = {GRID[place].key for place in range(step * (PROCESSES - 1) + number)}
    assert sorted(new) == sorted(wanted)
    with Store(url, create=False) as store:
        assert [one.trial.key for one in store] == sorted(wanted)
        assert list(damages(store)) == []


def test_those_that_add_the_same_in_other_orders_wait_for_each_other(url):
    """Batches in opposite orders would wait for each other without end."""
    found = records(0, 400)
    with Store(url) as one, Store(url) as other, writers(url, [(0, 400)]) as rest:
        for begin in range(0, 400, 50):
            one.add_all(found[begin : begin + 50])
            other.add_all(reversed(found[begin : begin + 60]))
        assert len(list(rest[0].heard())) == 402
        assert rest[0].process.exitcode == 0
        assert len(one) == 400


@pytest.mark.parametrize("kills", sizes(20, 200))
def test_what_was_acknowledged_survives_every_kill(url, kills):
    moments = random.Random(3)
    acknowledged, first = set(), 0
    for unsure in range(1, kills + 1):  # in mid-write, there or not
        writer = Writer(url, first, 1000)
        said = writer.hear(moments.randrange(2, 8))
        time.sleep(moments.uniform(0, 0.01))
        said += writer.killed()
        assert writer.process.exitcode == -signal.SIGKILL
        keys = [key for key in said if len(key) == KEY]
        acknowledged.update(keys)
        first += len(said) - 1
        with Store(url, create=False) as store:
            held = {one.trial.key for one in store}
            assert held >= acknowledged
            assert len(held) <= len(acknowledged) + unsure
    with Store(url, create=False) as store:
        assert list(damages(store)) == []


def test_a_writer_that_was_stopped_wakes_and_changes_nothing(url):
    """Its work is done by another meanwhile."""
    with writers(url, [(0, 200)]) as (late,):
        said = late.hear(10)
        late.signal(signal.SIGSTOP)
        time.sleep(0.05)
        found = records(0, 200)
        # It is locked, if it was stopped in mid-write.
        with suppress(HostError), Store(url, patience=0.5) as store:
            store.add_all(found)
        late.signal(signal.SIGCONT)
        with Store(url) as store:
            store.add_all(found)
            before = [one.line() for one in store]
            said += list(late.heard())
            assert late.process.exitcode == 0
            assert len(said) == 202
            assert [one.line() for one in store] == before
            assert len(before) == 200
