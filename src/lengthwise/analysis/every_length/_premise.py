r"""Premise and conclusion of a length bound: short words exactly, all by certificate.

A length bound concludes from agreement on all words up to :math:`N` to all words. Here
both are known for one model. They test the theorem only if it covers the model (rounded
logits times :math:`\log n`). For other models they are only shown side by side.
"""

import itertools
from dataclasses import dataclass

from lengthwise.analysis.every_length._chart_words import enumerated
from lengthwise.analysis.every_length.error_certificate import Certificate
from lengthwise.limit.machine import Kind, LimitTransformer
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.exact_machine import KnownMachine
from lengthwise.theory.knowledge.lookup import known_machine
from lengthwise.theory.theorems.all_theorems import THEOREMS
from lengthwise.theory.theorems.explicit_constants import EXPLICIT, EXPLICIT_PERIODIC
from lengthwise.theory.theorems.machine_bounds import bounds_for
from lengthwise.theory.worst_case import worst_case
from lengthwise.words import statistics_count

ENUMERATED = 20_000
"""Limit on the number of statistics of words in the premise."""

OUTSIDE: dict[Kind, str] = {
    "infinite": "the length bounds assume logits times log n, rounded",
    "softmax": "the length bounds assume rounded logits; this model does not round",
    "hardmax": "the length bounds assume rounded logits; give the model bits",
    "finite": "no machine for the task is known for comparison",
}
"""Why no length bound covers a model with this attention."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Premise:
    """What holds on all short words, and what a theorem concludes from it.

    Attributes:
        length: The largest length N of these words.
        error: The exact largest error over these words.
        theorem: The length bound that covers the model; ``None`` if none does.
        outside: Why none does; empty if one does.
        agreement: Its premise: the largest distance of the model from the task's
            construction on these words.
        promise: Its conclusion: a bound on this distance for all words; ``None`` if N
            is too short for the theorem to apply.
    """

    length: int
    error: float
    theorem: str | None = None
    outside: str = ""
    agreement: float | None = None
    promise: float | None = None

    @property
    def sources(self) -> tuple[str, ...]:
        """Sources of the theorem, as keys of the bibliography."""
        known = {one.theorem.name: one.theorem.key for one in THEOREMS}
        return () if self.theorem is None else (known[self.theorem],)

    def holds(self, certificate: Certificate) -> bool | None:
        """Whether the conclusion holds; ``None`` if there is none, or it is open.

        It is open if the certified bound exceeds it but no known word does.
        """
        if self.promise is None:
            return None
        if certificate.bound <= self.promise:
            return True
        return False if certificate.attained > self.promise else None

    def sentences(self, certificate: Certificate) -> str:
        """Premise, conclusion, and what follows."""
        text = (
            f"premise: error at most {self.error:.4g} on all words up to {self.length} "
            f"(exact); conclusion: at most {certificate.bound:.4g} "
            f"on {certificate.region}"
        )
        if self.theorem is None:
            return f"{text}\nThis does not test a theorem: {self.outside}."
        near = f"{self.theorem}: within {self.agreement:.4g} of the construction"
        if self.promise is None:
            return f"{text}\n{near} up to {self.length}, too short for a conclusion"
        state = {True: "kept", False: "NOT KEPT", None: "open"}[self.holds(certificate)]
        return (
            f"{text}\n{near} up to {self.length}, so within {self.promise:.4g}: {state}"
        )


def premise(machine: LimitTransformer, task: Task) -> Premise:
    """What holds on all words up to a length that can be enumerated in a second.

    Args:
        machine: A model with a certificate.
        task: ``simple`` or ``modp``.
    """
    length, total = task.min_length, 0
    for n in itertools.count(task.min_length):
        total += statistics_count(len(task.alphabet), n, delta=task.period, tau=0)
        if total > ENUMERATED:
            break
        length = n
    lengths = range(task.min_length, length + 1)
    short = enumerated(machine, task, lengths, share=0.0)
    assert short is not None, "there is a word of every length"
    known = known_machine(task) if machine.attention.kind == "finite" else None
    if known is None:
        outside = OUTSIDE[machine.attention.kind]
        return Premise(length=length, error=short.error, outside=outside)
    agreement = max(worst_case(machine, known.machine, n).value for n in lengths)
    periodic = task.period > 1
    theorem = (EXPLICIT_PERIODIC if periodic else EXPLICIT).name
    return Premise(
        length=length,
        error=short.error,
        theorem=theorem,
        agreement=agreement,
        promise=_promise(machine, known, length, agreement, theorem),
    )


def _promise(
    f: LimitTransformer,
    known: KnownMachine,
    length: int,
    agreement: float,
    theorem: str,
) -> float | None:
    r""":math:`\delta + 2 \varepsilon` for the smallest accuracy for which N suffices.

    The error of the construction itself is added.
    """
    low, high = 1e-9, 1e9

    def enough(eps: float) -> bool:
        entry = bounds_for(f, known.machine, eps, agreement=agreement)[theorem]
        return entry.applies and entry.size is not None and entry.size.whole <= length

    if not enough(high):
        return None
    while high / low > 1.001:
        middle = (low * high) ** 0.5
        low, high = (low, middle) if enough(middle) else (middle, high)
    return agreement + 2 * high + known.error
