"""Exact errors and attention patterns of a trained net, beyond what samples show.

One-layer nets are enumerated by statistics, and followed to infinite length if they
have a limit there. A two-layer net is run on all words of the lengths that have at most
`WORDS` of them; the error on a word is the Euclidean norm over outputs, as in the loss.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import numpy as np

from lengthwise.analysis.enumerated.all_words import WORDS, audit_words
from lengthwise.analysis.enumerated.audit import audit
from lengthwise.analysis.enumerated.infinite_length import limits_by_residue
from lengthwise.analysis.enumerated.labels_of_counts import count_label
from lengthwise.analysis.runs import Run
from lengthwise.cannot_say import CannotSay
from lengthwise.errors import FormatError
from lengthwise.experiments.engines.runner import arrays
from lengthwise.experiments.records.record import Record
from lengthwise.figures._tie_lengths import Ties, read_ties, ties_of
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.on_statistics import masses
from lengthwise.models import restore
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.functions_of_counts import MeanOfClass
from lengthwise.words import Statistics

AUDITED = (4, 8, 16, 32, 64, 128, 256)
"""Lengths at which nets are enumerated by statistics."""

PERIODIC = (8, 16, 32, 64)
"""The same for tasks about a residue class, which have more statistics."""

TABLES = 400_000
"""The largest number of statistics of a length that are enumerated for one net."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attention:
    """Attention on a position of the queried residue class, and on any other.

    Attributes:
        length: The length of the words; 16 positions are in the queried class.
        on: Mean and standard deviation over the positions of that class.
        off: The same over all other positions.
    """

    length: int
    on: tuple[float, float]
    off: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """The enumeration results of one trained net.

    Attributes:
        trial: Key of its trial.
        numbers: Parameters of the task.
        train_length: Its training length N.
        seed: Its seed.
        rms: Exact root mean square error under the task's distribution, by length.
        sup: Largest error over all inputs of a length, by length.
        limits: Root mean square error as the length goes to infinity, by the residue of
            the length modulo the task's period; empty if there is no limit, or it was
            not computed.
        attention: The attention pattern; only for tasks about a residue class.
        ties: The quantities that determine T_max, for one-layer nets with log|x|;
            ``None`` for others, and for lines written before this field existed.
    """

    trial: str
    numbers: Mapping[str, float]
    train_length: int
    seed: int
    rms: Mapping[int, float]
    sup: Mapping[int, float]
    limits: tuple[float, ...] = ()
    attention: Attention | None = None
    ties: Ties | None = None

    @property
    def limit(self) -> float | None:
        """The limit for the residue at which it is largest."""
        return max(self.limits, default=None)

    @property
    def run(self) -> Run:
        """The net as a run whose only error is the largest one over all these words."""
        return Run(
            train_length=self.train_length,
            seed=self.seed,
            errors={max(self.sup): max(self.sup.values())},
            numbers=self.numbers,
        )

    def plain(self) -> dict[str, Any]:
        """Returns it as data for JSON."""
        fields = asdict(self)
        if self.attention is None:
            del fields["attention"]
        fields["limits"] = list(self.limits)
        if not self.limits:
            del fields["limits"]
        del fields["ties"]
        if self.ties is not None:
            fields["ties"] = self.ties.plain()
        return fields | {
            norm: {str(n): fields[norm][n] for n in fields[norm]}
            for norm in ("rms", "sup")
        }


def read_exact(plain: Mapping[str, Any]) -> Exact:
    """Returns the value of `Exact.plain` data, also after a round trip through JSON.

    Raises:
        FormatError: The data are not exact errors.

    Examples:
        >>> exact = Exact(
        ...     trial="0",
        ...     numbers={},
        ...     train_length=8,
        ...     seed=0,
        ...     rms={4: 0.1},
        ...     sup={4: 1.0},
        ...     limits=(0.125,),
        ... )
        >>> read_exact(exact.plain()) == exact
        True
    """
    try:
        exact = _read(plain)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise FormatError(f"no exact errors of a model: {error!r}") from None
    spreads = (
        () if exact.attention is None else (*exact.attention.on, *exact.attention.off)
    )
    errors = [*exact.rms.values(), *exact.sup.values(), *exact.limits, *spreads]
    whole = [exact.train_length, exact.seed, *exact.rms, *exact.sup]
    if (
        not isinstance(exact.trial, str)
        or not exact.sup
        or not all(type(n) is int and n >= 0 for n in whole)
        or not all(type(x) in (int, float) for x in exact.numbers.values())
        or not all(type(x) in (int, float) and 0 <= x < math.inf for x in errors)
    ):
        raise FormatError(
            "no exact errors of a model: lengths and seeds are whole numbers, errors "
            "are finite numbers from 0 up, and there is at least one"
        )
    return exact


def _read(plain: Mapping[str, Any]) -> Exact:
    look, ties = plain.get("attention"), plain.get("ties")
    lengths = {
        norm: {int(n): error for n, error in plain[norm].items()}
        for norm in ("rms", "sup")
    }
    return Exact(
        trial=plain["trial"],
        numbers=dict(plain["numbers"]),
        train_length=plain["train_length"],
        seed=plain["seed"],
        limits=tuple(plain.get("limits", ())),
        attention=None if look is None else _attention(look),
        ties=None if ties is None else read_ties(ties),
        **lengths,
    )


def _attention(plain: Mapping[str, Any]) -> Attention:
    (on, near), (off, far) = plain["on"], plain["off"]
    return Attention(length=plain["length"], on=(on, near), off=(off, far))


def exact_errors(record: Record) -> Exact | None:
    """The enumeration results of a trained net.

    ``None`` without its weights, for a task that counts do not determine, and if no
    machine computes the same function.
    """
    trial = record.trial
    subject = trial.task.task
    if record.weights is None or subject.counts_rule is None:
        return None
    weights = restore(trial.model, arrays(record))
    machine = trial.model.limit(weights, subject.alphabet)
    if isinstance(machine, CannotSay):
        return None
    lengths = _enumerable(subject)
    deep = len(machine.layers) > 1
    looked = (audit_words if deep else audit)(machine, subject, lengths)
    errors = looked.errors
    return Exact(
        trial=trial.key,
        numbers=dict(trial.numbers),
        train_length=trial.train_length,
        seed=trial.seed,
        rms={error.length: error.rms for error in errors},
        sup={error.length: error.sup for error in errors},
        limits=limits_by_residue(machine, subject) or (),
        attention=attention(machine, subject),
        ties=None if deep else ties_of(looked),
    )


def _enumerable(subject: Task) -> list[int]:
    symbols, shortest, p = len(subject.alphabet), subject.min_length, subject.period
    label = count_label(subject)
    if label is None:
        longest = int(math.log(WORDS) / math.log(symbols) + 1e-9)
        return [shortest, (shortest + longest) // 2, longest]
    return [
        n
        for n in (PERIODIC if isinstance(label, MeanOfClass) else AUDITED)
        if n >= shortest and math.comb(n // p + symbols, symbols - 1) ** p <= TABLES
    ]


def attention(machine: LimitTransformer, subject: Task) -> Attention | None:
    """The attention of a machine for a residue class, over 64 words of 16 periods.

    ``None`` for other tasks.
    """
    label = count_label(subject)
    if not isinstance(label, MeanOfClass):
        return None
    p, k = label.period, label.residue
    length = 16 * p
    on: list[float] = []
    off: list[float] = []
    for seed in range(64):
        word = subject.draw(Random(seed), length)
        statistics = Statistics.of(word, subject.alphabet, delta=p, tau=0)
        counts = np.array(statistics.counts, dtype=float)
        counts[subject.alphabet.index(word[-1]), length % p] += 1
        mass = masses(machine, statistics).sum(axis=0)
        each = np.divide(mass, counts, where=counts > 0, out=np.zeros_like(mass))
        for t, symbol in enumerate(word, start=1):
            side = on if t % p == k % p else off
            side.append(float(each[subject.alphabet.index(symbol), t % p]))
    return Attention(length=length, on=_spread(on), off=_spread(off))


def _spread(values: Sequence[float]) -> tuple[float, float]:
    return float(np.mean(values)), float(np.std(values))
