"""The trends of the published figures, as checks on runs."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from lengthwise.analysis.exponent import Exponent, exponent
from lengthwise.analysis.plateau import Plateau, heights, plateau
from lengthwise.analysis.runs import Run, by_train_length
from lengthwise.analysis.sufficient import SufficientLength, sufficient_length
from lengthwise.studies.check import Check


def by_number(runs: Sequence[Run], name: str) -> dict[float, list[Run]]:
    """The runs of each value of a number of the task, ascending."""
    found: dict[float, list[Run]] = defaultdict(list)
    for run in runs:
        found[float(run.numbers[name])].append(run)
    return {value: found[value] for value in sorted(found)}


def typical(runs: Sequence[Run]) -> dict[int, float]:
    """Logarithm of the typical plateau by training length, failed runs left out."""
    groups = {
        n: [run for run in group if not run.failed]
        for n, group in by_train_length(runs).items()
    }
    return {n: float(heights(group).mean()) for n, group in groups.items() if group}


def levels_off(runs: Sequence[Run], name: str) -> Check:
    """Does the error level off in test length, for nearly all settings?"""
    groups = [
        plateau(group)
        for part in by_number(runs, name).values()
        for group in by_train_length(part).values()
    ]
    level = sum(isinstance(found, Plateau) for found in groups)
    return Check(
        trend="the error levels off in test length",
        holds=level >= 0.8 * len(groups),
        numbers=f"in {level} of {len(groups)} settings of {name} and N",
    )


def falls_with_length(runs: Sequence[Run], name: str) -> Check:
    """Does the plateau fall with the training length, for every value of a number?"""
    ranks = {
        value: _rank_correlation(typical(part))
        for value, part in by_number(runs, name).items()
    }
    worst = max(ranks.values())
    return Check(
        trend="the plateau falls with the training length",
        holds=worst <= -0.9,
        numbers=f"rank correlation with N at most {worst:.2f} over {name}",
    )


def rises_with(runs: Sequence[Run], name: str) -> Check:
    """Does the plateau rise with a number of the task at fixed training length?"""
    curves = {value: typical(part) for value, part in by_number(runs, name).items()}
    pairs, rising = 0, 0
    for low, high in zip(curves, list(curves)[1:], strict=False):
        for n in curves[low].keys() & curves[high].keys():
            pairs += 1
            rising += curves[high][n] > curves[low][n]
    return Check(
        trend=f"the plateau rises with {name}",
        holds=pairs > 0 and rising >= 0.9 * pairs,
        numbers=f"in {rising} of {pairs} neighboring settings",
    )


def grows_linearly(runs: Sequence[Run], name: str, eps: float) -> Check:
    """Does the sufficient length grow linearly in a number of the task?"""
    lengths = sufficient_by(runs, name, eps)
    found = exponent(lengths)
    points = ", ".join(f"{x:g}: {one.length:.1f}" for x, one in lengths.items())
    if not isinstance(found, Exponent):
        return Check(
            trend=_linear(name, eps), holds=False, numbers=f"{found}; {points}"
        )
    return Check(
        trend=_linear(name, eps),
        holds=found.interval.low <= 1.0 <= found.interval.high
        or abs(found.value - 1.0) <= 0.15,
        numbers=f"{found}; N by {name}: {points}",
    )


def overlap(runs: Sequence[Run], name: str) -> Check:
    """Do the curves over N divided by a number of the task lie on each other?"""
    by_ratio: dict[float, list[float]] = defaultdict(list)
    for value, part in by_number(runs, name).items():
        for n, height in typical(part).items():
            by_ratio[round(n / value, 6)].append(height)
    spreads = {r: max(h) - min(h) for r, h in by_ratio.items() if len(h) > 1}
    ratios = {r: float(np.mean(h)) for r, h in by_ratio.items() if r in spreads}
    across = math.exp(max(spreads.values(), default=math.inf))
    along = math.exp(max(ratios.values(), default=0) - min(ratios.values(), default=0))
    return Check(
        trend=f"curves over N/{name} overlap",
        holds=across <= 2.0 and along >= 3.0,
        numbers=(
            f"at the same N/{name} plateaus differ by a factor of {across:.2f} at "
            f"most, along N/{name} by {along:.3g}"
        ),
    )


def sufficient_by(
    runs: Sequence[Run], name: str, eps: float
) -> Mapping[float, SufficientLength]:
    """The sufficient length for `eps` by a number of the task, where it is known."""
    found = {
        value: sufficient_length(part, eps)
        for value, part in by_number(runs, name).items()
    }
    return {x: one for x, one in found.items() if isinstance(one, SufficientLength)}


def _linear(name: str, eps: float) -> str:
    return f"N for an error of {eps:g} rms is linear in {name}"


def _rank_correlation(values: Mapping[int, float]) -> float:
    """Spearman's, between training length and height."""
    heights_ = np.array(list(values.values()))
    if len(heights_) < 3:
        return 0.0
    ranks = heights_.argsort().argsort().astype(float)
    return float(np.corrcoef(np.arange(len(ranks)), ranks)[0, 1])
