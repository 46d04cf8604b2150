"""The main job: what theory says of a task, what training shows, and the answer.

``lengthwise.study("simple")`` is `study`: the module can be called.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType

import numpy as np

from lengthwise import __version__
from lengthwise.analysis.audit import Audit, audit
from lengthwise.analysis.exact import exact_part
from lengthwise.analysis.plateau import heights
from lengthwise.analysis.runs import run_of
from lengthwise.analysis.summary import Provenance, Summary, summary
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments import host
from lengthwise.experiments.progress import Progress
from lengthwise.experiments.record import Record
from lengthwise.experiments.running import arrays
from lengthwise.experiments.store import Store
from lengthwise.experiments.sweep import run_sweep
from lengthwise.limit.machine import LimitTransformer
from lengthwise.nets.export import to_limit
from lengthwise.nets.net import restore
from lengthwise.report.page import Page
from lengthwise.report.study_page import render
from lengthwise.studies.sizes import Size, size_of
from lengthwise.tasks.catalogue import task as task_of
from lengthwise.tasks.task import Task


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """What a study found, and its page."""

    summary: Summary

    @property
    def page(self) -> Page:
        """One HTML page that stands alone; the same store gives the same bytes."""
        return render(self.summary)

    def __str__(self) -> str:
        return answer(self.summary)


def study(
    task: str | Task,
    *,
    store: str | None = None,
    workers: int | None = None,
    size: Size | None = None,
    stopping: Callable[[], bool] = lambda: False,
    watch: Callable[[Progress], None] = lambda _: None,
    inherited: Mapping[str, str] | None = None,
) -> Study:
    """Answers how long the training words of `task` must be.

    Trains what `store` does not hold yet, so a study that was stopped goes on.

    Args:
        task: ``simple``, ``modp`` or ``kgram``, with numbers as in ``simple:omega=6``.
        store: URL of the store. Default: ``LENGTHWISE_STORE``, else
            ``sqlite:///lengthwise.db``.
        workers: Processes that train. Default: one a core.
        size: How to sweep. Default: sized to two cores.
        stopping: Asked now and then whether to stop.
        watch: Told how far the sweep is.
        inherited: What to make the environment of workers from.

    Raises:
        UnknownNameError: The task is unknown or cannot be trained yet.
        StoppedError: `stopping` said so; the same call goes on.
    """
    subject = task_of(task) if isinstance(task, str) else task
    chosen = size or size_of(subject)
    trials = chosen.grid(subject)
    with Store(store) as kept:
        engine = host.engine(workers, inherited=inherited)
        found = run_sweep(
            trials,
            trials.evaluation,
            store=kept,
            engine=engine,
            folder=kept.checkpoints,
            stopping=stopping,
            watch=watch,
        )
        for _ in found:
            pass
        keys = {trial.key for trial in trials}
        records = [
            record
            for record in kept
            if record.trial.key in keys
            and record.evaluation.key == trials.evaluation.key
        ]
        nets = kept.nets(_typical(records)) if chosen.audited else []
    return Study(summary=_summary(subject, chosen, records, nets))


def answer(found: Summary) -> str:
    """The sentences a user came for."""
    lines = [str(length) for length in found.lengths.values()]
    lines.append(f"N grows with 1/error: {found.exponent}")
    for n, one in found.audits.items():
        last = one.errors[-1]
        lines.append(
            f"trained on {n:>3}: over all words of length {last.length} the largest "
            f"error is {last.sup:.3g} (rms {last.rms:.3g})"
        )
    return "\n".join(lines)


def _summary(
    task: Task, size: Size, records: Sequence[Record], nets: Sequence[Record]
) -> Summary:
    ordered = sorted(records, key=lambda r: (r.trial.train_length, r.trial.seed))
    prints = {tuple(sorted(r.circumstances.fingerprint.items())) for r in ordered}
    return summary(
        task,
        [run_of(record) for record in ordered],
        eps=size.eps,
        exact=exact_part(task) if task.name in {"simple", "modp"} else None,
        audits=_audits(task, size, nets),
        provenance=Provenance(
            command=f"lengthwise study {task}",
            version=__version__,
            fingerprints=tuple(dict(one) for one in sorted(prints)),
            records=len(ordered),
            smaller=size.smaller,
        ),
    )


def _typical(records: Sequence[Record]) -> list[str]:
    """The key of the trial with the median plateau, for each training length."""
    chosen = []
    for n in sorted({record.trial.train_length for record in records}):
        group = [r for r in records if r.trial.train_length == n]
        good = [r for r in group if not run_of(r).failed] or group
        order = np.argsort(heights([run_of(r) for r in good]), kind="stable")
        chosen.append(good[int(order[(len(good) - 1) // 2])].trial.key)
    return chosen


def _audits(task: Task, size: Size, nets: Sequence[Record]) -> dict[int, Audit]:
    found = {}
    for record in sorted(nets, key=lambda r: r.trial.train_length):
        net = restore(record.trial.model, arrays(record))
        machine = to_limit(net, task.alphabet)
        found[record.trial.train_length] = audit(machine, task, size.audited)
    return found


def trained(store: Store, key: str) -> tuple[LimitTransformer, Task]:
    """The machine of a trained model in `store`, and the task it was trained on.

    Args:
        store: Where it is.
        key: The first digits of the key of its trial.

    Raises:
        UnknownNameError: No trial with weights has such a key.
        SpecError: Several have.
    """
    keys = sorted({record.trial.key for record in store.matching(key)})
    nets = store.nets(keys)
    if len(nets) > 1:
        raise SpecError(f"{len(nets)} trials begin with {key}; write more digits")
    if not nets:
        raise UnknownNameError("trained model", key, keys or ["none"])
    (record,) = nets
    numbers = ",".join(f"{n}={v:g}" for n, v in record.trial.numbers.items())
    task = task_of(f"{record.trial.task}:{numbers}")
    net = restore(record.trial.model, arrays(record))
    return to_limit(net, task.alphabet), task


class _Module(ModuleType):
    def __call__(self, task: str | Task, *, store: str | None = None) -> Study:
        return study(task, store=store)


sys.modules[__name__].__class__ = _Module
