"""The constants of a machine that length bounds depend on, as one value."""

import math
from dataclasses import dataclass

from lengthwise.columns import listing
from lengthwise.errors import SpecError
from lengthwise.limit.complexity.hardmax import hardmax_log2
from lengthwise.limit.complexity.margins import logit_margin, positional_margin
from lengthwise.limit.complexity.norms import printed_norm, safe_norm
from lengthwise.limit.complexity.two_layer_constants import two_layer_constants
from lengthwise.limit.machine import Attention, LimitTransformer


@dataclass(frozen=True, slots=True, kw_only=True)
class Complexity:
    r"""The constants of a machine that length bounds depend on.

    A constant is ``None`` if its theorem does not cover the machine: the norms are for
    one layer, the logit margin for one layer with logits multiplied by
    :math:`\log |x|`, the positional margin and :math:`C` for infinite precision.

    Attributes:
        layers: The number of layers.
        heads: The number of heads in each layer.
        delta: The period :math:`\Delta` of the positions.
        tau: The largest lag :math:`\tau`.
        gamma: The logit margin (`lengthwise.limit.complexity.margins.logit_margin`).
        hardmax_log2: The base-2 logarithm of the length from which attention is
            hardmax: :math:`p/\gamma` for ``finite``, 0 for ``hardmax``, ``None`` for
            exact softmax, where it depends on the allowed error
            (`lengthwise.limit.complexity.hardmax.softmax_length`).
        L: The norm as printed (`lengthwise.limit.complexity.norms.printed_norm`).
        L_safe: The norm for which certificates hold
            (`lengthwise.limit.complexity.norms.safe_norm`); infinite with a live
            Heaviside unit.
        positional_gamma: The positional margin
            (`lengthwise.limit.complexity.margins.positional_margin`).
        log10_C: The base-10 logarithm of the explicit replacement for :math:`C(f)`
            (`lengthwise.limit.complexity.two_layer_constants`), with both unknown
            constants set to 1.
    """

    layers: int
    heads: tuple[int, ...]
    delta: int
    tau: int
    gamma: float | None
    hardmax_log2: float | None
    L: float | None
    L_safe: float | None
    positional_gamma: float | None
    log10_C: float | None  # noqa: N815

    def __str__(self) -> str:
        rows = [
            ("layers", self.layers),
            ("heads", ", ".join(map(str, self.heads)) or None),
            ("period delta", self.delta),
            ("largest lag tau", self.tau),
            ("logit margin gamma", self.gamma),
            ("log2 of the hardmax length", self.hardmax_log2),
            ("norm L as printed", self.L),
            ("norm L, safe", self.L_safe),
            ("positional margin gamma", self.positional_gamma),
            ("log10 of C", self.log10_C),
        ]
        return listing((name, _number_text(value)) for name, value in rows)


def complexity(
    machine: LimitTransformer, *, attention: Attention | None = None
) -> Complexity:
    """Returns the complexity of `machine`.

    Args:
        machine: A machine with any number of layers and heads.
        attention: Replaces the machine's own attention kind.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import mod_p_task
        >>> print(complexity(mod_p_task(p=3, bits=8)))
        layers                      1
        heads                       1
        period delta                3
        largest lag tau             0
        logit margin gamma          8
        log2 of the hardmax length  1
        norm L as printed           0
        norm L, safe                1
        positional margin gamma     -
        log10 of C                  -
    """
    kind = machine.attention if attention is None else attention
    infinite = kind.kind == "infinite"
    one_layer = len(machine.layers) <= 1
    gamma = logit_margin(machine) if one_layer and not infinite else None
    return Complexity(
        layers=len(machine.layers),
        heads=tuple(len(layer.heads) for layer in machine.layers),
        delta=machine.delta,
        tau=machine.tau,
        gamma=gamma,
        hardmax_log2=_hardmax_log2(kind, gamma),
        L=printed_norm(machine) if one_layer else None,
        L_safe=safe_norm(machine) if one_layer else None,
        positional_gamma=positional_margin(machine) if infinite else None,
        log10_C=_log10_C(machine) if infinite else None,
    )


def _hardmax_log2(attention: Attention, gamma: float | None) -> float | None:
    if attention.kind == "hardmax":
        return 0.0
    if attention.bits is None or gamma is None:
        return None
    return hardmax_log2(p=attention.bits, gamma=gamma)


def _log10_C(machine: LimitTransformer) -> float | None:  # noqa: N802
    try:
        return two_layer_constants(machine).log_C() / math.log(10)
    except SpecError:
        return None


def _number_text(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
