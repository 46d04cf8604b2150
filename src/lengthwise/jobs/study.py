"""The study of a task: theory, training, and the answer.

The result is a value; `lengthwise.api.study_result` gives it a page.
"""

import shlex
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, overload

from lengthwise import __version__
from lengthwise.analysis.summary import Provenance
from lengthwise.errors import SpecError
from lengthwise.experiments.engines import host
from lengthwise.experiments.engines.choice import EngineName
from lengthwise.experiments.store.store import Store
from lengthwise.experiments.sweep.filling import fill
from lengthwise.experiments.sweep.plan import Plan as SweepPlan
from lengthwise.experiments.sweep.progress import Progress
from lengthwise.jobs.decoder_size import DecoderSize, chosen_decoders, decoder_size
from lengthwise.jobs.presets import size_of
from lengthwise.jobs.provenance import command_argument
from lengthwise.jobs.studied_task import studied_task
from lengthwise.jobs.study_findings import UNTRAINED, Findings
from lengthwise.jobs.study_plan import study_plan
from lengthwise.jobs.study_size import Size, chosen_size
from lengthwise.tasks.task import Task
from lengthwise.theory.verdict.consequences import consequences_of
from lengthwise.theory.verdict.decision import verdict

NO_TASK = "only tasks are trained, because they define a distribution of inputs"
"""Why a study of an expression or a program trained nothing."""


def study(
    task: str | Task | None = None,
    *,
    regex: str | None = None,
    alphabet: Iterable[str] | None = None,
    program: str | Path | None = None,
    store: str | None = None,
    train: bool = True,
    workers: int | None = None,
    size: Size | DecoderSize | None = None,
    engine: EngineName = "local",
    address: str | None = None,
    stopping: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda _: None,
    announce: Callable[[SweepPlan], None] = lambda _: None,
    inherited: Mapping[str, str] | None = None,
) -> Findings:
    """Returns the findings of a study; see `lengthwise.api.study_result.study`.

    Raises:
        SpecError: Not exactly one thing is given.
        UnknownNameError: The task or program is unknown.
        StoppedError: `stopping` returned true; the same call resumes.

    Examples:
        >>> study("dyck1", train=False).verdict.answer("none", "end")
        'yes'
    """
    subject = _subject(task)
    if subject is None or not train or alphabet is not None:
        return _untrained(subject, regex, alphabet, program)
    if regex is not None or program is not None:
        raise SpecError("give exactly one of a task, a regex and a program")
    chosen = size or usual_size(subject, gpu=host.has_gpu(inherited))
    plan = study_plan(subject, chosen, verdict(task=subject))
    with Store(store) as kept:
        fill(
            kept,
            plan.trials,
            plan.evaluation,
            workers=workers,
            stopping=stopping,
            watch=watch,
            inherited=inherited,
            prediction=None if plan.prediction is None else plan.prediction.key,
            engine=engine,
            address=address,
            announce=announce,
        )
        findings = plan.findings(kept)
    assert findings is not None
    return findings


def usual_size(task: Task, *, gpu: bool = False) -> Size | DecoderSize:
    """Returns the default sweep of a study.

    Decoders for questions and languages of the catalogue, limit nets for other tasks.

    Args:
        task: The task.
        gpu: Whether there is a GPU; it affects the size only for decoders.
    """
    return decoder_size(task, gpu=gpu) or size_of(task)


def sized(
    size: Size | DecoderSize, task: Task, chosen: Mapping[str, Any]
) -> Size | DecoderSize:
    """Returns a size with the user's choices, by the names of `chosen_size`.

    Raises:
        SpecError: A value is invalid.
    """
    if isinstance(size, DecoderSize):
        return chosen_decoders(size, task, **chosen)
    return chosen_size(size, task, **chosen)


def stored_study(
    task: str | Task, store: Store, *, size: Size | DecoderSize | None = None
) -> Findings | None:
    """The study of a task from stored records, without training.

    Args:
        task: A task, as for `study`.
        store: The store.
        size: The size of the sweep. Default: any of the usual sizes.

    Returns:
        The findings, or ``None`` if the store has no record of the task.

    Raises:
        UnknownNameError: The task is unknown.
    """
    subject = _subject(task)
    usual = (decoder_size(subject), decoder_size(subject, gpu=True), size_of(subject))
    for one in usual if size is None else (size,):
        if one is None:
            continue
        plan = study_plan(subject, one, verdict(task=subject))
        findings = plan.findings(store)
        if findings is not None:
            return findings
    return None


@overload
def _subject(task: str | Task) -> Task: ...
@overload
def _subject(task: None) -> None: ...
def _subject(task: str | Task | None) -> Task | None:
    """The specified task."""
    return studied_task(task) if isinstance(task, str) else task


def _untrained(
    task: Task | None,
    regex: str | None,
    alphabet: Iterable[str] | None,
    program: str | Path | None,
) -> Findings:
    """A study that consists of a verdict."""
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
