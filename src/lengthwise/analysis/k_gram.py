"""What theory says of the k-gram, whose construction has two layers.

Two layers see the order of symbols, so that words stand here in place of statistics,
and all words of a length can be looked at only where it is short.
"""

from collections.abc import Mapping
from dataclasses import replace

from lengthwise.limit.evaluate import last
from lengthwise.limit.machine import LimitTransformer
from lengthwise.tasks.labels import kgram
from lengthwise.tasks.task import Task
from lengthwise.theory.bounds.calculator import bounds
from lengthwise.theory.bounds.machines import bounds_for
from lengthwise.theory.bounds.table import Bounds
from lengthwise.theory.bounds.two_layer import KGRAM
from lengthwise.words import Word

UNKNOWN = (
    "Two layers: Theorem 5.2 and its corollary for the k-gram are published as orders, "
    "without their constants and without the polynomials in C(f). What can be computed "
    "from the weights is given with unknown constants set to one, so no number here is "
    "a length that is proved to suffice. No lower bound is known for two layers."
)
CLASS = (
    "The exact construction, that of the verdict, is right on every word. It rounds "
    "softmax to 8 bits and has Heaviside units and the mark $, so Theorem 5.2 does not "
    "speak of it. The complexity, the bounds, the stand-in and the copy whose weights "
    "are off belong to a second construction, inside the class of the theorem. The "
    "source gives the complexity and the margin of such a one, not its weights; these "
    "are ours. It is right in the limit only: on long words whose last symbols "
    "occurred before, often and not only at the beginning."
)
REMARKS = (UNKNOWN, CLASS)
"""What must be known to read the numbers."""

Vector = tuple[float, ...]


def outputs_and_labels(
    task: Task, machine: LimitTransformer, word: Word, lengths: tuple[int, ...]
) -> Mapping[int, tuple[Vector, Vector]]:
    """What `machine` says and what is right at the first symbols of `word`, by length.

    Lengths for which the task has no words are left out.

    Examples:
        >>> from lengthwise.limit.k_gram import k_gram
        >>> from lengthwise.tasks.catalogue import task
        >>> one, machine = task("kgram:k=1,S=2"), k_gram(k=1, S=2, b=40.0, c=40.0)
        >>> found = outputs_and_labels(one, machine, tuple("10" * 8), (15,))
        >>> [round(value, 9) for value in found[15][0]], found[15][1]
        ([0.875, 0.125], (1.0, 0.0))
    """
    k, S = (int(dict(task.numbers)[name]) for name in ("k", "S"))
    known = [n for n in lengths if n >= task.min_length]
    starts = [word[:n] for n in known]
    said = last(machine, starts).tolist()
    return {
        n: (tuple(y), kgram(start, k=k, S=S))
        for n, start, y in zip(known, starts, said, strict=True)
    }


def k_gram_bounds(
    task: Task, f: LimitTransformer, g: LimitTransformer, eps: float
) -> Bounds:
    """Every theorem about two machines for the k-gram, its corollary among them.

    Examples:
        >>> from lengthwise.limit.k_gram import k_gram
        >>> from lengthwise.tasks.catalogue import task
        >>> machine = k_gram(k=1, S=2)
        >>> found = k_gram_bounds(task("kgram:k=1,S=2"), machine, machine, 0.1)
        >>> [entry.theorem.name for entry in found if entry.applies]
        ['izzo-5.2', 'izzo-5.2-explicit', 'izzo-kgram']
    """
    found = bounds_for(f, g, eps)
    corollary = bounds(k=int(dict(task.numbers)["k"]), eps=eps)[KGRAM.name]
    entries = (corollary if e.theorem == KGRAM else e for e in found)
    return replace(found, entries=tuple(entries))
