"""Shapes are checked on the first calls in every test."""

import pytest

from lengthwise.limit.complexity.norms import safe_norm
from tests import shapes
from tests.conftest import EVERYTHING


def test_wrong_arguments_of_the_package_are_found():
    with pytest.raises(Exception, match="Type-check error"):
        safe_norm("no machine")


def test_first_calls_are_checked_again_in_the_next_test():
    seen = []
    both = shapes.first_calls(lambda: lambda: seen.append("checked"), lambda: None)
    for _ in range(shapes.CALLS + 5):
        both()
    assert seen == ["checked"] * shapes.CALLS
    shapes.begin()
    both()
    assert len(seen) == shapes.CALLS + 1


@pytest.mark.skipif(EVERYTHING, reason="all calls are checked")
def test_the_checks_of_the_package_are_sampled():
    assert safe_norm.__globals__["__name__"] == shapes.__name__
