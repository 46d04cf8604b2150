"""Long checks in processes of their own, where the types of arguments are not checked.

In the process of the tests they are, at every call, and deciding takes five times as
long.
"""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

CONTEXT = multiprocessing.get_context("spawn")


def unchecked(function, arguments):
    """What a function of a module returns for each of many tuples of arguments."""
    with ProcessPoolExecutor(2, mp_context=CONTEXT) as pool:
        return list(pool.map(function, *zip(*arguments, strict=True)))
