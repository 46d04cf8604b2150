r"""Labels from arrays of counts, for tasks whose label is a function of counts.

``evidence`` holds, for the distributions `Compositions` and `Residues`, the count of
each symbol in each residue class (one row per class); for `Urn`, in one row, the counts
of each symbol after earlier occurrences of the last symbols. ``xp`` is NumPy or JAX.
Parameters in the signature may differ between models of one compiled program.
"""

from typing import Any


def simple(xp: Any, evidence: Any, *, omega: Any) -> Any:  # noqa: ANN401
    """Returns the sine; see `lengthwise.tasks.labels.word_labels.simple`.

    Examples:
        >>> import numpy as np
        >>> simple(np, np.array([[2, 2, 1]]), omega=4.0).tolist()
        [0.0]
    """
    zeros, ones = evidence[:, 0], evidence[:, 1]
    both = xp.maximum(zeros + ones, 1).astype(xp.float32)
    return xp.sin(omega * ((zeros - ones).astype(xp.float32) / both))


def modp(xp: Any, evidence: Any, *, k: Any) -> Any:  # noqa: ANN401
    """Returns the fraction of 1s in residue class k, in an array of size one.

    Examples:
        >>> import numpy as np
        >>> modp(np, np.array([[2, 0], [1, 3]]), k=1).tolist()
        [0.75]
    """
    chosen = xp.arange(len(evidence)) == k
    zeros, ones = xp.where(chosen[:, None], evidence, 0).sum(0)
    both = xp.maximum(zeros + ones, 1).astype(xp.float32)
    return (ones.astype(xp.float32) / both)[None]


def kgram(xp: Any, evidence: Any) -> Any:  # noqa: ANN401
    """Returns frequencies; all equal if the last symbols never occurred before.

    Examples:
        >>> import numpy as np
        >>> [kgram(np, np.array([row])).tolist() for row in ([1, 3], [0, 0])]
        [[0.25, 0.75], [0.5, 0.5]]
    """
    (after,) = evidence
    total = after.sum()
    share = after.astype(xp.float32) / xp.maximum(total, 1).astype(xp.float32)
    return xp.where(total > 0, share, 1.0 / len(after))
