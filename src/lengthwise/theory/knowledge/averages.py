"""Known results on averages: the sine of a lead, a residue class, k-grams."""

import math
from collections.abc import Mapping

from lengthwise.limit.constructions.exact_k_gram import exact_k_gram
from lengthwise.limit.constructions.k_gram import k_gram
from lengthwise.limit.constructions.one_layer_machines import (
    mod_p_task,
    pieces_of,
    simple_task,
)
from lengthwise.limit.machine import LimitTransformer
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.exact_machine import KnownMachine
from lengthwise.theory.knowledge.functions_of_counts import MeanOfClass, SineOfLead
from lengthwise.theory.knowledge.known import Known, Machines
from lengthwise.theory.theorems.bound_entry import Entry
from lengthwise.theory.theorems.calculator import bounds
from lengthwise.theory.theorems.magnitude import Real
from lengthwise.theory.theorems.two_layer import KGRAM

PER_OMEGA = 16
"""Linear pieces of comparable sines per unit of omega: an error up to 1/512."""

UNKNOWN = (
    "Two layers: Theorem 5.2 and its corollary for the k-gram are asymptotic, "
    "published without their constants and without the polynomials in C(f). What can "
    "be computed from the weights is given with unknown constants set to 1, so "
    "none of these is an actual length. No lower bound is known for two layers."
)
CLASS = (
    "The exact construction, that of the verdict, is right on every input. It rounds "
    "softmax to 8 bits and has Heaviside units and the mark $, so Theorem 5.2 does not "
    "cover it. The complexity, the bounds, the simulation and the perturbed copy "
    "belong to a second construction, which the theorem covers. The source gives its "
    "complexity and its margin; the weights are ours. It is right only in the limit: "
    "on long inputs whose last symbols occurred before, often and not only at the "
    "beginning."
)


def _sine(task: Task) -> KnownMachine:
    omega = float(dict(task.numbers)["omega"])
    pieces = pieces_of(omega)
    return KnownMachine(
        task=task,
        machine=simple_task(omega=omega, pieces=pieces),
        error=(omega / pieces) ** 2 / 2,
        proof=(
            "rounding to 8 bits drops every 2 from length 2 on, and a sine in "
            f"{pieces} linear pieces is off by at most omega^2/(2 * {pieces}^2)"
        ),
    )


def _comparable_sine(numbers: Mapping[str, Real], _eps: Real) -> LimitTransformer:
    omega = float(numbers["omega"])
    return simple_task(omega=omega, pieces=max(1, math.ceil(PER_OMEGA * omega)))


def _class(task: Task) -> KnownMachine:
    p, k = (int(dict(task.numbers)[name]) for name in "pk")
    return KnownMachine(
        task=task,
        machine=mod_p_task(p=p, k=k),
        error=0.0,
        proof=(
            "rounding to 8 bits drops every key outside the residue class from "
            "length 2 on"
        ),
    )


def _comparable_class(numbers: Mapping[str, Real], _eps: Real) -> LimitTransformer:
    return mod_p_task(p=int(numbers["p"]))


def _k_gram(task: Task) -> KnownMachine:
    return KnownMachine(
        task=task,
        machine=exact_k_gram(**_k_and_symbols(task)),
        error=0.0,
        proof=(
            "Heaviside units recover the k symbols before each position, and "
            "rounding to 8 bits drops every key but the full matches, or all but "
            "$, which says 1/S, where there is none"
        ),
    )


def _k_and_symbols(task: Task) -> dict[str, int]:
    return {name: int(number) for name, number in task.numbers}


def _comparable_k_gram(numbers: Mapping[str, Real], eps: Real) -> LimitTransformer:
    """Logits with error `eps` if all contexts are equally frequent."""
    k, S = int(numbers["k"]), int(numbers["S"])
    return k_gram(k=k, S=S, b=max(math.log(max(S**k - 1, 1) / eps), 0.0))


def _corollary(task: Task, eps: Real) -> tuple[Entry, ...]:
    return (bounds(k=_k_and_symbols(task)["k"], eps=eps)[KGRAM.name],)


KNOWN: Mapping[str, Known] = {
    "simple": Known(
        machines=Machines(
            exact=_sine,
            numbers=("omega",),
            multiples={"omega": (0.5, 1.0, 2.0)},
            comparable=_comparable_sine,
        ),
        label=lambda task: SineOfLead(float(dict(task.numbers)["omega"])),
    ),
    "modp": Known(
        machines=Machines(exact=_class, numbers=("p",), comparable=_comparable_class),
        label=lambda task: MeanOfClass(
            *(int(dict(task.numbers)[name]) for name in "pk")
        ),
    ),
    "kgram": Known(
        machines=Machines(
            exact=_k_gram,
            numbers=("S", "k"),
            multiples={"k": (1.0, 2.0, 3.0)},
            comparable=_comparable_k_gram,
            in_class=lambda task: k_gram(**_k_and_symbols(task)),
            corollaries=_corollary,
            remarks=(UNKNOWN, CLASS),
        ),
    ),
}
"""By the name of the family."""
