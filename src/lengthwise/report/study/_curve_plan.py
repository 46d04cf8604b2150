"""Decides which curves share a panel: by training length, or by setting.

Models are compared at equal training length. So a sweep over a setting has a panel per
training length, with a curve per value of the setting. A sweep over only the training
length has one panel with a curve per training length. The numbers of curves and panels
are limited for readability.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from lengthwise.analysis.runs import Run, by_train_length
from lengthwise.analysis.summary import Summary
from lengthwise.jobs.sweep_findings import Setting, varying
from lengthwise.tasks.outputs import Metric

MOST_CURVES = 6
"""The largest number of curves in a panel."""

MOST_PANELS = 6
"""The largest number of panels in a figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """Models that differ only in their seed.

    Attributes:
        place: Index of its color and marker.
        label: Its entry in the legend.
        title: Their common settings, with the training length.
        train_length: The training length.
        runs: One run per seed.
    """

    place: int
    label: str
    title: str
    train_length: int
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Curves in one pair of axes.

    Attributes:
        title: The common settings of its curves; empty if the figure states them.
        curves: The curves in the order of the legend.
    """

    title: str
    curves: tuple[Curve, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePlan:
    """A figure of curves.

    Attributes:
        subject: The common settings of all its models; empty for a whole sweep.
        legend: The setting in which its curves differ.
        ordered: Number of curves if they are ordered; otherwise ``None``.
        panels: One panel, or small multiples.
        every: The curves of all training lengths, including those without a panel.
        metric: The metric of errors.
    """

    subject: str
    legend: str
    ordered: int | None
    panels: tuple[Panel, ...]
    every: tuple[Curve, ...]
    metric: Metric

    @property
    def curves(self) -> tuple[Curve, ...]:
        """The curves of all panels."""
        return tuple(chain.from_iterable(panel.curves for panel in self.panels))

    @property
    def train_lengths(self) -> tuple[int, ...]:
        """All training lengths, ascending."""
        return tuple(sorted({curve.train_length for curve in self.every}))

    @property
    def drawn_lengths(self) -> tuple[int, ...]:
        """The training lengths with a curve, ascending."""
        return tuple(sorted({curve.train_length for curve in self.curves}))


def drawn_runs(summary: Summary) -> tuple[Run, ...]:
    """The models to draw, each at the worst residue near each test length.

    For errors, these are the models that learned the task, or if none did, those that
    did not diverge. For accuracies, all models that did not diverge.
    """
    finite = tuple(run for run in summary.runs if not run.failed)
    kept = finite if summary.metric.is_rate else summary.used or finite
    return tuple(run.worst for run in kept)


def by_training_length(summary: Summary) -> CurvePlan | None:
    """The curves of one setting, for a few training lengths."""
    groups = by_train_length(drawn_runs(summary))
    if not groups:
        return None
    shown = spread(list(groups), MOST_CURVES)
    curves = tuple(
        Curve(
            place=shown.index(n) if n in shown else 0,
            label=f"N = {n}",
            title=f"trained on N = {n}",
            train_length=n,
            runs=runs,
        )
        for n, runs in groups.items()
    )
    drawn = tuple(curve for curve in curves if curve.train_length in shown)
    return CurvePlan(
        subject="",
        legend="training length",
        ordered=len(drawn),
        panels=(Panel(title="", curves=drawn),),
        every=curves,
        metric=summary.metric,
    )


def by_setting(parts: Sequence[tuple[Setting, Summary]]) -> tuple[CurvePlan, ...]:
    """The curves of several settings, with a panel per training length.

    Different tasks get different figures. So do settings that differ in several ways if
    there are too many for one panel.
    """
    families: dict[tuple[object, ...], list[tuple[Setting, Summary]]] = defaultdict(
        list
    )
    for setting, summary in parts:
        key = (setting.task.name, setting.task.origin, summary.metric.name)
        families[key].append((setting, summary))
    plans: list[CurvePlan] = []
    for family in families.values():
        subject = family[0][0].task.name if len(families) > 1 else ""
        plans += _family_plans(subject, family)
    return tuple(plans)


def _family_plans(
    subject: str, parts: Sequence[tuple[Setting, Summary]]
) -> Iterator[CurvePlan]:
    """The figures of settings of one task."""
    if len(parts) == 1:
        plan = by_training_length(parts[0][1])
        if plan is not None:
            yield replace(plan, subject=subject)
        return
    settings = [setting for setting, _ in parts]
    axes = axes_of(settings)
    if len(parts) <= MOST_CURVES:
        yield from _plans(subject, axes, parts)
        return
    main = _main_axis(axes, settings)
    others = tuple(name for name in axes if name != main)
    groups: dict[str, list[tuple[Setting, Summary]]] = defaultdict(list)
    for setting, summary in parts:
        groups[label(setting, others)].append((setting, summary))
    for name, group in groups.items():
        figures = -(-len(group) // MOST_CURVES)
        size = -(-len(group) // figures)
        for first in range(0, len(group), size):
            common = ", ".join(filter(None, (subject, name)))
            yield from _plans(common, (main,), group[first : first + size])


def _plans(
    subject: str, axes: Sequence[str], parts: Sequence[tuple[Setting, Summary]]
) -> Iterator[CurvePlan]:
    """A figure with a curve per setting and a panel per training length."""
    alone = len(axes) == 1
    curves = tuple(
        Curve(
            place=place,
            label=label(setting, axes, named=not alone),
            title=f"{label(setting, axes)}, trained on N = {n}",
            train_length=n,
            runs=runs,
        )
        for place, (setting, summary) in enumerate(parts)
        for n, runs in by_train_length(drawn_runs(summary)).items()
    )
    lengths = sorted({curve.train_length for curve in curves})
    shown = spread(lengths, MOST_PANELS)
    panels = tuple(
        Panel(
            title=f"N = {n}" if len(shown) > 1 else "",
            curves=tuple(curve for curve in curves if curve.train_length == n),
        )
        for n in shown
    )
    if not panels:
        return
    ordered = alone and _is_numeric(axes[0], [setting for setting, _ in parts])
    yield CurvePlan(
        subject=subject,
        legend=axes[0] if alone else "",
        ordered=len(parts) if ordered else None,
        panels=panels,
        every=curves,
        metric=parts[0][1].metric,
    )


def axes_of(settings: Sequence[Setting]) -> tuple[str, ...]:
    """The names of the settings in which trials of one task differ."""
    names = [name for name in varying(settings) if name != "task"]
    return tuple(names) or ("task",)


def _main_axis(axes: Sequence[str], settings: Sequence[Setting]) -> str:
    """The setting in which curves differ: categorical first, then most values."""
    return min(
        axes,
        key=lambda name: (
            _is_numeric(name, settings),
            -len({repr(one.values.get(name)) for one in settings}),
        ),
    )


def _is_numeric(name: str, settings: Sequence[Setting]) -> bool:
    return all(isinstance(one.values.get(name), int | float) for one in settings)


def label(setting: Setting, axes: Sequence[str], *, named: bool = True) -> str:
    """The values of a setting, as in ``width = 16, units = 64``."""
    values = ((name, value_text(setting.values.get(name))) for name in axes)
    if not named:
        return ", ".join(text for _, text in values)
    return ", ".join(f"{name} = {text}" for name, text in values)


def value_text(value: object) -> str:
    """A value of a setting as text; long lists are abbreviated.

    Examples:
        >>> value_text((1, None)), value_text((8, 16, 32, 64, 128)), value_text(None)
        ('[1, none]', '[8, …, 128]', 'none')
    """
    if isinstance(value, tuple):
        parts = [value_text(one) for one in value]
        shown = parts if len(parts) <= 4 else [parts[0], "…", parts[-1]]
        return f"[{', '.join(shown)}]"
    return "none" if value is None else str(value)


def spread(values: Sequence[int], most: int) -> list[int]:
    """At most `most` of `values`, evenly spaced, including the first and the last.

    Examples:
        >>> spread([1, 2, 3, 4, 5, 6, 7], 4), spread([1, 2], 4)
        ([1, 3, 5, 7], [1, 2])
    """
    if len(values) <= most:
        return list(values)
    last = len(values) - 1
    return [values[round(k * last / (most - 1))] for k in range(most)]
