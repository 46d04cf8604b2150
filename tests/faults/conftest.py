"""Stores of every backend, as in the tests of the store; no sweep is left running."""

import pytest

from tests.experiments.conftest import backend, server, store, url
from tests.faults.faulty_sweeps import end_all

__all__ = ["backend", "server", "store", "url"]


@pytest.fixture(autouse=True)
def nothing_left():
    yield
    end_all()
