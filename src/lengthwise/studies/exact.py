"""Exact errors of a trained net, and where its attention goes: what no sample shows.

One-layer nets are enumerated by statistics, and followed to infinite length where they
have a limit there. A net of two layers is run on all words of
the lengths that have at most `WORDS` of them; the error of a word is the Euclidean norm
over outputs, as in the loss.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import numpy as np

from lengthwise.analysis.all_words import WORDS, audit_words
from lengthwise.analysis.at_infinity import limits_by_residue
from lengthwise.analysis.audit import audit
from lengthwise.analysis.runs import Run
from lengthwise.experiments.record import Record
from lengthwise.experiments.running import arrays
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.statistics import masses
from lengthwise.nets.export import to_limit
from lengthwise.nets.net import restore
from lengthwise.studies.ties import Ties, read_ties, ties_of
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.task import Task
from lengthwise.words import Statistics

AUDITED = {"simple": (4, 8, 16, 32, 64, 128, 256), "modp": (8, 16, 32, 64)}
TABLES = 400_000
"""Most statistics of a length that are enumerated for one net."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attention:
    """Attention on one position of the asked residue class, and on one other.

    Attributes:
        length: Of the words; 16 positions are in the asked class.
        on: Mean and standard deviation over the positions of that class.
        off: The same over all other positions.
    """

    length: int
    on: tuple[float, float]
    off: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """What enumeration says of one trained net.

    Attributes:
        trial: Key of its trial.
        numbers: Numbers of the task.
        train_length: Its training length N.
        seed: Its seed.
        rms: Exact root mean square error under the law of the task, by length.
        sup: Largest error over all words of a length, by length.
        limits: Root mean square error as the length goes to infinity, by the residue
            of the length modulo the period of the task; empty where there is no limit,
            or it was not computed.
        attention: Where it looks; for ``modp`` only.
        ties: What T_max is computed from, of one-layer nets with log|x|; ``None`` of
            others, and of lines that were written before there was such a field.
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
        """The net as a run whose only error is the largest one of all these words."""
        return Run(
            train_length=self.train_length,
            seed=self.seed,
            errors={max(self.sup): max(self.sup.values())},
            numbers=self.numbers,
        )

    def plain(self) -> dict[str, Any]:
        """Returns it as data for JSON."""
        found = asdict(self)
        if self.attention is None:
            del found["attention"]
        found["limits"] = list(self.limits)
        if not self.limits:
            del found["limits"]
        del found["ties"]
        if self.ties is not None:
            found["ties"] = self.ties.plain()
        return found | {
            norm: {str(n): found[norm][n] for n in found[norm]}
            for norm in ("rms", "sup")
        }


def read_exact(plain: Mapping[str, Any]) -> Exact:
    """Returns the value of `Exact.plain` data, also after a trip through JSON.

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
        attention=None
        if look is None
        else Attention(
            length=look["length"], on=tuple(look["on"]), off=tuple(look["off"])
        ),
        ties=None if ties is None else read_ties(ties),
        **lengths,
    )


def exact_errors(record: Record) -> Exact | None:
    """What enumeration says of a trained net; nothing without its weights."""
    trial = record.trial
    if record.weights is None:
        return None
    numbers = ",".join(f"{name}={value:g}" for name, value in trial.numbers.items())
    subject = task(f"{trial.task}:{numbers}")
    machine = to_limit(restore(trial.model, arrays(record)), subject.alphabet)
    lengths = _enumerable(subject)
    deep = len(machine.layers) > 1
    looked = (audit_words if deep else audit)(machine, subject, lengths)
    found = looked.errors
    return Exact(
        trial=trial.key,
        numbers=dict(trial.numbers),
        train_length=trial.train_length,
        seed=trial.seed,
        rms={error.length: error.rms for error in found},
        sup={error.length: error.sup for error in found},
        limits=limits_by_residue(machine, subject) or (),
        attention=attention(machine, subject) if trial.task == "modp" else None,
        ties=None if deep else ties_of(looked),
    )


def _enumerable(subject: Task) -> list[int]:
    numbers = dict(subject.numbers)
    if subject.name == "kgram":
        shortest = int(numbers["k"]) + 1
        longest = int(math.log(WORDS) / math.log(numbers["S"]) + 1e-9)
        return [shortest, (shortest + longest) // 2, longest]
    p = int(numbers.get("p", 1))
    symbols = len(subject.alphabet)
    return [
        n
        for n in AUDITED[subject.name]
        if n >= subject.min_length
        and math.comb(n // p + symbols, symbols - 1) ** p <= TABLES
    ]


def attention(machine: LimitTransformer, subject: Task) -> Attention:
    """Where a machine for ``modp`` looks, over 64 drawn words of length 16 p."""
    p, k = (int(dict(subject.numbers)[name]) for name in "pk")
    length = 16 * p
    on: list[float] = []
    off: list[float] = []
    for seed in range(64):
        word = subject.draw(Random(seed), length)
        seen = Statistics.of(word, subject.alphabet, delta=p, tau=0)
        counts = np.array(seen.counts, dtype=float)
        counts[subject.alphabet.index(word[-1]), length % p] += 1
        mass = masses(machine, seen).sum(axis=0)
        each = np.divide(mass, counts, where=counts > 0, out=np.zeros_like(mass))
        for t, symbol in enumerate(word, start=1):
            side = on if t % p == k % p else off
            side.append(float(each[subject.alphabet.index(symbol), t % p]))
    return Attention(length=length, on=_spread(on), off=_spread(off))


def _spread(values: Sequence[float]) -> tuple[float, float]:
    return float(np.mean(values)), float(np.std(values))
