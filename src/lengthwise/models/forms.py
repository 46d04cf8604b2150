r"""The forms in which a model computes the same numbers, at different costs.

==============  =================  ===================================================
form            reads              for
==============  =================  ===================================================
``statistics``  `Summary`          one layer, last position; no :math:`n` in its cost
``prefix``      `Words`            layer 1 from running counts, last position
``sequence``    `Words`            everything: the reference
==============  =================  ===================================================

The two fast ones compute layer 1 from counts. Whether that is possible depends on the
position scheme and on the depth.
"""

from typing import Literal, TypeAlias

from lengthwise.models.positions import ByCounts

Form: TypeAlias = Literal["statistics", "prefix", "sequence"]


def forms_by_counts(by_counts: ByCounts | None, *, depth: int) -> tuple[Form, ...]:
    """Returns the forms of a model whose layer 1 may be computed from counts.

    Args:
        by_counts: What decides layer 1; ``None`` where no counts do.
        depth: The number of layers.

    Returns:
        The fastest form first; ``sequence`` is always the last.

    Examples:
        >>> forms_by_counts(ByCounts(), depth=2)
        ('prefix', 'sequence')
        >>> forms_by_counts(None, depth=1)
        ('sequence',)
    """
    if by_counts is None:
        return ("sequence",)
    if depth > 1:
        return ("prefix", "sequence")
    return ("statistics", "prefix", "sequence")
