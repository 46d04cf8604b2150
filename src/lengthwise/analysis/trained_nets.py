"""Trained nets of a store: the median one, its exact errors, its machine."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from lengthwise.analysis.enumerated.all_words import audit_words
from lengthwise.analysis.enumerated.audit import Audit, audit
from lengthwise.analysis.enumerated.infinite_length import limit_at, limits_by_residue
from lengthwise.analysis.every_length.certify import certify_all_lengths
from lengthwise.analysis.every_length.charts import jumps
from lengthwise.analysis.every_length.error_certificate import Certificate
from lengthwise.analysis.final_errors import heights
from lengthwise.analysis.runs import Run, run_of
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError, UnknownNameError
from lengthwise.experiments.engines.runner import arrays
from lengthwise.experiments.records.record import Record
from lengthwise.experiments.spec.canonical import SHOWN
from lengthwise.experiments.store.store import Store
from lengthwise.limit.machine import LimitTransformer
from lengthwise.models import restore
from lengthwise.tasks.outputs import Accept
from lengthwise.tasks.task import Task
from lengthwise.training.batch import marked_alphabet
from lengthwise.words import statistics_count

LONGEST = 1_000_000
"""Up to this length nets are certified whose logits log n multiplies."""

SHARE = 0.1
"""The share of zeros and ones that the second certificate on ``simple`` is about."""

SECONDS = 2.0
"""The time that a certificate of a study may take to become sharp."""

MOST = 1_000_000
"""Statistics of a length that are enumerated at most to compare a net with its task."""

DIMENSIONS = 2
"""Of frequencies, for the limits of all nets of a study."""


def typical(records: Sequence[Record], *, eps: float = math.inf) -> list[str]:
    """The key of the trial with the median plateau, for each training length.

    Args:
        records: Of trials that differ in training length and seed only.
        eps: Trials that do not reach it on their own training lengths are passed over,
            as long as there are others.
    """
    chosen = []
    for n in sorted({record.trial.train_length for record in records}):
        group = [r for r in records if r.trial.train_length == n]
        good = [r for r in group if run_of(r).learned(eps)] or group
        order = np.argsort(heights([run_of(r) for r in good]), kind="stable")
        chosen.append(good[int(order[(len(good) - 1) // 2])].trial.key)
    return chosen


def machine_of(record: Record, task: Task) -> LimitTransformer | CannotSay:
    """The machine that computes what the trained net of a record computes."""
    model = record.trial.model
    return model.limit(restore(model, arrays(record)), task.alphabet)


def _machines(
    task: Task, nets: Sequence[Record]
) -> Iterator[tuple[int, LimitTransformer]]:
    """The machines of the nets that have one, with their training lengths, in order."""
    for record in sorted(nets, key=lambda r: r.trial.train_length):
        machine = machine_of(record, task)
        if not isinstance(machine, CannotSay):
            yield record.trial.train_length, machine


def audits(
    task: Task, nets: Sequence[Record], lengths: Sequence[int]
) -> dict[int, Audit]:
    """The exact errors of trained nets by length, by their training length.

    Nets that have no machine are left out, here and below.
    """
    by_length = {}
    for n, machine in _machines(task, nets):
        looked = audit_words if len(machine.layers) > 1 else audit
        by_length[n] = looked(machine, task, lengths)
    return by_length


def limits(task: Task, nets: Iterable[Record]) -> dict[str, tuple[float, ...]]:
    """The exact errors of trained nets at infinite length, by the key of their trial.

    By residue of the length; nets that have no limit are left out, and all where the
    frequencies have more than `DIMENSIONS`, since that takes seconds a net.
    """
    if (len(task.alphabet) - 1) * task.period > DIMENSIONS:
        return {}
    by_key = {}
    for record in nets:
        if not record.trial.recipe.counted:  # what it computes is no function of counts
            continue
        machine = machine_of(record, task)
        if isinstance(machine, CannotSay):
            continue
        known = limits_by_residue(machine, task)
        if known is not None:
            by_key[record.trial.key] = known
    return by_key


class ExactRuns:
    """Records of a store as runs, with the limits of their nets, each computed once.

    Args:
        store: Where the weights are.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[str, tuple[float, ...]] = {}

    def __call__(self, task: Task, records: Sequence[Record]) -> list[Run]:
        """The runs of `records`, all of `task`; see `limits` for which have a limit."""
        new = [r.trial for r in records if r.trial.key not in self._known]
        # Weights are not even read of nets that have no limit.
        counting = [trial.key for trial in new if trial.recipe.counted]
        known = limits(task, self.store.each_net(counting))
        self._known |= dict.fromkeys((trial.key for trial in new), ()) | known
        return [replace(run_of(r), limits=self._known[r.trial.key]) for r in records]

    def limit(self, task: Task, record: Record, length: int) -> float | None:
        """The limit of a net over lengths with the residue of `length`.

        ``None`` where `record` has no weights, or its net has no limit.
        """
        known = self._known.get(record.trial.key, ())
        if known:
            return known[length % len(known)]
        if record.weights is None or not record.trial.recipe.counted:
            return None
        machine = machine_of(record, task)
        if isinstance(machine, CannotSay):
            return None
        return limit_at(machine, task, length)


def agreements(task: Task, nets: Sequence[Record]) -> dict[int, float]:
    """The largest error over all words up to its training length, of one-layer nets.

    Nets are left out where these words have more than `MOST` statistics of a length.
    """
    by_length = {}
    symbols = len(task.alphabet)
    for n, machine in _machines(task, nets):
        size = statistics_count(symbols, n, delta=task.period, tau=machine.tau)
        if len(machine.layers) == 1 and size <= MOST:
            lengths = range(task.min_length, n + 1)
            looked = audit(machine, task, lengths).errors
            by_length[n] = max(error.sup for error in looked)
    return by_length


def certified(task: Task, nets: Sequence[Record]) -> dict[int, tuple[Certificate, ...]]:
    """Bounds for the errors of one-layer nets on all words, by training length.

    Nets without log n have one for every length, the others up to `LONGEST`; on
    ``simple`` a second one is about words with a share of zeros and ones.
    """
    by_length = {}
    for n, machine in _machines(task, nets):
        longest = LONGEST if machine.attention.kind == "softmax" else None
        attempts = [
            certify_all_lengths(
                machine, task, share=share, longest=longest, seconds=SECONDS
            )
            for share in ((0.0, SHARE) if jumps(task) else (0.0,))
        ]
        certificates = tuple(one for one in attempts if isinstance(one, Certificate))
        if certificates:
            by_length[n] = certificates
    return by_length


def trained(store: Store, key: str) -> tuple[LimitTransformer, Task]:
    """The machine of a trained model in `store`, and the task it was trained on.

    A machine that recognizes a language may read marks too
    (`lengthwise.training.batch.marked_alphabet`).

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
    task = record.trial.task.task
    recognizes = isinstance(task.output, Accept)
    if not (record.trial.recipe.counted or recognizes):
        raise SpecError(
            f"{record.trial}: audit compares numbers, and decisions about whole words; "
            f"this model answers in the format {task.format}, so see lengthwise "
            f"measure {record.trial.key[:SHOWN]}"
        )
    model, symbols = record.trial.model, marked_alphabet(task)
    machine = model.limit(restore(model, arrays(record)), symbols)
    if isinstance(machine, CannotSay):
        raise SpecError(f"{record.trial}: {machine.reason}")
    return machine, task
