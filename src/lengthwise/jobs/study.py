"""The study of a task: theory, training, and the answer.

What is found is a value; `lengthwise.api.study_result` gives it a page.
"""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import overload

from lengthwise import __version__
from lengthwise.analysis import trained_nets
from lengthwise.analysis.predicted.construction import exact_part, has_construction
from lengthwise.analysis.summary import Provenance, Summary, summary
from lengthwise.errors import SpecError
from lengthwise.experiments.engines.choice import EngineName
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.filling import fill
from lengthwise.experiments.sweep.plan import Plan as SweepPlan
from lengthwise.experiments.sweep.progress import Progress
from lengthwise.jobs.predicting import (
    lengths_by_number,
    nets_of,
    of_grid,
    study_observed,
    study_prediction,
    with_limits,
)
from lengthwise.jobs.presets import size_of
from lengthwise.jobs.provenance import command_argument, provenance
from lengthwise.jobs.studied_task import studied_task
from lengthwise.jobs.study_size import Size
from lengthwise.tasks.task import Task
from lengthwise.theory.verdict.consequences import Consequences, consequences_of
from lengthwise.theory.verdict.decision import verdict
from lengthwise.theory.verdict.verdict import Verdict

UNTRAINED = "only the verdict was asked for"
"""Why a study of a task trained nothing."""

NO_TASK = "only tasks are trained, because they define a distribution of inputs"
"""Why a study of an expression or a program trained nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What a study found.

    Attributes:
        title: What was studied.
        about: A sentence about it.
        decided: The verdict, and what follows from it without training.
        provenance: Where it comes from.
        summary: What training showed; ``None`` where nothing was trained.
        why: Why nothing was trained.
    """

    title: str
    about: str
    decided: Consequences
    provenance: Provenance
    summary: Summary | None = None
    why: str = UNTRAINED

    @property
    def verdict(self) -> Verdict:
        """Whether it is in a class with a guarantee, and why."""
        return self.decided.verdict

    def __str__(self) -> str:
        if self.summary is not None:
            return str(self.summary)
        return f"{self.verdict}\n\nnothing was trained: {self.why}"


def study(
    task: str | Task | None = None,
    *,
    regex: str | None = None,
    alphabet: Iterable[str] | None = None,
    program: str | Path | None = None,
    store: str | None = None,
    train: bool = True,
    workers: int | None = None,
    size: Size | None = None,
    engine: EngineName = "local",
    address: str | None = None,
    stopping: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda _: None,
    announce: Callable[[SweepPlan], None] = lambda _: None,
    inherited: Mapping[str, str] | None = None,
) -> Findings:
    """Returns what a study finds; `lengthwise.api.study_result.study` says more.

    Raises:
        SpecError: Not exactly one thing is given.
        UnknownNameError: The task or program is unknown.
        StoppedError: `stopping` said so; the same call goes on.

    Examples:
        >>> study("dyck1", train=False).verdict.answer("none", "end")
        'yes'
    """
    subject = _subject(task)
    if subject is None or not train or alphabet is not None:
        return _untrained(subject, regex, alphabet, program)
    if regex is not None or program is not None:
        raise SpecError("give exactly one of a task, a regex and a program")
    plan = _Plan(subject, size or size_of(subject), verdict(task=subject))
    with Store(store) as kept:
        fill(
            kept,
            [trial for grid in plan.grids for trial in grid],
            plan.evaluation,
            workers=workers,
            stopping=stopping,
            watch=watch,
            inherited=inherited,
            prediction=plan.prediction.key,
            engine=engine,
            address=address,
            announce=announce,
        )
        return plan.findings(kept)


def stored_study(
    task: str | Task, store: Store, *, size: Size | None = None
) -> Findings | None:
    """The study of a task from stored records, without training.

    Args:
        task: A task, as for `study`.
        store: The store.
        size: How it was swept. Default: sized to two cores.

    Returns:
        What was found, or ``None`` where the store has no record of it.

    Raises:
        UnknownNameError: The task is unknown.
    """
    subject = _subject(task)
    chosen = size or size_of(subject)
    first = chosen.grids(subject)[0]
    if not store.known((trial.key for trial in first), first.evaluation.key):
        return None
    return _Plan(subject, chosen, verdict(task=subject)).findings(store)


@overload
def _subject(task: str | Task) -> Task: ...
@overload
def _subject(task: None) -> None: ...
def _subject(task: str | Task | None) -> Task | None:
    """The task that is meant."""
    return studied_task(task) if isinstance(task, str) else task


class _Plan:
    """What a study asks: its trials, and what theory says before they are trained."""

    def __init__(self, task: Task, size: Size, verdict: Verdict) -> None:
        self.task = task
        self.size = size
        self.grids = size.grids(task)
        self.evaluation = self.grids[0].evaluation
        self.decided = consequences_of(verdict, task)
        known = has_construction(task)
        self.exact = exact_part(task, size.eps) if known else None
        self.prediction = study_prediction(task, size, verdict)

    def findings(self, store: Store) -> Findings:
        """What the records of `store` answer."""
        stored = list(store)
        arms = [of_grid(grid, stored) for grid in self.grids]
        records = [record for arm in arms for record in arm]
        source = provenance(self.task, self.size, records)
        runs = trained_nets.ExactRuns(store)
        summaries = [self._arm(runs, arm, source) if arm else None for arm in arms]
        observed = {
            nets_of(self.grids[i]): study_observed(
                self.task,
                one,
                store.with_weights(with_limits(arms[i])),
                lengths_by_number(self.task, self.size, stored, i, runs),
                partial(runs.limit, self.task),
            )
            for i, one in enumerate(summaries)
            if one is not None
        }
        circumstances = [record.circumstances for record in records]
        first, scaled = summaries[0], [one for one in summaries[1:] if one is not None]
        assert first is not None
        summary = replace(
            first,
            decided=self.decided,
            prediction=self.prediction,
            predicted=sum(
                one.prediction == self.prediction.key for one in circumstances
            ),
            checked=self.prediction.against(observed),
            limits=observed[nets_of(self.grids[0])].limits,
            scaled=scaled[0] if scaled else None,
        )
        return Findings(
            title=str(self.task),
            about=self.task.summary,
            decided=self.decided,
            provenance=source,
            summary=summary,
        )

    def _arm(
        self,
        runs: trained_nets.ExactRuns,
        records: Sequence[Record],
        provenance: Provenance,
    ) -> Summary:
        """What the records of one grid say."""
        eps = max(self.size.eps)
        chosen = trained_nets.typical(records, eps=eps) if self.size.audited else []
        nets = runs.store.nets(chosen)
        return summary(
            self.task,
            runs(self.task, records),
            eps=self.size.eps,
            exact=self.exact,
            audits=trained_nets.audits(self.task, nets, self.size.audited),
            agreements=trained_nets.agreements(self.task, nets),
            certificates=trained_nets.certified(self.task, nets),
            provenance=provenance,
        )


def _untrained(
    task: Task | None,
    regex: str | None,
    alphabet: Iterable[str] | None,
    program: str | Path | None,
) -> Findings:
    """A study that is a verdict."""
    decision = verdict(task=task, regex=regex, alphabet=alphabet, program=program)
    letters = "".join(alphabet) if isinstance(alphabet, str) else ""
    if task is not None:
        title, about, arguments = str(task), task.summary, command_argument(task)
    elif regex is not None:
        title, about = regex, "A regular expression in Python's syntax."
        arguments = f"--regex {shlex.quote(regex)}"
        arguments += f" --alphabet {shlex.quote(letters)}" if letters else ""
    else:
        named = isinstance(program, Path) or "\n" not in str(program)
        title = str(program) if named else "a program"
        about, arguments = "A C-RASP program.", f"--program {shlex.quote(str(program))}"
    return Findings(
        title=title,
        about=about,
        decided=consequences_of(decision, task),
        provenance=Provenance(
            command=f"lengthwise study {arguments}",
            version=__version__,
            fingerprints=(),
            records=0,
        ),
        why=NO_TASK if task is None else UNTRAINED,
    )
