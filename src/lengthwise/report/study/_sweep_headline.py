"""The answer of a sweep over several settings: the best setting and its lead."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from lengthwise.analysis.runs import by_train_length
from lengthwise.analysis.sufficient import SufficientLength
from lengthwise.analysis.summary import Summary
from lengthwise.jobs.sweep_findings import SweepFindings
from lengthwise.numbers import readable
from lengthwise.report.study._caveats import between
from lengthwise.report.study._curve_plan import drawn_runs
from lengthwise.report.study._curve_values import mean_value
from lengthwise.report.study._headline import Headline, Remark, headline, lead
from lengthwise.tasks.outputs import Metric

ACCURATE = 0.9
"""The accuracy that defines how far a setting reaches."""

MOST_REMARKS = 6
"""Number of settings listed beside the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The test lengths that one setting reaches at its longest training length.

    Attributes:
        label: The values that distinguish the setting.
        train_length: The longest training length.
        values: By test length: mean accuracy over seeds, or geometric mean of errors.
        seeds: Number of models in the average.
        metric: The metric of errors.
    """

    label: str
    train_length: int
    values: Mapping[int, float]
    seeds: int
    metric: Metric

    @property
    def longest(self) -> int:
        """The longest test length."""
        return max(self.values)

    @property
    def accurate_to(self) -> int | None:
        """The test length up to which the accuracy is at least `ACCURATE`."""
        kept = list(takewhile(lambda t: self.values[t] >= ACCURATE, self.values))
        return kept[-1] if kept else None

    @property
    def rank(self) -> tuple[float, ...]:
        """Smaller is better: by the longest length, then by all of them."""
        sign = -1.0 if self.metric.is_rate else 1.0
        steps = (-float(self.accurate_to or 0),) if self.metric.is_rate else ()
        rest = math.fsum(self.values.values())
        return *steps, sign * self.values[self.longest], sign * rest

    def __str__(self) -> str:
        last = readable(self.values[self.longest])
        trained = f"trained on lengths up to {self.train_length:,}, {self.seeds} seeds"
        if not self.metric.is_rate:
            return (
                f"{self.metric.noun} {last}{self.metric.suffix} at length "
                f"{self.longest:,} ({trained})"
            )
        noun, far = self.metric.accuracy, self.accurate_to
        if far == self.longest:
            return (
                f"{noun} at least {ACCURATE} at every length up to {far:,} ({trained})"
            )
        if far is None:
            start = f"{noun} below {ACCURATE} already at length {min(self.values):,}"
        else:
            start = f"{noun} at least {ACCURATE} up to length {far:,}"
        return f"{start}, {last} at length {self.longest:,} ({trained})"


def sweep_headline(findings: SweepFindings) -> Headline:
    """The answer of a sweep: the best setting, then all in turn."""
    parts = findings.settings
    if len(parts) == 1:
        return headline(parts[0][1])
    tasks = {setting.task.name for setting, _ in parts}
    labels = [findings.label(setting) for setting, _ in parts]
    summaries = [summary for _, summary in parts]
    reaches = [reach_of(*pair) for pair in zip(labels, summaries, strict=True)]
    if len(tasks) > 1:
        answer = _several_tasks(len(tasks), summaries)
    else:
        known = [one for one in reaches if one is not None]
        answer = _shortest(labels, summaries) or _best(known)
    more = [
        Remark(label=label, text=_remark(summary, reach))
        for label, summary, reach in zip(labels, summaries, reaches, strict=True)
    ]
    rest = len(more) - MOST_REMARKS
    if rest > 0:
        text = f"{rest} more settings are in the tables below."
        more = [*more[:MOST_REMARKS], Remark(label="Others", text=text)]
    return Headline(lead=answer, more=tuple(more))


def reach_of(label: str, summary: Summary) -> Reach | None:
    """The reach of a setting; ``None`` if all its models diverged."""
    groups = by_train_length(drawn_runs(summary))
    if not groups:
        return None
    n, runs = list(groups.items())[-1]
    lengths = sorted(set.intersection(*(set(run.errors) for run in runs)))
    return Reach(
        label=label,
        train_length=n,
        values={t: mean_value(runs, t, summary.metric) for t in lengths},
        seeds=len(runs),
        metric=summary.metric,
    )


def _several_tasks(tasks: int, summaries: Sequence[Summary]) -> str:
    answered = sum(smallest_answer(one) is not None for one in summaries)
    return (
        f"{tasks} tasks; a sufficient training length was found in {answered} of "
        f"{len(summaries)} settings."
    )


def _shortest(labels: Sequence[str], summaries: Sequence[Summary]) -> str:
    """The setting with the shortest sufficient length for the smallest error."""
    answers = [smallest_answer(summary) for summary in summaries]
    known = [one for one in answers if one is not None]
    if not known:
        return ""
    eps = min(one.eps for one in known)
    lengths = [
        (answer.length, label, summary)
        for label, summary in zip(labels, summaries, strict=True)
        if isinstance(answer := summary.lengths.get(eps), SufficientLength)
    ]
    _, label, summary = min(lengths, key=lambda one: one[0])
    answer = summary.lengths[eps]
    assert isinstance(answer, SufficientLength)
    first = lead(summary, answer).removeprefix("Transformers ")
    others = f"{len(lengths)} of {len(labels)} settings reach this error."
    return f"With {label}, transformers {first} {others}"


def _best(reaches: Sequence[Reach]) -> str:
    """The settings with the largest and the smallest reach."""
    if not reaches:
        return "All models diverged."
    ranked = sorted(reaches, key=lambda one: one.rank)
    best, worst = ranked[0], ranked[-1]
    if best.rank == worst.rank:
        return f"No setting is better than the others: {best}."
    return f"Best with {best.label}: {best}. Worst with {worst.label}."


def smallest_answer(summary: Summary) -> SufficientLength | None:
    """The sufficient length for the smallest error with an answer."""
    known = [n for n in summary.lengths.values() if isinstance(n, SufficientLength)]
    return min(known, key=lambda one: one.eps, default=None)


def _remark(summary: Summary, reach: Reach | None) -> str:
    if reach is None:
        return "All models diverged."
    text = f"{reach}."
    answer, metric = smallest_answer(summary), summary.metric
    if answer is not None:
        text += (
            f" N = {readable(answer.length)} {between(answer.interval)} is enough for "
            f"an {metric.noun} of {readable(answer.eps)}{metric.suffix}."
        )
    return f"{text[0].upper()}{text[1:]}"
