r"""The growth of bounds on the training length with a task parameter.

Nothing is hard-coded: the machine for the task is built at several values of the
parameter, the theorems are evaluated for each, and the exponent is the slope of
:math:`\log N` over the logarithm of the parameter. So the norm :math:`L` is that of the
machine: for SimpleTask a ReLU net has :math:`L = \Theta(\omega^2)`, although the
Lipschitz constant of the target is :math:`\omega`.

Machines of one family are equally accurate, so that their norms are comparable.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lengthwise.cannot_say import CannotSay
from lengthwise.errors import SpecError
from lengthwise.limit.machine import LimitTransformer
from lengthwise.names import digits, equations
from lengthwise.tasks.task import Task
from lengthwise.theory.knowledge.known import Machines
from lengthwise.theory.knowledge.lookup import KNOWLEDGE, knowledge_of, known_family
from lengthwise.theory.theorems.bound_table import Bounds
from lengthwise.theory.theorems.lower_bound import LOWER
from lengthwise.theory.theorems.machine_bounds import bounds_for
from lengthwise.theory.theorems.two_layer import EXPLICIT as TWO_LAYERS

INVERSE = "1/eps"
"""The name of the inverse sup error, which every bound depends on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundExponent:
    """The growth of one bound.

    Attributes:
        theorem: The name of the theorem.
        norm: The norm of the machine that it uses.
        value: The exponent, by least squares on logarithms over all values.
        steepest: The largest exponent between neighboring values.
        flattest: The smallest one. A fit to any of the values lies between the two.
    """

    theorem: str
    norm: str
    value: float
    steepest: float
    flattest: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.theorem}, {self.norm})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """The growth of the bounds for a family of machines with one parameter.

    Attributes:
        of: The parameter, or `INVERSE`.
        at: The fixed parameters.
        upper: Growth of the smallest sufficient bound with explicit constants, or else
            of the order for two layers.
        lower: Growth of the lower bound.
    """

    of: str
    at: str
    upper: BoundExponent | CannotSay
    lower: BoundExponent | CannotSay

    def __str__(self) -> str:
        return f"upper bound: {self.upper}, lower bound: {self.lower}"


def machine_numbers(task: Task) -> tuple[str, ...]:
    """The task parameters that its machine depends on; empty without a machine.

    Examples:
        >>> from lengthwise.tasks.catalogue import task
        >>> machine_numbers(task("modp")), machine_numbers(task("dyck1"))
        (('p',), ())
    """
    machines = knowledge_of(task).machines
    return () if machines is None else machines.numbers


def family_machine(
    name: str, numbers: Mapping[str, float], eps: float
) -> LimitTransformer:
    """The machine for a task, as accurate as the others of its family.

    The machine for the k-gram depends on `eps`: where the last k symbols are as
    frequent as any others, its logits make the error at most `eps`.

    Raises:
        SpecError: The family has no machines, or none for these parameters.

    Examples:
        >>> family_machine("modp", {"p": 3}, 0.1).delta
        3
    """
    return _machines(name).comparable(numbers, eps)


def _machines(name: str) -> Machines:
    machines = known_family(name).machines
    if machines is None:
        some = ", ".join(family for family, one in KNOWLEDGE.items() if one.machines)
        raise SpecError(f"{name} has no machines; use {some}")
    return machines


def growth(
    name: str,
    numbers: Mapping[str, float],
    of: str,
    values: Sequence[float],
    eps: float,
) -> Growth:
    """Returns the growth of the bounds with a task parameter or the inverse error.

    Args:
        name: ``simple``, ``modp`` or ``kgram``.
        numbers: The task parameters; the one named `of` is replaced.
        of: A task parameter, or `INVERSE`.
        values: At least two values of it.
        eps: The sup error, unless it is the variable.

    Raises:
        SpecError: There are fewer than two values, or one is not positive.

    Examples:
        The bound squares L, which grows nearly as the square of omega here.

        >>> omega = growth("simple", {}, "omega", (32, 64, 128), 0.1)
        >>> round(omega.upper.value, 1), round(omega.lower.value, 1)
        (4.0, 2.0)
    """
    ascending = sorted({float(value) for value in values})
    if len(ascending) < 2 or ascending[0] <= 0:
        raise SpecError(f"{of} at {ascending}; two or more positive values are needed")
    tables = []
    for value in ascending:
        wanted = 1 / value if of == INVERSE else eps
        machine = family_machine(name, {**numbers, of: value}, wanted)
        tables.append(bounds_for(machine, machine, wanted))
    own = _machines(name).numbers
    fixed = {key: value for key, value in numbers.items() if key in own}
    held = [equations({key: value}) for key, value in fixed.items() if key != of]
    return Growth(
        of=of,
        at=", ".join([*held, *([] if of == INVERSE else [f"error {digits(eps)}"])]),
        upper=_exponent(_smallest(tables[-1]), tables, ascending),
        lower=_exponent(_largest(tables[-1]), tables, ascending),
    )


def _smallest(table: Bounds) -> str:
    """The theorem with the smallest explicit length, or else the one for two layers."""
    best = table.upper
    return TWO_LAYERS.name if best is None else best.theorem.name


def _largest(table: Bounds) -> str:
    """The theorem with the largest lower bound, or else one that gives the reason."""
    best = table.lower
    return LOWER.name if best is None else best.theorem.name


def _exponent(
    theorem: str, tables: Sequence[Bounds], values: Sequence[float]
) -> BoundExponent | CannotSay:
    entries = [table[theorem] for table in tables]
    silent = next((one for one in entries if one.size is None), None)
    if silent is not None:
        return CannotSay(f"{theorem} says nothing ({silent.why})")
    logs = [one.size.log10 for one in entries if one.size is not None]
    if min(logs) <= 0:
        zero = any(dict(table.numbers).get("L") == 0 for table in tables)
        why = "the printed L is 0" if zero else "the norm is too small for this error"
        return CannotSay(f"{theorem} asks for no more than one symbol: {why}")
    x, y = np.log10(values), np.array(logs)
    local = np.diff(y) / np.diff(x)
    return BoundExponent(
        theorem=theorem,
        norm=entries[0].theorem.norm,
        value=float(np.polyfit(x, y, 1)[0]),
        steepest=float(local.max()),
        flattest=float(local.min()),
    )
