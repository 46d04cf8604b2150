r"""The forms of a forward pass: the same outputs at different costs.

==============  =================  ===================================================
form            reads              for
==============  =================  ===================================================
``statistics``  `Summary`          one layer, last position; cost free of :math:`n`
``prefix``      `Words`            layer 1 from running counts, last position
``sequence``    `Words`            everything: the reference
==============  =================  ===================================================

The first two are fast because they compute layer 1 from counts. Whether that is
possible depends on the position scheme and on the depth.
"""

from typing import Literal, TypeAlias

from lengthwise.models.positions import ByCounts

Form: TypeAlias = Literal["statistics", "prefix", "sequence"]


def forms_by_counts(by_counts: ByCounts | None, *, depth: int) -> tuple[Form, ...]:
    """Returns the forms in which a model can run.

    Args:
        by_counts: The statistics that determine layer 1; ``None`` if no counts do.
        depth: The number of layers.

    Returns:
        The fastest form first; ``sequence`` is always last.

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
