r"""The quality of forecasts of success: the Brier score, and the area under the curve.

The Brier score is the mean of :math:`(p - s)^2` over cases, where :math:`p` is the
stated probability and :math:`s` is 1 for a success and 0 for a failure: 0 is perfect,
and always stating one half gives 0.25. The area under the curve (AUC) is the
probability that a success is ranked above a failure, with ties counting one half: 1 is
perfect, 0.5 is chance. It needs only a ranking, not probabilities.
"""

import math
from collections.abc import Sequence


def brier(said: Sequence[float], successes: Sequence[bool]) -> float | None:
    """Returns the Brier score of probabilities; ``None`` without cases.

    Examples:
        >>> brier([1.0, 0.5, 0.0], [True, True, False])
        0.08333333333333333
    """
    pairs = list(zip(said, successes, strict=True))
    if not pairs:
        return None
    return math.fsum((p - s) ** 2 for p, s in pairs) / len(pairs)


def auc(ranks: Sequence[float], successes: Sequence[bool]) -> float | None:
    """Returns the probability that a success ranks above a failure.

    Args:
        ranks: One number per case, larger if success is more likely; infinite ones are
            allowed.
        successes: Whether each case was a success.

    Returns:
        ``None`` unless there is both a success and a failure.

    Examples:
        >>> auc([3, 2, 2, 1], [True, True, False, False])
        0.875
    """
    pairs = list(zip(ranks, successes, strict=True))
    won = [rank for rank, success in pairs if success]
    lost = [rank for rank, success in pairs if not success]
    if not won or not lost:
        return None
    points = math.fsum((a > b) + 0.5 * (a == b) for a in won for b in lost)
    return points / (len(won) * len(lost))
