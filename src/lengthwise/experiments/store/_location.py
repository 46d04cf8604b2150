"""Validates the URL of a store: supported, unambiguous, loads no code."""

import sqlalchemy as sa

from lengthwise.addresses import EXAMPLE, address_without_secrets, is_ambiguous
from lengthwise.errors import SpecError
from lengthwise.experiments.store import _postgres as postgres

DRIVERS = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgresql": postgres.DRIVER,
    postgres.DRIVER: postgres.DRIVER,
}
"""The allowed URL schemes, with the drivers that they stand for."""

LONGEST = 4096
"""Length limit of an address, that of a path on Linux."""


def location(text: str) -> sa.URL:
    """Returns the URL of a store with our driver.

    Raises:
        SpecError: It cannot be a store, or is ambiguous; messages never show a
            password.

    Examples:
        >>> location("postgresql://anna@db/runs").drivername
        'postgresql+psycopg'
        >>> location("postgresql://anna:x@y@db/runs")
        Traceback (most recent call last):
        lengthwise.errors.SpecError: the store 'postgresql://***' can be read in two
        ways; write @, / and ? in names and passwords as %40, %2F and %3F
    """
    if len(text) > LONGEST:
        raise SpecError(
            f"the store has an address of {len(text)} characters; allowed are at most "
            f"{LONGEST}"
        )
    shown = address_without_secrets(text)
    try:
        url = sa.make_url(text)
    except (sa.exc.ArgumentError, ValueError):
        raise SpecError(
            f"the store {shown!r} is not a URL; write one as sqlite:///lengthwise.db "
            "or "
            f"{EXAMPLE}"
        ) from None
    if url.drivername not in DRIVERS:
        raise SpecError(
            f"the store {shown!r} is not supported; allowed are sqlite:///FILE "
            f"and {EXAMPLE}"
        )
    if url.get_backend_name() == "sqlite":
        return _of_file(url)
    if is_ambiguous(text):
        raise SpecError(
            f"the store {shown!r} can be read in two ways; write @, / and ? in names "
            "and passwords as %40, %2F and %3F"
        )
    if "plugin" in url.query:  # would load code
        raise SpecError(f"the store {shown!r} must not name a plugin")
    return url.set(drivername=DRIVERS[url.drivername])


def _of_file(url: sa.URL) -> sa.URL:
    if (url.username, url.password, url.host, url.port) != (None,) * 4:
        raise SpecError(
            "the store is a file and has no host, user or password; write its path "
            "after three slashes, as in sqlite:///lengthwise.db"
        )
    return url.set(drivername="sqlite")
