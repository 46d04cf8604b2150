"""The trends of the published figures, as checks on the measurements.

Each is evaluated for one average over seeds, which it reports.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import numpy as np

from lengthwise.analysis.exponent import Exponent, exponent
from lengthwise.analysis.final_errors import by_seed
from lengthwise.analysis.level_or_rising import Course
from lengthwise.analysis.plateau import Plateau, plateau
from lengthwise.analysis.runs import Run, by_train_length
from lengthwise.analysis.seed_averages import Average
from lengthwise.analysis.sufficient import SufficientLength, sufficient_length
from lengthwise.figures._tie_lengths import DEEP, PLAIN, t_max
from lengthwise.figures.figure import Measured
from lengthwise.figures.trend_check import Check
from lengthwise.names import digits

STRAIGHT = 0.15
"""The largest relative deviation of a length from a straight line."""


def by_number(runs: Sequence[Run], name: str) -> dict[float, list[Run]]:
    """The runs for each value of a task parameter, ascending."""
    groups: dict[float, list[Run]] = defaultdict(list)
    for run in runs:
        groups[float(run.numbers[name])].append(run)
    return {value: groups[value] for value in sorted(groups)}


def levels(runs: Sequence[Run], average: Average) -> dict[int, float]:
    """Logarithm of the average plateau by training length."""
    groups = by_train_length(runs)
    used = {
        n: [run for run in group if average == "mean" or not run.failed]
        for n, group in groups.items()
    }
    used = {n: group for n, group in used.items() if group}
    averages = by_seed(groups, used).average(average) if used else ()
    return dict(zip(used, map(float, averages), strict=True))


def levels_off(measured: Measured, average: Average) -> Check:
    """Does the error level off in test length, for nearly all settings?"""
    name = measured.figure.number
    groups = {
        (value, n): plateau(group)
        for value, part in by_number(measured.runs, name).items()
        for n, group in by_train_length(part).items()
    }
    by_setting = {
        setting: one.course if average == "typical" else one.mean_course
        for setting, one in groups.items()
        if isinstance(one, Plateau)
    }
    courses = list(by_setting.values())
    slow = {at for at, one in by_setting.items() if one.kind == "rises slowly"}
    kinds = Counter(one.kind for one in courses)
    enough = 0.8 * len(groups)
    changing = {k: n for k, n in kinds.items() if k not in {"level", "unclear"}}
    others = [
        f"{_kind(kind, courses)} in {kinds[kind]}{_rates(courses, kind)}"
        for kind in ("rises slowly", "rises", "falls", "unclear")
        if kinds[kind]
    ]
    return Check(
        trend="the error levels off in test length",
        average=average,
        holds=kinds["level"] >= enough,
        undecided=kinds["level"] < enough <= len(groups) - sum(changing.values()),
        numbers=f"level in {kinds['level']} of {len(groups)} settings of {name} and N"
        + "".join(f", {other}" for other in others)
        + (f"; where it rises slowly, {_t_max(measured, slow)}" if slow else ""),
        left_out=left_out(measured.runs, average),
    )


def _kind(kind: str, courses: Sequence[Course]) -> str:
    """The further course of the error, and the reason if it is unclear."""
    if kind != "unclear":
        return kind
    if all(one.exact for one in courses if one.kind == kind):
        return "sampled words off the exact limit"
    return "hidden by noise"


def _rates(courses: Sequence[Course], kind: str) -> str:
    """The rise of the error per doubling, from the slowest to the fastest setting."""
    ends = [one.per_doubling for one in courses if one.kind == kind]
    if not kind.startswith("rises"):
        return ""
    middle = [100 * end.middle for end in ends]
    return f" (by {min(middle):.2g} to {max(middle):.2g} % a doubling)"


def _t_max(measured: Measured, settings: AbstractSet[tuple[float, int]]) -> str:
    """The tolerance for treating logits as equal, for the nets of `settings`."""
    model = measured.figure.trials(measured.size)[0].model
    if model.depth > 1:
        return DEEP
    if model.scaling == "none":
        return PLAIN
    name = measured.figure.number
    ties = [
        one.ties
        for one in measured.exact
        if (float(one.numbers[name]), one.train_length) in settings
    ]
    return t_max(ties, measured.figure.eps[0])


def left_out(runs: Sequence[Run], average: Average, *, eps: float = math.inf) -> int:
    """The number of runs that an average excludes for `eps`."""
    return 0 if average == "mean" else sum(not run.learned(eps) for run in runs)


def falls_with_length(measured: Measured, average: Average) -> Check:
    """Does the plateau fall with the training length, for all values of a parameter?"""
    name = measured.figure.number
    ranks = {
        value: _rank_correlation(levels(part, average))
        for value, part in by_number(measured.runs, name).items()
    }
    worst = round(max(ranks.values()), 9)  # one swap among five is -0.9 exactly
    return Check(
        trend="the plateau falls with the training length",
        average=average,
        holds=worst <= -0.9,
        left_out=left_out(measured.runs, average),
        numbers=f"rank correlation with N at most {worst:.2f} over {name}",
    )


def rises_with_number(measured: Measured, average: Average) -> Check:
    """Does the plateau rise with a task parameter at fixed training length?"""
    name = measured.figure.number
    parts = by_number(measured.runs, name).items()
    curves = {value: levels(part, average) for value, part in parts}
    falling = []
    pairs = 0
    for low, high in zip(curves, list(curves)[1:], strict=False):
        for n in sorted(curves[low].keys() & curves[high].keys()):
            pairs += 1
            if curves[high][n] <= curves[low][n]:
                falling.append(f"{digits(low)} to {digits(high)} at N = {n}")
    where = f"; not from {', '.join(falling[:3])}" if falling else ""
    more = f" and {len(falling) - 3} more" if len(falling) > 3 else ""
    return Check(
        trend=f"the plateau rises with {name}",
        average=average,
        holds=pairs > 0 and len(falling) <= 0.1 * pairs,
        left_out=left_out(measured.runs, average),
        numbers=f"in {pairs - len(falling)} of {pairs} neighboring settings"
        f"{where}{more}",
    )


def _error_text(measured: Measured, eps: float) -> str:
    """An error of the figure with its metric."""
    metric = measured.figure.metric
    return f"an {metric.noun} of {digits(eps)}{metric.suffix}"


def is_straight(measured: Measured, average: Average) -> Check:
    """Is the sufficient length linear in a task parameter?"""
    name, eps = measured.figure.number, measured.figure.eps[0]
    lengths = sufficient_by(measured.runs, name, eps, average)
    out = left_out(measured.runs, average, eps=eps)
    trend = f"N for {_error_text(measured, eps)} is a straight line in {name}"
    points = ", ".join(f"{digits(x)}: {one.length:.1f}" for x, one in lengths.items())
    if len(lengths) < 4:
        text = f"known for {len(lengths)} values ({points}); four are needed"
        return Check(
            trend=trend, average=average, holds=False, numbers=text, left_out=out
        )
    x = np.array(list(lengths))
    y = np.array([one.length for one in lengths.values()])
    slope, start = np.polyfit(x, y, 1)
    off = float(np.abs((start + slope * x) / y - 1).max())
    return Check(
        trend=trend,
        average=average,
        holds=bool(slope > 0 and off <= STRAIGHT),
        left_out=out,
        numbers=f"N = {start:.2g} + {slope:.2g} {name} within {off:.0%}; N by {name}: "
        f"{points}",
    )


def is_proportional(measured: Measured, average: Average) -> Check:
    """Is the sufficient length proportional to a task parameter?"""
    name, eps = measured.figure.number, measured.figure.eps[0]
    lengths = sufficient_by(measured.runs, name, eps, average)
    out = left_out(measured.runs, average, eps=eps)
    trend = f"N for {_error_text(measured, eps)} is proportional to {name}"
    fit = exponent(lengths)
    points = ", ".join(f"{digits(x)}: {one.length:.1f}" for x, one in lengths.items())
    return Check(
        trend=trend,
        average=average,
        holds=isinstance(fit, Exponent) and 1.0 in fit.interval,
        left_out=out,
        numbers=f"{fit}; N by {name}: {points}",
    )


def overlap(measured: Measured, average: Average) -> Check:
    """Do the curves over N divided by a task parameter coincide?"""
    name = measured.figure.number
    by_ratio: dict[float, list[float]] = defaultdict(list)
    for value, part in by_number(measured.runs, name).items():
        for n, height in levels(part, average).items():
            by_ratio[round(n / value, 6)].append(height)
    spreads = {r: max(h) - min(h) for r, h in by_ratio.items() if len(h) > 1}
    ratios = {r: float(np.mean(h)) for r, h in by_ratio.items() if r in spreads}
    across = math.exp(max(spreads.values(), default=math.inf))
    along = math.exp(max(ratios.values(), default=0) - min(ratios.values(), default=0))
    return Check(
        trend=f"curves over N/{name} overlap",
        average=average,
        holds=across <= 2.0 and along >= 3.0,
        left_out=left_out(measured.runs, average),
        numbers=(
            f"at the same N/{name} plateaus differ by a factor of {across:.2f} at "
            f"most, along N/{name} by {along:.3g}"
        ),
    )


def looks_right(measured: Measured, average: Average) -> Check:
    """Is attention near 1/16 on the queried class, and near 0 elsewhere, for large N?

    Attention is a weight, not an error, so geometric means make no sense: its mean is
    over all seeds in both cases.
    """
    longest = max((one.train_length for one in measured.exact), default=0)
    looks = [
        one.attention
        for one in measured.exact
        if one.attention is not None and one.train_length == longest
    ]
    on = float(np.mean([a.on[0] for a in looks])) if looks else math.nan
    off = float(np.mean([a.off[0] for a in looks])) if looks else math.nan
    return Check(
        trend="attention is near 1/16 on the asked residue class and near 0 elsewhere",
        average=average,
        holds=abs(16 * on - 1) <= 0.1 and off <= 0.1 * on,
        numbers=f"at N = {longest}: {on:.4f} against {1 / 16:.4f}, and {off:.5f} "
        f"elsewhere, over {len(looks)} seeds",
    )


def sufficient_by(
    runs: Sequence[Run], name: str, eps: float, average: Average = "typical"
) -> Mapping[float, SufficientLength]:
    """The sufficient length for `eps` by a task parameter, if it is known."""
    answers = {
        value: sufficient_length(part, eps, average=average)
        for value, part in by_number(runs, name).items()
    }
    return {x: one for x, one in answers.items() if isinstance(one, SufficientLength)}


def _rank_correlation(values: Mapping[int, float]) -> float:
    """Spearman's rank correlation between training length and height."""
    heights_ = np.array(list(values.values()))
    if len(heights_) < 3:
        return 0.0
    ranks = heights_.argsort().argsort().astype(float)
    return float(np.corrcoef(np.arange(len(ranks)), ranks)[0, 1])
