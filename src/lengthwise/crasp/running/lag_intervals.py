"""Lags of a local count as intervals."""

from lengthwise.crasp.language import syntax as s


def intervals(lags: s.Lags) -> list[tuple[int, int]]:
    """The maximal intervals of consecutive lags.

    Examples:
        >>> intervals((0, 1, 2, 5))
        [(0, 2), (5, 5)]
    """
    pairs: list[tuple[int, int]] = []
    for lag in lags:
        if pairs and pairs[-1][1] == lag - 1:
            pairs[-1] = (pairs[-1][0], lag)
        else:
            pairs.append((lag, lag))
    return pairs
