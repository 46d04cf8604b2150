"""Every table of the suite by its name."""

from collections.abc import Mapping

from lengthwise.errors import UnknownNameError
from lengthwise.figures.huang import (
    huang_algorithmic,
    huang_beyond,
    huang_formats,
    huang_grid,
    huang_languages,
    huang_regularizer,
    huang_stepcopy,
)
from lengthwise.figures.huang.suite import Suite

FILES = (
    huang_algorithmic,
    huang_languages,
    huang_formats,
    huang_regularizer,
    huang_stepcopy,
    huang_beyond,
    huang_grid,
)
"""The files with tables."""

SUITES: Mapping[str, Suite] = {one.name: one for file in FILES for one in file.SUITES}
"""Every table by its name."""


def suites(name: str) -> tuple[Suite, ...]:
    """Returns the tables that `name` refers to: one, or all for ``huang``.

    Raises:
        UnknownNameError: No table has this name.

    Examples:
        >>> [len(one.cells) for one in suites("huang-algorithmic")]
        [16]
    """
    if name == "huang":
        return tuple(SUITES.values())
    if name not in SUITES:
        raise UnknownNameError("table", name, [*SUITES, "huang"])
    return (SUITES[name],)
