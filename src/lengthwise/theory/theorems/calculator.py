"""The calculator: evaluates every theorem for given parameters."""

import inspect
import math
from collections.abc import Callable, Mapping
from typing import Any

from lengthwise.arguments import finite
from lengthwise.errors import SpecError
from lengthwise.printable import brief
from lengthwise.theory.theorems.all_theorems import THEOREMS
from lengthwise.theory.theorems.bound import Bound, LengthBound, Statement, Theorem
from lengthwise.theory.theorems.bound_entry import Entry
from lengthwise.theory.theorems.bound_table import Bounds
from lengthwise.theory.theorems.magnitude import Real

SMALLEST, LARGEST = 1e-100, 1e100


def bounds(
    *,
    tau: int | None = None,
    delta: int | None = None,
    L: Real | None = None,
    eps: Real | None = None,
    p: int | None = None,
    gamma: Real | None = None,
    sigma: int | None = None,
    alpha0: Real | None = None,
    C: Real | None = None,
    positional_gamma: Real | None = None,
    agreement: Real = 0.0,
    G: Real | None = None,
    k: int | None = None,
    n: int | None = None,
) -> Bounds:
    r"""Returns every theorem evaluated for these parameters, if it has all it needs.

    Args:
        tau: Largest lag :math:`\tau` with a positional bias.
        delta: Period :math:`\Delta` of the position vectors; 1 without positions.
        L: Norm of both machines: the printed norm in published forms, the safe norm in
            explicit ones.
        eps: Accuracy :math:`\varepsilon` in the sup norm.
        p: Bits of precision.
        gamma: Logit margin :math:`\gamma`; infinity is allowed.
        sigma: Number of symbols :math:`|\Sigma|`.
        alpha0: Smallest parameter of the Dirichlet distribution (average case).
        C: Complexity of two-layer machines.
        positional_gamma: Positional margin of two-layer machines; infinity is allowed.
        agreement: The largest difference of the machines on the training inputs.
        G: Bound on the function of Lemma 5.3.
        k: Order of the k-gram.
        n: Number of states of an automaton.

    Raises:
        SpecError: A parameter is out of range.

    Examples:
        >>> entries = bounds(tau=1, delta=1, L=1, eps=0.1, sigma=2, p=8, gamma=0.5)
        >>> entries["izzo-4.1-explicit"].value
        131074
        >>> [entry.theorem.name for entry in entries if entry.constants == "explicit"]
        ['izzo-4.1-explicit', 'izzo-4.1-explicit-pe', ...]
    """
    arguments = dict(locals())
    numbers = {name: require(name, number) for name, number in arguments.items()}
    return table({**numbers, "L_safe": numbers["L"]}, asked=numbers)


def table(
    numbers: Mapping[str, Any],
    *,
    asked: Mapping[str, Real | None],
    blocked: Mapping[str, str] | None = None,
    evaluate: Callable[[Statement], Callable[..., Bound]] = lambda one: one.bound,
) -> Bounds:
    """Returns every theorem evaluated for `numbers`.

    Args:
        numbers: Parameters by the names that the theorems use; ``None`` if unknown.
        asked: The parameters to print above the table.
        blocked: Theorems that do not apply, and why.
        evaluate: Selects the function of a theorem to use.
    """
    return Bounds(
        entries=tuple(
            _entry(
                one.theorem,
                evaluate(one),
                numbers,
                (blocked or {}).get(one.theorem.name),
            )
            for one in THEOREMS
        ),
        numbers=tuple((k, v) for k, v in asked.items() if v is not None),
    )


def _entry(
    theorem: Theorem,
    function: Callable[..., Bound],
    numbers: Mapping[str, Any],
    blocked: str | None,
) -> Entry:
    signature = inspect.signature(function)
    wanted = signature.parameters
    arguments = {key: numbers[key] for key in wanted if numbers.get(key) is not None}
    missing = tuple(
        _SAID.get(key, key)
        for key, parameter in wanted.items()
        if parameter.default is parameter.empty and key not in arguments
    )
    bound = None
    if blocked is not None:
        why = blocked
    elif missing:
        why = f"{', '.join(missing)} not given"
    else:
        try:
            bound = function(**arguments)
            why = bound.promise + (f" ({bound.note})" if bound.note else "")
        except SpecError as error:
            why = str(error)
    known = signature.return_annotation is LengthBound
    return Entry(
        theorem=theorem,
        constants="explicit" if known else "one",
        bound=bound,
        why=why,
        missing=missing if blocked is None else (),
    )


_SAID = {"L_safe": "L", "constants": "the weights of two machines"}
_WHOLE = {"tau": 0, "delta": 1, "p": 1, "sigma": 1, "k": 1, "n": 1}
_INFINITE = {"gamma", "positional_gamma"}
_ZERO = {"L", "C", "G", "agreement"}


def require(name: str, number: Real | None) -> Real | None:
    """Returns `number` as a Python number, if it is a valid value of `name`.

    Raises:
        SpecError: It is not.

    Examples:
        >>> require("tau", 2.0), require("gamma", math.inf), require("eps", None)
        (2, inf, None)
        >>> require("eps", True)
        Traceback (most recent call last):
        lengthwise.errors.SpecError: eps is True; it must be a number from 1e-100 to
        1e+100
    """
    if number is None or (
        name in _INFINITE and isinstance(number, float) and number == math.inf
    ):
        return number
    option = name.replace("_", "-")
    value = finite(number)
    if name in _WHOLE:
        if value is None or not _WHOLE[name] <= value <= LARGEST or value % 1:
            raise SpecError(
                f"{option} is {brief(number)}; it must be a whole number of at least "
                f"{_WHOLE[name]}"
            )
        return int(number)
    least = 0.0 if name in _ZERO else SMALLEST
    if value is None or not least <= value <= LARGEST:
        raise SpecError(
            f"{option} is {brief(number)}; it must be a number from {least:g} to "
            f"{LARGEST:g}"
        )
    return number if isinstance(number, int) else value
