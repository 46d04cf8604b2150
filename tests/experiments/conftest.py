"""The store of every backend, and what it is called by."""

import pytest

import tests.nets.canonical  # noqa: F401 - threads and cache, before JAX is imported
from lengthwise.experiments.store import Store

BACKENDS = ("sqlite",)


@pytest.fixture(params=BACKENDS)
def url(request, tmp_path):
    """The URL of a store that is not there yet."""
    assert request.param == "sqlite"
    return f"sqlite:///{tmp_path}/store.db"


@pytest.fixture
def store(url):
    with Store(url) as found:
        yield found
