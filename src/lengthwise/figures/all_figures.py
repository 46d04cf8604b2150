"""Every published figure by its name, and every family of them.

A figure is a file in this folder that ends with its ``FIGURES``; it is listed only
here.
"""

from collections.abc import Mapping

from lengthwise.errors import UnknownNameError
from lengthwise.figures.figure import Figure
from lengthwise.figures.izzo import (
    izzo_figure1,
    izzo_figure2,
    izzo_figure3,
    izzo_figure4,
)

FILES = (izzo_figure1, izzo_figure2, izzo_figure3, izzo_figure4)
"""The files with figures."""

_ALL: tuple[Figure, ...] = tuple(one for file in FILES for one in file.FIGURES)

FAMILIES = tuple(dict.fromkeys(one.family for one in _ALL))
"""Names of groups of figures."""

FIGURES: Mapping[str, Figure] = {
    one.name: one for family in FAMILIES for one in _ALL if one.family == family
}
"""Every figure by its name, ordered by family."""


def figure(name: str) -> Figure:
    """The figure called `name`.

    Raises:
        UnknownNameError: There is no such figure.

    Examples:
        >>> figure("izzo-fig1").number
        'omega'
    """
    if name not in FIGURES:
        raise UnknownNameError("figure", name, FIGURES)
    return FIGURES[name]


def figures(name: str) -> tuple[Figure, ...]:
    """The figures that `name` refers to: one, or all of a family.

    Raises:
        UnknownNameError: No figure has this name.

    Examples:
        >>> len(figures("izzo")), len(figures("izzo-mean"))
        (7, 7)
    """
    if name in FAMILIES:
        return tuple(one for one in FIGURES.values() if one.family == name)
    if name not in FIGURES:
        raise UnknownNameError("figure", name, [*FIGURES, *FAMILIES])
    return (figure(name),)
