"""Profiles: 200 examples a property by default, 5,000 with LENGTHWISE_TESTS=all."""

import os

import pytest
from hypothesis import HealthCheck, settings

EVERYTHING = os.environ.get("LENGTHWISE_TESTS") == "all"

settings.register_profile(
    "lengthwise",
    max_examples=5000 if EVERYTHING else 200,
    derandomize="CI" in os.environ,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("lengthwise")

EXPENSIVE = settings(max_examples=min(1000, settings.default.max_examples))
"""For a property that takes 5 ms an example or more: at most 1,000 of them."""


def pytest_collection_modifyitems(items):
    for item in items:
        if EVERYTHING and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(600))  # 25 times the examples
        elif not EVERYTHING and "slow" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="slow: runs in make test-all"))
