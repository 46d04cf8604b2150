"""Trained nets of a store: the median net, its exact errors, its machine."""

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
"""The length up to which nets with logits scaled by log n are certified."""

SHARE = 0.1
"""The share of zeros and ones for the second certificate on ``simple``."""

SECONDS = 2.0
"""Time limit for sharpening a certificate of a study, in seconds."""

MOST = 1_000_000
"""Limit on statistics per length when comparing a net with its task."""

DIMENSIONS = 2
"""Limit on the dimensions of frequencies, for the limits of all nets of a study."""


def typical(records: Sequence[Record], *, eps: float = math.inf) -> list[str]:
    """Returns the key of the trial with the median plateau, for each training length.

    Args:
        records: Records of trials that differ only in training length and seed.
        eps: Trials that do not reach it on their own training lengths are skipped if
            there are others.
    """
    chosen = []
    for n in sorted({record.trial.train_length for record in records}):
        group = [r for r in records if r.trial.train_length == n]
        good = [r for r in group if run_of(r).learned(eps)] or group
        order = np.argsort(heights([run_of(r) for r in good]), kind="stable")
        chosen.append(good[int(order[(len(good) - 1) // 2])].trial.key)
    return chosen


def machine_of(record: Record, task: Task) -> LimitTransformer | CannotSay:
    """Returns the machine equivalent to the trained net of a record."""
    model = record.trial.model
    return model.limit(restore(model, arrays(record)), task.alphabet)


def _machines(
    task: Task, nets: Sequence[Record]
) -> Iterator[tuple[int, LimitTransformer]]:
    """Yields the machines of nets that have one, by training length."""
    for record in sorted(nets, key=lambda r: r.trial.train_length):
        machine = machine_of(record, task)
        if not isinstance(machine, CannotSay):
            yield record.trial.train_length, machine


def audits(
    task: Task, nets: Sequence[Record], lengths: Sequence[int]
) -> dict[int, Audit]:
    """Returns the exact errors of trained nets by length, by training length.

    Nets without a machine are skipped, here and below.
    """
    by_length = {}
    for n, machine in _machines(task, nets):
        looked = audit_words if len(machine.layers) > 1 else audit
        by_length[n] = looked(machine, task, lengths)
    return by_length


def limits(task: Task, nets: Iterable[Record]) -> dict[str, tuple[float, ...]]:
    """Returns the exact errors of trained nets at infinite length, by trial key.

    The errors are by residue of the length. Nets without a limit are skipped, and so
    are all nets if the frequencies have more than `DIMENSIONS` dimensions, which would
    take seconds per net.
    """
    if (len(task.alphabet) - 1) * task.period > DIMENSIONS:
        return {}
    by_key = {}
    for record in nets:
        if not record.trial.recipe.counted:  # not a function of counts
            continue
        machine = machine_of(record, task)
        if isinstance(machine, CannotSay):
            continue
        known = limits_by_residue(machine, task)
        if known is not None:
            by_key[record.trial.key] = known
    return by_key


class ExactRuns:
    """Converts records of a store to runs with limits, each computed once.

    Args:
        store: The store with the weights.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[str, tuple[float, ...]] = {}

    def __call__(self, task: Task, records: Sequence[Record]) -> list[Run]:
        """Returns the runs of `records`, all of `task`, with `limits` if they exist."""
        new = [r.trial for r in records if r.trial.key not in self._known]
        # Weights of nets without a limit are not even read.
        counting = [trial.key for trial in new if trial.recipe.counted]
        known = limits(task, self.store.each_net(counting))
        self._known |= dict.fromkeys((trial.key for trial in new), ()) | known
        return [replace(run_of(r), limits=self._known[r.trial.key]) for r in records]

    def limit(self, task: Task, record: Record, length: int) -> float | None:
        """Returns the limit of a net over lengths with the residue of `length`.

        ``None`` if `record` has no weights or its net has no limit.
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
    """Returns the largest error of one-layer nets over words up to the training length.

    Nets are skipped if these words have more than `MOST` statistics at a length.
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
    """Returns bounds on the errors of one-layer nets on all words, by training length.

    Nets without log n have one for every length, others up to `LONGEST`; on ``simple``,
    a second one covers words with a share of zeros and ones.
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
    """Returns the machine of a trained model in `store`, and its task.

    A machine that recognizes a language may also read markers
    (`lengthwise.training.batch.marked_alphabet`).

    Args:
        store: The store.
        key: The first digits of the key of its trial.

    Raises:
        UnknownNameError: No trial with weights has this key.
        SpecError: Several trials have this key.
    """
    keys = sorted({record.trial.key for record in store.matching(key)})
    nets = store.nets(keys)
    if len(nets) > 1:
        raise SpecError(f"{len(nets)} trials start with {key}; give more digits")
    if not nets:
        raise UnknownNameError("trained model", key, keys or ["none"])
    (record,) = nets
    task = record.trial.task.task
    recognizes = isinstance(task.output, Accept)
    if not (record.trial.recipe.counted or recognizes):
        raise SpecError(
            f"{record.trial}: audit is for numbers and decisions about whole words; "
            f"this model has the format {task.format}, so use lengthwise "
            f"measure {record.trial.key[:SHOWN]}"
        )
    model, symbols = record.trial.model, marked_alphabet(task)
    machine = model.limit(restore(model, arrays(record)), symbols)
    if isinstance(machine, CannotSay):
        raise SpecError(f"{record.trial}: {machine.reason}")
    return machine, task
