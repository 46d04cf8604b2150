"""The errors of a machine of any depth over all words of a short length.

Only lengths with few words can be looked at this way; machines of one layer are
enumerated by statistics (`lengthwise.analysis.audit`), which goes much further.
"""

import math
from collections.abc import Iterable

import numpy as np

from lengthwise.analysis.audit import Audit, ErrorAtLength
from lengthwise.limit.evaluate import last
from lengthwise.limit.machine import LimitTransformer
from lengthwise.tasks.task import Task
from lengthwise.words import Statistics, Word

WORDS = 4096
"""Most words of a length that are looked at."""


def audit_words(
    machine: LimitTransformer, task: Task, lengths: Iterable[int], *, eps: float = 0.01
) -> Audit:
    """The exact errors of a machine for ``kgram``, at those `lengths` with few words.

    The error of a word is the Euclidean norm over outputs, as in the loss; the root
    mean square weighs words as the law of the task does.

    Args:
        machine: Any depth.
        task: ``kgram``.
        lengths: Of the words; those with more than `WORDS` words are left out.
        eps: Stands in the audit; it decides nothing here.

    Examples:
        >>> from lengthwise.limit.k_gram import k_gram
        >>> from lengthwise.tasks.catalogue import task
        >>> machine = k_gram(k=1, S=2, b=40.0, c=40.0)
        >>> found = audit_words(machine, task("kgram:k=1,S=2"), [6, 12, 24])
        >>> [error.length for error in found.errors]
        [6, 12]
    """
    known = [
        n
        for n in sorted(set(lengths))
        if n >= task.min_length and len(task.alphabet) ** n <= WORDS
    ]
    errors = tuple(_at(machine, task, n) for n in known)
    return Audit(task=task, errors=errors, margin=None, log2_T_max=None, eps=eps)


def _at(machine: LimitTransformer, task: Task, length: int) -> ErrorAtLength:
    k = int(dict(task.numbers)["k"])
    words = list(task.alphabet.words(length))
    labels = np.array([task.label(word) for word in words])
    gaps = last(machine, words) - labels
    squares = (gaps**2).sum(axis=1)
    chances = np.array([_chance(word, k, len(task.alphabet)) for word in words])
    row = int(squares.argmax())
    output = int(np.abs(gaps[row]).argmax())
    label = float(labels[row, output])
    return ErrorAtLength(
        length=length,
        rms=math.sqrt(float(chances @ squares)),
        sup=math.sqrt(float(squares[row])),
        worst=Statistics.of(words[row], task.alphabet, delta=1, tau=length - 1),
        found=label + float(gaps[row, output]),
        label=label,
    )


def _chance(word: Word, k: int, S: int) -> float:
    """The probability of `word` under the urn of the task.

    Examples:
        >>> from itertools import product
        >>> round(sum(_chance(word, 1, 2) for word in product("01", repeat=6)), 12)
        1.0
    """
    chance = float(S ** -min(k, len(word)))
    after: dict[Word, list[str]] = {}
    for t in range(k, len(word)):
        known = after.setdefault(tuple(word[t - k : t]), [])
        chance *= (known.count(word[t]) + 1) / (len(known) + S)
        known.append(word[t])
    return chance
