"""Exact errors of a trained net, and where its attention goes: what no sample shows.

One-layer nets are enumerated by statistics. A net of two layers is run on all words of
the lengths that have at most `WORDS` of them, and on drawn words beyond, where the
largest error seen is only a lower bound of the sup.
"""

import math
from collections.abc import Sequence
from random import Random

import numpy as np

from lengthwise.analysis.audit import audit
from lengthwise.experiments.record import Record
from lengthwise.experiments.running import arrays
from lengthwise.limit.evaluate import last
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.statistics import masses
from lengthwise.nets.export import to_limit
from lengthwise.nets.net import restore
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.task import Task
from lengthwise.words import Statistics, Word

AUDITED = {"simple": (4, 8, 16, 32, 64, 128, 256), "modp": (8, 16, 32, 64)}
TABLES = 400_000
"""Most statistics of a length that are enumerated for one net."""
WORDS = 4096
"""Most words of a length that are run through a net of two layers."""
DRAWN = {64: 256, 256: 64}
"""Test length: how many words are drawn, where all are too many."""


def exact_errors(record: Record) -> dict[str, object] | None:
    """What enumeration says of a trained net, as data; nothing without its weights."""
    trial = record.trial
    if record.weights is None:
        return None
    numbers = ",".join(f"{name}={value:g}" for name, value in trial.numbers.items())
    subject = task(f"{trial.task}:{numbers}")
    machine = to_limit(restore(trial.model, arrays(record)), subject.alphabet)
    about = {
        "trial": trial.key,
        "task": str(subject),
        "scaling": trial.model.scaling,
        "train_length": trial.train_length,
        "seed": trial.seed,
    }
    if trial.task == "kgram":
        return about | on_all_words(machine, subject)
    found = audit(machine, subject, _enumerable(subject))
    looks = attention(machine, subject) if trial.task == "modp" else {}
    return (
        about
        | looks
        | {
            "rms": {str(e.length): e.rms for e in found.errors},
            "sup": {str(e.length): e.sup for e in found.errors},
        }
    )


def _enumerable(subject: Task) -> list[int]:
    p = int(dict(subject.numbers).get("p", 1))
    symbols = len(subject.alphabet)
    known = [n for n in AUDITED[subject.name] if n >= subject.min_length]
    return [n for n in known if math.comb(n // p + symbols, symbols - 1) ** p <= TABLES]


def on_all_words(machine: LimitTransformer, subject: Task) -> dict[str, object]:
    """Errors over all words of short lengths, and over drawn words of longer ones.

    The error of a word is the Euclidean norm over outputs, as in the loss; the root
    mean square weighs words as the law of the task does.
    """
    numbers = dict(subject.numbers)
    k, S = int(numbers["k"]), int(numbers["S"])
    longest = int(math.log(WORDS) / math.log(S) + 1e-9)
    rms, sup, seen = {}, {}, {}
    for length in sorted({k + 1, (k + 1 + longest) // 2, longest}):
        words = list(subject.alphabet.words(length))
        gaps = _gaps(machine, subject, words)
        weights = np.array([_chance(word, k, S) for word in words])
        rms[str(length)] = math.sqrt(float(weights @ (gaps**2).sum(axis=1)))
        sup[str(length)] = _largest(gaps)
    for length, count in DRAWN.items():
        words = [subject.draw(Random(seed), length) for seed in range(count)]
        seen[str(length)] = _largest(_gaps(machine, subject, words))
    return {"rms": rms, "sup": sup, "sup_at_least": seen}


def _gaps(
    machine: LimitTransformer, subject: Task, words: Sequence[Word]
) -> np.ndarray:
    return last(machine, words) - np.array([subject.label(word) for word in words])


def _largest(gaps: np.ndarray) -> float:
    return math.sqrt(float((gaps**2).sum(axis=1).max()))


def _chance(word: Word, k: int, S: int) -> float:
    """The probability of `word` under the urn of the task.

    Examples:
        >>> from itertools import product
        >>> round(sum(_chance(word, 1, 2) for word in product("01", repeat=6)), 12)
        1.0
    """
    chance = S ** -float(min(k, len(word)))
    after: dict[Word, list[str]] = {}
    for t in range(k, len(word)):
        known = after.setdefault(tuple(word[t - k : t]), [])
        chance *= (known.count(word[t]) + 1) / (len(known) + S)
        known.append(word[t])
    return chance


def attention(machine: LimitTransformer, subject: Task) -> dict[str, object]:
    """Attention on one position of the asked residue class, and on one other.

    Mean and standard deviation over positions of drawn words of length 16 p, so that
    the asked class has 16 positions.
    """
    p, k = (int(dict(subject.numbers)[name]) for name in "pk")
    length = 16 * p
    on, off = [], []
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
    return {
        "attention_length": length,
        "attention_on": [float(np.mean(on)), float(np.std(on))],
        "attention_off": [float(np.mean(off)), float(np.std(off))],
    }
