"""Profiles: LENGTHWISE_TESTS=all, none, or quick (`tests/quick.py`).

5,000, 100 and 20 examples a property. The slow tests run with *all* only, and with
*quick* no test begins after `LAST_START`.
"""

import os
import time

import pytest
from hypothesis import HealthCheck, settings

from tests import shapes

PROFILE = os.environ.get("LENGTHWISE_TESTS")
EVERYTHING = PROFILE == "all"
LAST_START = 75.0
"""Seconds after which `make quick` begins no test: its limit is two minutes."""

_started = time.monotonic()

settings.register_profile(
    "lengthwise",
    max_examples={"all": 5000, "quick": 20}.get(PROFILE, 100),
    derandomize="CI" in os.environ,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("lengthwise")

if not EVERYTHING:
    shapes.sample()

EXPENSIVE = settings(max_examples=min(1000, settings.default.max_examples))
"""For a property that takes 5 ms an example or more: at most 1,000 of them."""


def pytest_collection_modifyitems(items):
    for item in items:
        if EVERYTHING and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(600))  # 25 times the examples
        elif not EVERYTHING and "slow" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="slow: runs in make test-all"))


def pytest_runtest_setup():
    shapes.begin()
    if PROFILE == "quick" and time.monotonic() - _started > LAST_START:
        pytest.skip("the time of make quick is over; make test runs it")
