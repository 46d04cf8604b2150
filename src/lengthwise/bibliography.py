"""The bibliography: the sources of results, as BibTeX by key.

A result has ``sources``: keys of ``references.bib`` without duplicates.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

OURS = "lengthwise"
"""The key of this software."""


@cache
def entries() -> Mapping[str, str]:
    """Every entry of the bibliography, by its key.

    Examples:
        >>> print(entries()["chen2025nonasymptotic"].splitlines()[2].strip())
        title = {Non-Asymptotic Length Generalization},
    """
    text = files("lengthwise").joinpath("references.bib").read_text("utf-8")
    whole = re.finditer(r"^@\w+\{(\w+),.*?^\}$", text, re.MULTILINE | re.DOTALL)
    return {one.group(1): one.group() for one in whole}


def united(*sources: Iterable[str]) -> tuple[str, ...]:
    """The sources of several results without duplicates, in order; this software last.

    Examples:
        >>> united(["lengthwise", "chen2025nonasymptotic"], ["huang2025formal"])
        ('chen2025nonasymptotic', 'huang2025formal', 'lengthwise')
    """
    keys = dict.fromkeys(key for some in sources for key in some)
    return tuple(sorted(keys, key=lambda key: key == OURS))
