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


def pytest_collection_modifyitems(items):
    if not EVERYTHING:
        slow = pytest.mark.skip(reason="slow: runs in make test-all")
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(slow)
