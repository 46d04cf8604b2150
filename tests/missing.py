"""What this machine lacks: a test is skipped with one line, and fails with `CI`."""

import os
from typing import NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """Skips the test, or fails it where every part must be there."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)
