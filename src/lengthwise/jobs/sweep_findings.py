"""The findings of a sweep, setting by setting.

A *setting* is everything in a trial except its training length and its seed, together
with the later evaluations of the net. Models of one setting have curves, plateaus and a
sufficient length in common; models of different settings are never mixed.

Records of a task in a user's file are read without that file: nothing is imported.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lengthwise import __version__
from lengthwise.analysis.runs import Run, run_of
from lengthwise.analysis.summary import Provenance, Summary, summary
from lengthwise.analysis.trained_nets import ExactRuns
from lengthwise.errors import SpecError
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.fields import Field
from lengthwise.experiments.spec.settings import RECIPE, model_settings
from lengthwise.experiments.store.store import Store
from lengthwise.jobs.provenance import fingerprints
from lengthwise.tasks.catalogue import task as catalogue_task
from lengthwise.tasks.own.task_file import any_task, is_own
from lengthwise.tasks.task_name import TaskName, name_of, task_name

EPS = (0.2, 0.1, 0.05)
"""The default errors for which a page reports a length."""

MOST = 48
"""The largest number of settings on a page."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """Models that differ only in training length and seed.

    Attributes:
        task: The name of their task.
        records: In order of training length and seed.
        runs: The same as an analysis sees them, with the exact limits of their errors
            if the weights give these.
    """

    task: TaskName
    records: tuple[Record, ...]
    runs: tuple[Run, ...]

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """Every setting by name: task parameters, model, recipe, evaluation."""
        trial, evaluation = self.records[0].trial, self.records[0].evaluation
        return {
            "task": str(self.task),
            **trial.numbers,
            **_values_of(trial.model, model_settings(trial.model.kind)),
            **_values_of(trial.recipe, RECIPE),
            "test_length": evaluation.lengths,
            "words": evaluation.words,
            "standard_error": evaluation.standard_error,
            "evaluation_seed": evaluation.seed,
        }

    def where(self, settings: Mapping[str, Any]) -> "Setting":
        """The models with these values; a list matches any of its values."""
        pairs = [
            (record, run)
            for record, run in zip(self.records, self.runs, strict=True)
            if all(_has(self._values(record), *item) for item in settings.items())
        ]
        records, runs = zip(*pairs, strict=True) if pairs else ((), ())
        return Setting(task=self.task, records=records, runs=runs)

    def _values(self, record: Record) -> Mapping[str, Any]:
        trial = record.trial
        own = {"train_length": trial.train_length, "seed": trial.seed}
        return {**self.values, **own}

    @property
    def tested(self) -> tuple[int, ...]:
        """The test lengths, ascending."""
        return self.records[0].evaluation.lengths

    @property
    def train_lengths(self) -> tuple[int, ...]:
        """The training lengths, ascending."""
        return tuple(sorted({one.trial.train_length for one in self.records}))

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds, ascending."""
        return tuple(sorted({one.trial.seed for one in self.records}))


def _values_of(value: object, described: Iterable[Field]) -> dict[str, Any]:
    return {one.name: getattr(value, one.name) for one in described}


def _has(values: Mapping[str, Any], name: str, wanted: object) -> bool:
    """Whether a value equals the wanted one, or is one of these."""
    value = values.get(name)
    if isinstance(value, tuple):  # heads, lags, test_length
        return isinstance(wanted, Sequence) and value == tuple(wanted)
    if isinstance(wanted, Iterable) and not isinstance(wanted, str):
        return value in list(wanted)
    return bool(value == wanted)


def settings_of(records: Iterable[Record], store: Store) -> tuple[Setting, ...]:
    """Records by setting, in the order of the names of their tasks.

    Args:
        records: Records of any trials.
        store: The store with their weights.
    """
    groups: dict[Any, list[Record]] = defaultdict(list)
    for record in records:
        trial = record.trial
        groups[trial.recipe, trial.lane.numbers, record.evaluation].append(record)
    exact = ExactRuns(store)
    settings = [_setting(group, exact) for group in groups.values()]
    return tuple(sorted(settings, key=_place))


def _place(setting: Setting) -> tuple[object, ...]:
    """The sort key of a setting: by task, then by its values, with numbers by size."""
    rest = [
        (0, value, "") if isinstance(value, int | float) else (1, 0, repr(value))
        for name, value in setting.values.items()
        if name != "task"
    ]
    return setting.task.name, setting.task.origin or "", rest


def _setting(records: list[Record], exact: ExactRuns) -> Setting:
    ordered = sorted(records, key=lambda one: (one.trial.train_length, one.trial.seed))
    name = ordered[0].trial.task
    known = name.task_if_loaded
    runs = list(map(run_of, ordered)) if known is None else exact(known, ordered)
    return Setting(task=name, records=tuple(ordered), runs=tuple(runs))


def varying(settings: Sequence[Setting]) -> tuple[str, ...]:
    """The names of the properties that differ between settings, the task first."""
    names = dict.fromkeys(name for one in settings for name in one.values)
    return tuple(
        name
        for name in names
        if len({repr(one.values.get(name)) for one in settings}) > 1
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepFindings:
    """The findings of a sweep.

    Attributes:
        settings: Each with its summary.
        provenance: Where the records come from.
    """

    settings: tuple[tuple[Setting, Summary], ...]
    provenance: Provenance

    @property
    def title(self) -> str:
        """The tasks."""
        names = (one.task.heading for one, _ in self.settings)
        return ", ".join(dict.fromkeys(names))

    def label(self, setting: Setting) -> str:
        """What distinguishes one setting from the others; empty if it is alone."""
        every = [one for one, _ in self.settings]
        parts = [setting.task.heading] if "task" in varying(every) else []
        peers = varying([one for one in every if one.task == setting.task])
        parts += [f"{name} = {_text(setting.values[name])}" for name in peers]
        return ", ".join(parts)

    def __str__(self) -> str:
        parts = []
        for setting, answers in self.settings:
            label = self.label(setting)
            lines = str(answers).splitlines()
            parts += [f"{label}:", *(f"  {one}" for one in lines)] if label else lines
        return "\n".join(parts)


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join("none" if v is None else str(v) for v in value) + "]"
    return "none" if value is None else str(value)


def sweep_findings(
    settings: Sequence[Setting], *, eps: Sequence[float], command: str
) -> SweepFindings:
    """The findings for these settings.

    Args:
        settings: As returned by `settings_of`.
        eps: Errors, in the metric of each task, for which to report a length.
        command: The command that reproduces the page.

    Raises:
        SpecError: There is no setting, or there are more than fit on a page.
    """
    if not settings:
        raise SpecError("there are no records for a page; train some models first")
    if len(settings) > MOST:
        raise SpecError(
            f"the records are of {len(settings)} settings, and a page shows at most "
            f"{MOST}; name one of the tasks, or use a smaller grid"
        )
    records = [record for one in settings for record in one.records]
    source = Provenance(
        command=command,
        version=__version__,
        fingerprints=fingerprints(records),
        records=len(records),
        published=False,
    )
    return SweepFindings(
        settings=tuple(
            (
                one,
                summary(one.task.task_if_loaded, one.runs, eps=eps, provenance=source),
            )
            for one in settings
        ),
        provenance=source,
    )


def stored_settings(store: Store, task: str | None = None) -> tuple[Setting, ...]:
    """The records of a store, setting by setting.

    Args:
        store: The store.
        task: Only records of this task: one of the catalogue, the name of one in a file
            as stored, or ``file.py:NAME``; that file is executed. Default: all, and
            nothing is executed.

    Raises:
        SpecError: The store has no records of it.
    """
    records = list(store)
    if task is None:
        if not records:
            raise SpecError(f"{store} holds no records; run lengthwise sweep first")
        return settings_of(records, store)
    names = dict.fromkeys(record.trial.task for record in records)
    chosen = _chosen(task, names)
    if not chosen:
        held = ", ".join(sorted({str(name) for name in names})) or "nothing"
        raise SpecError(
            f"{store} holds no records of {task}, only of {held}; run lengthwise study "
            f"{task}, or name another store"
        )
    return settings_of((one for one in records if one.trial.task in chosen), store)


def _chosen(task: str, names: Iterable[TaskName]) -> set[TaskName]:
    """The names of stored tasks that match a text."""
    if is_own(task):
        name = task_name(any_task(task))
        return {name} & set(names)
    matches = {one for one in names if task in (str(one), one.name)}
    return matches or {name_of(catalogue_task(task))} & set(names)
