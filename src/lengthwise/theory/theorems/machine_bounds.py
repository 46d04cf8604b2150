"""The bounds for two machines, with parameters computed from the weights."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.margins import (
    logit_margin,
    positional_margin,
    tie_spread,
)
from lengthwise.limit.complexity.norms import printed_norm, safe_norm
from lengthwise.limit.complexity.two_layer_constants import two_layer_constants
from lengthwise.limit.machine import LimitTransformer
from lengthwise.theory.pair import Pair, comparable
from lengthwise.theory.theorems.all_theorems import THEOREMS
from lengthwise.theory.theorems.bound import Bound, Statement, Theorem
from lengthwise.theory.theorems.bound_entry import Entry
from lengthwise.theory.theorems.bound_table import Bounds
from lengthwise.theory.theorems.calculator import require, table
from lengthwise.theory.theorems.magnitude import Real

_MARK = "stated for inputs without the marker $, which a machine reads first"


def _names(holds: Callable[[Theorem], bool]) -> list[str]:
    """The names of the theorems with a property."""
    return [one.theorem.name for one in THEOREMS if holds(one.theorem)]


_ONE_LAYER = _names(lambda one: one.layers == 1)
_TWO_LAYERS = _names(lambda one: one.layers == 2)
_ROUNDED = _names(lambda one: one.layers == 1 and one.precision == "rounded")
_UNROUNDED = _names(lambda one: one.precision == "unrounded")
_LOWER = _names(lambda one: one.layers == 1 and one.sense == "at least")
_SUFFICIENT = _names(
    lambda one: one.layers == 1 and one.sense in {"at most", "on average"}
)
_PRINTED = [
    name for name in _names(lambda one: one.norm == "printed L") if name in _SUFFICIENT
]
_ELSEWHERE = {
    one.theorem.name: one.theorem.elsewhere for one in THEOREMS if one.theorem.elsewhere
}


def bounds_for(
    f: LimitTransformer,
    g: LimitTransformer,
    eps: Real,
    *,
    p: int | None = None,
    agreement: Real = 0.0,
    alpha0: Real | None = None,
) -> Bounds:
    r"""Returns all theorems applied to two machines, or why they do not apply.

    Norms, margins, period and largest lag are computed from the weights. A machine with
    exact softmax has no hardmax length :math:`2^{p/\gamma}`: nothing is rounded, and no
    theorem about finite precision covers it.

    Args:
        f: Target.
        g: Learned machine, over the same alphabet with the same number of outputs.
        eps: Accuracy in the sup norm.
        p: Bits of precision for running the machines, instead of their own.
        agreement: The largest difference of the machines on the training inputs.
        alpha0: Smallest parameter of the Dirichlet distribution (average case).

    Raises:
        SpecError: The machines do not fit together, or a number is out of range.

    Examples:
        >>> from lengthwise.limit.constructions.one_layer_machines import simple_task
        >>> f, g = simple_task(omega=2.0), simple_task(omega=2.0, pieces=32)
        >>> entries = bounds_for(f, g, 0.1)
        >>> entries["izzo-4.1-explicit"].applies, entries["izzo-5.2"].why
        (True, 'about two layers; the machines have 1 and 1')
    """
    arguments = {"eps": eps, "p": p, "agreement": agreement, "alpha0": alpha0}
    numbers = {name: require(name, number) for name, number in arguments.items()}
    if eps is None:
        raise SpecError("eps is None; give the accuracy in the sup norm, as in 0.1")
    pair = comparable(f, g)
    found = _by_layers(pair, numbers)
    speaks = any(entry.applies for entry in found)
    return found if speaks else replace(found, silence=_silence(pair))


def _silence(pair: Pair) -> str:
    """Why no theorem covers two machines, in one sentence."""
    if any(any(layer.mlp.heaviside) for machine in pair for layer in machine.layers):
        return (
            "compiled programs compare with Heaviside units, which are discontinuous, "
            "and the theorems need continuous outputs; lengthwise crasp facts lists "
            "what is proved about programs, lengthwise audit checks all short inputs"
        )
    return "each theorem below says why"


def _by_layers(pair: Pair, numbers: Mapping[str, Any]) -> Bounds:
    layers = len(pair.f.layers), len(pair.g.layers)
    if layers == (1, 1):
        return _one_layer(pair, numbers)
    if layers == (2, 2):
        return _two_layers(pair, numbers)
    mismatch = f"the machines have {layers[0]} and {layers[1]} layers"
    blocked = dict.fromkeys(_ONE_LAYER, f"about one layer each; {mismatch}")
    blocked |= dict.fromkeys(_TWO_LAYERS, f"about two layers each; {mismatch}")
    return table({}, asked=numbers, blocked=blocked | _ELSEWHERE)


def _one_layer(pair: Pair, arguments: Mapping[str, Any]) -> Bounds:
    p, gamma = _rounding(pair, arguments["p"])
    numbers: dict[str, Any] = {
        **arguments,
        "tau": pair.tau,
        "delta": pair.delta,
        "sigma": len(pair.alphabet),
        "L": max(map(printed_norm, pair)),
        "L_safe": max(map(safe_norm, pair)),
        "p": p,
        "gamma": gamma,
    }
    blocked = dict.fromkeys(_TWO_LAYERS, "about two layers; the machines have 1 and 1")
    blocked |= _ELSEWHERE
    if p is None:
        why = (
            "softmax without rounding never becomes hardmax; see "
            f"{', '.join(_UNROUNDED)}, or give the precision p in bits"
        )
        blocked |= dict.fromkeys(_ROUNDED, why)
    else:
        blocked |= dict.fromkeys(_UNROUNDED, "about softmax without rounding")
    if numbers["L"] == 0 < numbers["L_safe"]:
        why = "void: the printed norm L is 0, since it omits the residual path"
        blocked |= dict.fromkeys(_PRINTED, why)
    not_ours = _one_layer_block(pair, numbers["L_safe"])
    if not_ours:
        blocked |= dict.fromkeys(_SUFFICIENT, not_ours)
    if any(machine.bos for machine in pair):
        blocked |= dict.fromkeys(_LOWER, _MARK)
    if "infinite" in (machine.attention.kind for machine in pair):
        why = "infinite attention belongs to two layers; the machines have one"
        blocked |= dict.fromkeys([*_ROUNDED, *_UNROUNDED], why)
        p = None
    evaluate = _of_machines if p is not None else _unrounded
    listed = {**numbers, "p": None if gamma == math.inf else numbers["p"]}
    bounds = table(numbers, asked=listed, blocked=blocked, evaluate=evaluate)
    return _with_ties(bounds, pair, numbers)


def _of_machines(one: Statement) -> Callable[..., Bound]:
    return one.of_machines or one.bound


def _unrounded(one: Statement) -> Callable[..., Bound]:
    return one.unrounded or _of_machines(one)


def _with_ties(bounds: Bounds, pair: Pair, numbers: Mapping[str, Any]) -> Bounds:
    """The bounds, with a note if ties of logits hold only up to rounding."""
    soft = [m for m in pair if m.attention.kind != "hardmax"]
    eta = max(map(tie_spread, soft), default=0.0)
    if eta == 0:
        return bounds
    # Four masses (two machines, on x and on z) are off by tanh: see
    # `lengthwise.theory.simulation._one_layer_reader.Reader.unevenness`.
    share = min(numbers["eps"] / (8 * max(numbers["L_safe"], 1e-300)), 0.5)
    digits = 4 * math.atanh(share) / eta / math.log(10)
    note = (
        f" (logits within rounding, {eta:.1g}, count as equal: adds at most eps for "
        f"|x| <= 10^{digits:.3g})"
    )
    return replace(
        bounds,
        entries=tuple(
            replace(entry, why=entry.why + note)
            if entry.applies and _depends_on_ties(entry)
            else entry
            for entry in bounds
        ),
    )


def _depends_on_ties(entry: Entry) -> bool:
    """Whether a length with explicit constants relies on equal logits."""
    theorem = entry.theorem
    return (
        entry.constants == "explicit"
        and theorem.layers == 1
        and theorem.sense != "at least"
    )


def _rounding(pair: Pair, p: int | None) -> tuple[int | None, float]:
    """The bits and the margin of the machine with the larger hardmax length."""
    roundings = []
    for machine in pair:
        bits = machine.attention.bits if p is None else p
        gamma = logit_margin(machine)
        if machine.attention.kind == "hardmax":
            bits, gamma = 1, math.inf
        roundings.append((bits, gamma))
    if any(bits is None for bits, _ in roundings):
        return None, min(gamma for _, gamma in roundings)
    return max(roundings, key=lambda pair: (pair[0] or 0) / pair[1])


def _one_layer_block(pair: Pair, L_safe: float) -> str:
    """Why the one-layer theorems do not cover the machines; empty if they do."""
    heads = [len(machine.layers[0].heads) for machine in pair]
    if heads != [1, 1]:
        return f"stated for one head; the machines have {heads[0]} and {heads[1]}"
    if any(machine.bos for machine in pair):
        return _MARK
    if L_safe == math.inf:
        return "discontinuous readout: a Heaviside unit makes the safe norm infinite"
    return ""


def _two_layers(pair: Pair, arguments: Mapping[str, Any]) -> Bounds:
    numbers = {
        **arguments,
        "tau": pair.tau,
        "sigma": len(pair.alphabet),
        "positional_gamma": min(map(positional_margin, pair)),
    }
    blocked = dict.fromkeys(_ONE_LAYER, "about one layer; the machines have 2 and 2")
    blocked |= _ELSEWHERE
    constants = None
    kinds = [machine.attention.kind for machine in pair]
    if kinds != ["infinite", "infinite"]:
        why = f"about infinite attention; the machines have {kinds[0]} and {kinds[1]}"
        blocked |= dict.fromkeys(_TWO_LAYERS, why)
    else:
        try:
            constants = tuple(map(two_layer_constants, pair))
        except SpecError as error:
            blocked |= dict.fromkeys(_TWO_LAYERS, str(error))
    return table(
        {**numbers, "constants": constants},
        asked=numbers,
        blocked=blocked,
        evaluate=_of_machines,
    )
