"""The main job: what theory says of a task, what training shows, and the answer.

``lengthwise.study("simple")`` is `study`: the module can be called.
"""

import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

from lengthwise import __version__
from lengthwise.analysis.exact import exact_part, has_construction
from lengthwise.analysis.runs import run_of
from lengthwise.analysis.summary import Provenance, Summary, summary
from lengthwise.analysis.trained import agreements, audits, certified, limits, typical
from lengthwise.errors import SpecError
from lengthwise.experiments.filling import fill
from lengthwise.experiments.progress import Progress
from lengthwise.experiments.record import Record
from lengthwise.experiments.store import Store
from lengthwise.report.page import Page
from lengthwise.report.study_page import render, render_decided
from lengthwise.studies.predicting import (
    lengths_by_number,
    nets_of,
    of_grid,
    study_observed,
    study_prediction,
    with_limits,
)
from lengthwise.studies.sizes import SIZES, Size, size_of, studied
from lengthwise.tasks.catalogue import task as task_of
from lengthwise.tasks.task import Task
from lengthwise.theory.verdict.decided import Decided, decided
from lengthwise.theory.verdict.deciding import verdict
from lengthwise.theory.verdict.verdict import Verdict

UNTRAINED = f"only {', '.join(SIZES)} can be trained so far"
"""Why a study of anything else trains nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """What a study found, and its page.

    Attributes:
        title: What was studied.
        about: A sentence about it.
        decided: The verdict, and what follows from it without training.
        provenance: Where it comes from.
        summary: What training showed; ``None`` where nothing was trained.
    """

    title: str
    about: str
    decided: Decided
    provenance: Provenance
    summary: Summary | None = None

    @property
    def verdict(self) -> Verdict:
        """Whether it is in a class with a guarantee, and why."""
        return self.decided.verdict

    @property
    def page(self) -> Page:
        """One HTML page that stands alone; the same store gives the same bytes."""
        if self.summary is not None:
            return render(self.summary)
        return render_decided(
            self.decided,
            title=self.title,
            about=self.about,
            why=UNTRAINED,
            provenance=self.provenance,
        )

    def __str__(self) -> str:
        if self.summary is not None:
            return str(self.summary)
        return f"{self.verdict}\n\nnothing was trained: {UNTRAINED}"


def study(
    task: str | Task | None = None,
    *,
    regex: str | None = None,
    alphabet: Iterable[str] | None = None,
    program: str | Path | None = None,
    store: str | None = None,
    workers: int | None = None,
    size: Size | None = None,
    stopping: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda _: None,
    inherited: Mapping[str, str] | None = None,
) -> Study:
    """Answers how long the training words of a task must be.

    Every task, regular expression and program has a verdict with its evidence. What
    can be trained (``simple``, ``modp``, ``kgram``) is, as far as `store` does not hold
    it yet, so a study that was stopped goes on; of the rest the verdict is the study.

    Args:
        task: A task by name, with numbers as in ``simple:omega=6``; ``kgram`` alone is
            ``kgram:k=1,S=2``.
        regex: In its place, a regular expression in Python's syntax.
        alphabet: The letters, with `regex`; those of the expression if not given.
        program: In their place, a program: a name of the library, a path or a text.
        store: URL of the store. Default: ``LENGTHWISE_STORE``, else
            ``sqlite:///lengthwise.db``.
        workers: Processes that train. Default: one a core.
        size: How to sweep. Default: sized to two cores.
        stopping: Asked now and then whether to stop.
        watch: Told how far the sweep is.
        inherited: What to make the environment of workers from.

    Raises:
        SpecError: Not exactly one thing is given.
        UnknownNameError: The task or program is unknown.
        StoppedError: `stopping` said so; the same call goes on.

    Examples:
        >>> study("dyck1").verdict.answer("none", "end")
        'yes'
        >>> study(regex="(aa)*").page.save("study.html")  # doctest: +SKIP
    """
    subject = task_of(studied(task)) if isinstance(task, str) else task
    if subject is None or (size is None and not _has_size(subject)):
        return _untrained(subject, regex, alphabet, program)
    if regex is not None or program is not None:
        raise SpecError("give exactly one of a task, a regex and a program")
    asked = _Asked(subject, size or size_of(subject), verdict(task=subject))
    with Store(store) as kept:
        fill(
            kept,
            [trial for grid in asked.grids for trial in grid],
            asked.evaluation,
            workers=workers,
            stopping=stopping,
            watch=watch,
            inherited=inherited,
            prediction=asked.prediction.key,
        )
        return asked.study(kept)


def report(
    task: str | Task, *, store: str | None = None, size: Size | None = None
) -> Study:
    """The study of a task from what `store` holds, without training.

    Args:
        task: ``simple``, ``modp`` or ``kgram``, with numbers as in ``simple:omega=6``.
        store: URL of the store.
        size: How it was swept. Default: sized to two cores.

    Raises:
        SpecError: The store has no record of it.
        UnknownNameError: The task is unknown or cannot be trained.
    """
    subject = task_of(studied(task)) if isinstance(task, str) else task
    asked = _Asked(subject, size or size_of(subject), verdict(task=subject))
    with Store(store) as kept:
        return asked.study(kept)


def _has_size(task: Task) -> bool:
    """Whether there is a size for `task`, and not only for its name."""
    return task.name in SIZES and has_construction(task)


class _Asked:
    """What a study asks: its trials, and what theory says before they are trained."""

    def __init__(self, task: Task, size: Size, found: Verdict) -> None:
        self.task = task
        self.size = size
        self.grids = size.grids(task)
        self.evaluation = self.grids[0].evaluation
        self.decided = decided(found, task)
        known = has_construction(task)
        self.exact = exact_part(task, size.eps) if known else None
        self.prediction = study_prediction(task, size, found)

    def study(self, store: Store) -> Study:
        """What the records of `store` answer."""
        kept = list(store)
        arms = [of_grid(grid, kept) for grid in self.grids]
        if not arms[0]:
            raise SpecError(
                f"the store holds no records of this study; run lengthwise study "
                f"{self.task}"
            )
        provenance = self._provenance([record for arm in arms for record in arm])
        found = [self._arm(store, arm, provenance) if arm else None for arm in arms]
        seen = {
            nets_of(self.grids[i]): study_observed(
                one,
                store.with_weights(with_limits(arms[i])),
                lengths_by_number(self.task, self.size, kept, i),
            )
            for i, one in enumerate(found)
            if one is not None
        }
        made = [record.circumstances for arm in arms for record in arm]
        first, scaled = found[0], [one for one in found[1:] if one is not None]
        assert first is not None
        shown = replace(
            first,
            decided=self.decided,
            prediction=self.prediction,
            predicted=sum(one.prediction == self.prediction.key for one in made),
            checked=self.prediction.against(seen),
            limits=seen[nets_of(self.grids[0])].limits,
            scaled=scaled[0] if scaled else None,
        )
        return Study(
            title=str(self.task),
            about=self.task.summary,
            decided=self.decided,
            provenance=provenance,
            summary=shown,
        )

    def _arm(
        self, store: Store, records: Sequence[Record], provenance: Provenance
    ) -> Summary:
        """What the records of one grid say."""
        chosen = typical(records, eps=max(self.size.eps)) if self.size.audited else []
        nets = store.nets(chosen)
        known = limits(self.task, store.nets([one.trial.key for one in records]))
        return summary(
            self.task,
            [
                replace(run_of(one), limits=known.get(one.trial.key, ()))
                for one in records
            ],
            eps=self.size.eps,
            exact=self.exact,
            audits=audits(self.task, nets, self.size.audited),
            agreements=agreements(self.task, nets),
            certificates=certified(self.task, nets),
            provenance=provenance,
        )

    def _provenance(self, records: Sequence[Record]) -> Provenance:
        made = [record.circumstances for record in records]
        prints = {tuple(sorted(one.fingerprint.items())) for one in made}
        return Provenance(
            command=f"lengthwise study {self.task}",
            version=__version__,
            fingerprints=tuple(dict(one) for one in sorted(prints)),
            records=len(records),
            smaller=self.size.smaller,
        )


def _untrained(
    task: Task | None,
    regex: str | None,
    alphabet: Iterable[str] | None,
    program: str | Path | None,
) -> Study:
    """A study that is a verdict."""
    found = verdict(task=task, regex=regex, alphabet=alphabet, program=program)
    letters = "".join(alphabet) if isinstance(alphabet, str) else ""
    if task is not None:
        title, about, asked = str(task), task.summary, shlex.quote(str(task))
    elif regex is not None:
        title, about = regex, "A regular expression in Python's syntax."
        asked = f"--regex {shlex.quote(regex)}"
        asked += f" --alphabet {shlex.quote(letters)}" if letters else ""
    else:
        named = isinstance(program, Path) or "\n" not in str(program)
        title = str(program) if named else "a program"
        about, asked = "A C-RASP program.", f"--program {shlex.quote(str(program))}"
    return Study(
        title=title,
        about=about,
        decided=decided(found, task),
        provenance=Provenance(
            command=f"lengthwise study {asked}",
            version=__version__,
            fingerprints=(),
            records=0,
        ),
    )


class _Module(ModuleType):
    __call__ = staticmethod(study)  # one signature, whichever way it is called


sys.modules[__name__].__class__ = _Module
