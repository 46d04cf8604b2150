"""The main job from Python: `study`, and the `Study` that it returns."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lengthwise.analysis.summary import Provenance, Summary
from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.language.program import Program
from lengthwise.errors import SpecError
from lengthwise.experiments.engines.choice import EngineName
from lengthwise.experiments.engines.host import has_gpu
from lengthwise.experiments.sweep.plan import Plan
from lengthwise.experiments.sweep.progress import Progress
from lengthwise.jobs.decoder_findings import DecoderFindings
from lengthwise.jobs.decoder_size import DecoderSize
from lengthwise.jobs.studied_task import studied_task
from lengthwise.jobs.study import sized, usual_size
from lengthwise.jobs.study import study as run_study
from lengthwise.jobs.study_findings import Findings
from lengthwise.jobs.study_size import Size
from lengthwise.report.study.study_page import study_page
from lengthwise.report.tools.page import Page
from lengthwise.tasks.task import Task
from lengthwise.theory.verdict.consequences import Consequences
from lengthwise.theory.verdict.verdict import Verdict
from lengthwise.views import short


@dataclass(frozen=True, slots=True, repr=False)
class Study:
    """The findings of a study, and its page; `study` makes one.

    Attributes:
        findings: The findings.
    """

    findings: Findings

    @property
    def title(self) -> str:
        """The subject of the study."""
        return self.findings.title

    @property
    def decided(self) -> Consequences:
        """The verdict, and its consequences without training."""
        return self.findings.decided

    @property
    def verdict(self) -> Verdict:
        """Whether it is in a class with a guarantee, and why."""
        return self.findings.verdict

    @property
    def program(self) -> Program | None:
        """The program that proves a yes; ``None`` if there is none."""
        text = self.decided.program
        return None if text is None else parse(text)

    @property
    def summary(self) -> Summary | None:
        """The findings from limit nets; ``None`` if none were trained."""
        return self.findings.summary

    @property
    def decoders(self) -> DecoderFindings | None:
        """The findings from decoders; ``None`` if none were trained."""
        return self.findings.decoders

    @property
    def provenance(self) -> Provenance:
        """The provenance."""
        return self.findings.provenance

    @property
    def page(self) -> Page:
        """A self-contained HTML page; the same store gives the same bytes."""
        return study_page(self.findings)

    def __str__(self) -> str:
        return str(self.findings)

    def __repr__(self) -> str:
        models = 0 if self.summary is None else len(self.summary.runs)
        if self.decoders is not None:
            models = sum(len(arm.runs) for arm in self.decoders.arms)
        what = f"{models} models" if models else "nothing was trained"
        answer = self.verdict.headline().answer
        return short(self, f"{self.title}: verdict {answer}, {what}")

    def _repr_html_(self) -> str:
        return self.page._repr_html_()


def study(
    task: str | Task | None = None,
    *,
    regex: str | None = None,
    alphabet: Iterable[str] | None = None,
    program: str | Path | None = None,
    store: str | None = None,
    train: bool = True,
    workers: int | None = None,
    lengths: Iterable[int] | None = None,
    seeds: int | None = None,
    steps: int | None = None,
    eps: Iterable[float] | None = None,
    width: int | None = None,
    size: Size | DecoderSize | None = None,
    engine: EngineName = "local",
    address: str | None = None,
    stopping: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda _: None,
    announce: Callable[[Plan], None] = lambda _: None,
    inherited: Mapping[str, str] | None = None,
) -> Study:
    """Answers how long the training inputs of a task must be.

    Every task, regular expression and program gets a verdict with its evidence. A task
    is also trained, except for the trials already in `store`, so the same call resumes
    an interrupted study. For an expression or a program the verdict is the study. For
    questions and languages of the catalogue, decoders are trained at one training
    length, with and without positions; for other tasks, limit nets at many lengths.

    Args:
        task: A task by name, with parameters as in ``simple:omega=6`` (``kgram`` alone
            is ``kgram:k=1,S=2``), one in a file as in ``lead.py:TASK``, or a value.
        regex: Instead of a task, a regular expression in Python's syntax.
        alphabet: The letters, with `regex`. Default: those of the expression.
        program: Instead of both, a program: a library name, a path or a text.
        store: URL of the store. Default: ``LENGTHWISE_STORE``, otherwise
            ``sqlite:///lengthwise.db``.
        train: Whether to train; the verdict alone takes a second.
        workers: Number of training processes. Default: one per core, or one per GPU.
        lengths: Training lengths. Default: lengths that suffice for the parameters of
            the task. This and the next four apply only to a task. Decoders have a
            single training length.
        seeds: Number of models for each training length.
        steps: The maximum number of training steps of a model.
        eps: Errors, in the metric of the task, for which to find a training length; not
            for decoders.
        width: The width of the models.
        size: All settings of the sweep at once. Default: sized for two cores, or for
            decoders for a GPU if there is one. A `Size` always trains limit nets.
        engine: The training engine: local processes, or a Ray cluster (``"ray"``).
        address: Address of the Ray cluster. Default: a private one on this computer.
        stopping: Called now and then; training stops when it returns true.
        watch: Called about once a second with the progress of the sweep.
        announce: Called before training with its expected cost.
        inherited: The basis of the workers' environment.

    Raises:
        SpecError: Not exactly one subject is given, or a setting is invalid.
        UnknownNameError: The task or program is unknown.
        StoppedError: `stopping` returned true; the same call resumes.

    Examples:
        >>> import lengthwise as lw
        >>> lw.study("dyck1", train=False)
        <Study dyck1: verdict yes, nothing was trained>
        >>> lw.study(regex="(aa)*").page.save("study.html")  # doctest: +SKIP
    """
    chosen = {
        "lengths": None if lengths is None else tuple(lengths),
        "eps": None if eps is None else tuple(eps),
        "seeds": seeds,
        "steps": steps,
        "width": width,
    }
    if any(value is not None for value in chosen.values()):
        task, size = _sized(task, size, chosen, gpu=has_gpu(inherited))
    return Study(
        run_study(
            task,
            regex=regex,
            alphabet=alphabet,
            program=program,
            store=store,
            train=train,
            workers=workers,
            size=size,
            engine=engine,
            address=address,
            stopping=stopping,
            watch=watch,
            announce=announce,
            inherited=inherited,
        )
    )


def _sized(
    task: str | Task | None,
    size: Size | DecoderSize | None,
    chosen: Mapping[str, Any],
    *,
    gpu: bool,
) -> tuple[Task, Size | DecoderSize]:
    """The task of a study, and its size with the user's choices."""
    if task is None:
        raise SpecError(
            f"{', '.join(name for name, value in chosen.items() if value is not None)} "
            "can be chosen for a task only, since nothing else is trained"
        )
    subject = studied_task(task) if isinstance(task, str) else task
    return subject, sized(size or usual_size(subject, gpu=gpu), subject, chosen)
