"""A sweep that ends without an error has a record of every trial."""

import os

import pytest
import sqlalchemy as sa

from lengthwise.errors import HostError
from lengthwise.experiments.engines import host
from lengthwise.experiments.engines.engine import Ended, Here
from lengthwise.experiments.store.sql_tables import RECORDS
from lengthwise.experiments.sweep.sweep import run_sweep
from tests.experiments import stub

GRID = stub.small_grid()


def swept(store, engine, **more):
    return list(run_sweep(GRID, stub.ASKED, store=store, engine=engine, **more))


def test_a_runner_that_forgets_a_record_is_found_out(store):
    def forgetful(work, **more):
        for records in stub.run(work, **more):
            yield records[1:]

    with pytest.raises(HostError, match=r"14 of 20 trials in the store: 6 were not"):
        swept(store, Here(forgetful))
    assert len(swept(store, Here(stub.run))) == 6


def test_an_engine_that_forgets_work_is_found_out(store):
    class Lazy(Here):
        def run(self, works, **more):
            yield Ended(next(works))
            yield from super().run(works, **more)

    with pytest.raises(HostError, match="12 of 20 trials in the store"):
        swept(store, Lazy(stub.run))


def test_a_worker_that_stops_unasked_is_a_lost_worker(store, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ".")
    inherited = {**os.environ, "STUB": "stops once"}
    swept(store, host.engine(2, runner=stub.PATH, inherited=inherited))
    assert len(store) == len(GRID)


def test_weights_without_a_record_are_trained_again(store):
    swept(store, Here(stub.run))
    with store._database.writing() as connection:
        connection.execute(sa.delete(RECORDS).where(RECORDS.c.trial == GRID[3].key))
    (found,) = swept(store, Here(stub.run))
    assert found.trial == GRID[3]
