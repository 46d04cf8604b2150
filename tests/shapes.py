"""Shapes and types of the first calls: what jaxtyping checks in `make test`.

The import hook of jaxtyping checks arguments and results of every function of `limit`
and `theory`, which takes three quarters of the time of tests that call small functions
often. With `sample` it does so for the first `CALLS` calls of a function in each test;
`make test-all` leaves it as it is and checks all calls.
"""

import functools
import inspect
from collections import defaultdict

import jaxtyping
from jaxtyping import _decorator

CALLS = 20


class _Test:
    """The test that runs now."""

    number = 0


class _Calls:
    """How many calls of a piece of code are still checked in this test."""

    def __init__(self):
        self.test = self.left = 0

    def take(self):
        """Whether one more call is checked."""
        if self.test != _Test.number:
            self.test, self.left = _Test.number, CALLS
        self.left -= 1
        return self.left >= 0


_calls = defaultdict(_Calls)


def begin():
    """Says that another test begins."""
    _Test.number += 1


def sample():
    """Lets modules that are loaded from now on check their first calls only."""
    every = _decorator.jaxtyped

    def jaxtyped(*functions, **options):
        whole = functools.partial(every, *functions, **options)
        if functions and inspect.isfunction(functions[0]):
            return first_calls(whole, functions[0])
        return whole()

    # The hook asks for the one, and it for the other, for methods of a class.
    jaxtyping.jaxtyped = _decorator.jaxtyped = jaxtyped


def first_calls(checks, plain):
    """A function that is checked on its first calls in each test.

    Args:
        checks: Makes the function with checks, which takes long, when it is called.
        plain: The function without; one that is made anew in every call of another
            shares its number of calls with those before.
    """
    calls = _calls[plain.__code__]
    checked = None

    @functools.wraps(plain)
    def either(*arguments, **options):
        nonlocal checked
        if not calls.take():
            return plain(*arguments, **options)
        checked = checked or checks()
        return checked(*arguments, **options)

    return either
