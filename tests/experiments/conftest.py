"""The store of every backend, and what it is called by."""

import pytest

import tests.models.canonical_net  # noqa: F401 - threads and cache, before JAX is imported
from lengthwise.experiments.store.store import Store
from tests.experiments import postgres_server as postgres
from tests.missing import missing


@pytest.fixture(scope="session")
def server():
    """A PostgreSQL server of this process."""
    if postgres.programs() is None:
        missing("no PostgreSQL server is installed; run make system")
    found = postgres.Server()
    yield found.start()
    found.stop()


@pytest.fixture
def backend(request):
    """Which database; a module that is for all of them says so with `BOTH`."""
    return getattr(request, "param", "sqlite")


@pytest.fixture
def url(backend, request, tmp_path):
    """The URL of a store that is not there yet."""
    if backend == "sqlite":
        yield f"sqlite:///{tmp_path}/store.db"
        return
    server = request.getfixturevalue("server")
    name = server.create()
    yield server.url(name)
    server.drop(name)


@pytest.fixture
def store(url):
    with Store(url) as found:
        yield found
