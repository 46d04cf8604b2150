"""Stores of every backend, as in the tests of the store."""

from tests.experiments.conftest import backend, server, store, url

__all__ = ["backend", "server", "store", "url"]
