"""Errors and differences of machines of any depth over all words of a short length.

This works only for lengths with few words. One-layer machines are enumerated by
statistics (`lengthwise.analysis.enumerated.audit`), which reaches much further.
"""

import math
from collections.abc import Iterable

import numpy as np

from lengthwise.analysis.enumerated.audit import Audit, ErrorAtLength, fits
from lengthwise.errors import SpecError
from lengthwise.limit.complexity.two_layer_constants import (
    TwoLayerConstants,
    two_layer_constants,
)
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.evaluator import last
from lengthwise.tasks.laws import Urn
from lengthwise.tasks.outputs import Vector
from lengthwise.tasks.task import Task
from lengthwise.theory.pair import comparable
from lengthwise.theory.worst_case import TIE, WorstCase
from lengthwise.words import Alphabet, Statistics, Word

WORDS = 4096
"""The largest number of words enumerated at a length."""


def audit_words(
    machine: LimitTransformer, task: Task, lengths: Iterable[int], *, eps: float = 0.01
) -> Audit:
    """The exact errors of a machine at those `lengths` with few words.

    The error on a word is the Euclidean norm over outputs, as in the loss. The root
    mean square weights words by the task's distribution.

    Args:
        machine: A machine of any depth.
        task: A task with real outputs and words drawn from an urn, such as ``kgram``.
        lengths: Lengths; those with more than `WORDS` words are skipped.
        eps: Stored in the audit; not used otherwise.

    Raises:
        SpecError: The task is of another kind, or the machine does not fit it.

    Examples:
        >>> from lengthwise.limit.constructions.k_gram import k_gram
        >>> from lengthwise.tasks.catalogue import task
        >>> machine = k_gram(k=1, S=2, b=40.0, c=40.0)
        >>> audit = audit_words(machine, task("kgram:k=1,S=2"), [6, 12, 24])
        >>> [error.length for error in audit.errors]
        [6, 12]
    """
    law, output = task.law, task.output
    if not isinstance(law, Urn) or not isinstance(output, Vector):
        raise SpecError(
            f"{task.name} has neither numbers nor yes-no answers; audit a machine for "
            "simple, modp or kgram, or one that recognizes a language"
        )
    fits(machine, task, outputs=output.size)
    distinct = sorted(set(lengths))
    known = few_words(task.alphabet, distinct, least=task.min_length)
    rest = [n for n in distinct if n not in known]
    return Audit(
        task=task,
        errors=tuple(_at(machine, task, law, n) for n in known),
        margin=None,
        log2_T_max=None,
        eps=eps,
        two_layer=_constants(machine),
        remark=_left_out(rest) if rest else "",
    )


def worst_word(f: LimitTransformer, g: LimitTransformer, length: int) -> WorstCase:
    """The largest disagreement of two machines of any depth over all words of `length`.

    `lengthwise.theory.worst_case.worst_case` computes the same for one layer, much
    faster.

    Args:
        f: A machine of any depth.
        g: A machine over the same alphabet with the same number of outputs.
        length: A length with few words.

    Raises:
        SpecError: The machines do not fit together.

    Examples:
        >>> from lengthwise.limit.constructions.k_gram import k_gram
        >>> print(worst_word(k_gram(k=1, S=2), k_gram(k=1, S=2, b=0.0), 5))
        worst input of length 5: |f - g| = 0.83246 on 0 0 0 1 1
    """
    words = list(comparable(f, g).alphabet.words(length))
    at_f, at_g = last(f, words), last(g, words)
    gaps = np.linalg.norm(at_f - at_g, axis=1)
    # Among words tied up to rounding, every platform reports the first.
    row = int((gaps >= gaps.max() - TIE).argmax())
    return WorstCase(
        value=float(gaps[row]),
        statistics=Statistics.of(words[row], f.alphabet, delta=1, tau=length - 1),
        f=tuple(at_f[row].tolist()),
        g=tuple(at_g[row].tolist()),
        size=len(words),
    )


def few_words(
    alphabet: Alphabet, lengths: Iterable[int], *, least: int = 1
) -> list[int]:
    """Those `lengths` of at least `least` that have at most `WORDS` words, ascending.

    Examples:
        >>> few_words(Alphabet("01"), [24, 12, 6, 2], least=3)
        [6, 12]
    """
    known = sorted(set(lengths))
    return [n for n in known if n >= least and len(alphabet) ** n <= WORDS]


def _left_out(lengths: list[int]) -> str:
    """The reason why these lengths have no error.

    Examples:
        >>> _left_out([16, 32])
        'skipped: 16, 32; words are enumerated one by one, up to 4,096 per length'
    """
    return (
        f"skipped: {', '.join(map(str, lengths))}; words are enumerated one by "
        f"one, up to {WORDS:,} per length"
    )


def _constants(machine: LimitTransformer) -> TwoLayerConstants | None:
    """The constants of the two-layer theorem, if it covers `machine`."""
    if machine.attention.kind != "infinite":
        return None
    try:
        return two_layer_constants(machine)
    except SpecError:
        return None


def _at(machine: LimitTransformer, task: Task, law: Urn, length: int) -> ErrorAtLength:
    words = list(task.alphabet.words(length))
    labels = np.array([task.label(word) for word in words])
    gaps = last(machine, words) - labels
    squares = (gaps**2).sum(axis=1)
    chances = np.array([_chance(word, law.order, len(task.alphabet)) for word in words])
    # Among words tied up to rounding, every platform reports the first.
    row = int((squares >= squares.max() - TIE).argmax())
    output = int(np.abs(gaps[row]).argmax())
    label = float(labels[row, output])
    return ErrorAtLength(
        length=length,
        rms=math.sqrt(float(chances @ squares)),
        sup=math.sqrt(float(squares.max())),
        worst=Statistics.of(words[row], task.alphabet, delta=1, tau=length - 1),
        output=label + float(gaps[row, output]),
        label=label,
    )


def _chance(word: Word, k: int, S: int) -> float:
    """The probability of `word` under the task's urn.

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
