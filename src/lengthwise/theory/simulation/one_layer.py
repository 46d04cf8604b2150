r"""Theorem 4.1 executed: a short word for two one-layer machines.

Everything happens on statistics, so a word of length :math:`10^9` costs what a word of
length 100 costs.
"""

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.hardmax import hardmax_length, hardmax_log2
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.margins import logit_margin
from lengthwise.limit.norms import safe_norm
from lengthwise.limit.statistics import masses, outputs
from lengthwise.theory.simulation.padding import Padding, padded
from lengthwise.theory.simulation.periodic import periodic
from lengthwise.theory.simulation.prefix import Prefix
from lengthwise.theory.simulation.reduction import Case, reduced
from lengthwise.theory.simulation.resolution import (
    Resolution,
    ResolutionName,
    resolution,
)
from lengthwise.theory.simulation.simulation import Fidelity, Simulation
from lengthwise.words import Statistics


def one_layer(
    x: Statistics,
    f: LimitTransformer,
    g: LimitTransformer,
    *,
    eps: float,
    name: ResolutionName = "explicit",
) -> Simulation:
    r"""The simulation of a word by a short one, for machines of one layer and one head.

    With resolution ``explicit`` and :math:`L` the larger safe norm, :math:`z` has at
    most

    .. math::

        N = \max\left\{2 \cdot 2^{p/\gamma} + \tau + 1,\;
        \frac{162\, \Delta L^2 (|\Sigma| \Delta + \tau + 1)}{\varepsilon^2}\right\}

    symbols (:math:`\Delta` more in the first term where :math:`\Delta > 1`), ends in
    the same :math:`\tau + 1` symbols at the same residues, and
    :math:`\|f(x) - f(z)\|` and :math:`\|g(x) - g(z)\|` are at most
    :math:`\varepsilon`. If :math:`|x| \le N`, then :math:`z = x`. Proved for
    :math:`\Delta = 1`; with positions measured, with a proof sketched. After
    :cite:p:`izzo2025quantitative`, whose proof leaves the constants out and does not
    bring :math:`z` into the hardmax regime.

    Args:
        x: Statistics for a multiple of both periods and at least both largest lags.
        f: A machine with ``finite`` or ``hardmax`` attention.
        g: Another over the same alphabet.
        eps: The allowed error of an output.
        name: The resolution.

    Raises:
        SpecError: The theorem does not speak of such machines, or not of such an `eps`.

    Examples:
        >>> from lengthwise.limit.constructions import simple_task
        >>> f, g = simple_task(omega=4), simple_task(omega=4, pieces=64)
        >>> x = Statistics(
        ...     alphabet=f.alphabet,
        ...     delta=1,
        ...     tau=0,
        ...     counts=((400_000_000,), (100_000_000,), (500_000_000,)),
        ...     suffix=("2",),
        ... )
        >>> found = one_layer(x, f, g, eps=0.1)
        >>> found.kept
        True
    """
    for machine in (f, g):
        require_one_layer(machine)
    pairs = len(x.alphabet) * x.delta
    L = max(safe_norm(f), safe_norm(g))
    at = resolution(name, eps=eps, L=L, pairs=pairs, tau=x.tau)
    bound = at.length_bound(delta=x.delta, onset=max(map(onset_log2, (f, g))))
    z, case, padding = x, _SHORT, _NONE
    if x.length > bound:
        least = max(map(_onset, (f, g)))
        z, case, padding = shorter(x, Prefix.of(x, f, g), at, least=least)
    return Simulation(
        x=x,
        z=z,
        f=_fidelity(f, x, z, at),
        g=_fidelity(g, x, z, at),
        eps=eps,
        bound=bound,
        method="one-layer" if x.delta == 1 else "periodic",
        resolution=name,
        case=case,
        padding=padding,
        basis="proved" if x.delta == 1 else "measured, proof sketched",
    )


_SHORT: Case = "short"
_NONE: Padding = "none"


def shorter(
    x: Statistics, seen: Prefix, at: Resolution, *, least: int
) -> tuple[Statistics, Case, Padding]:
    """The statistics of the short word, and how they were found.

    Args:
        x: Of the long word.
        seen: Its prefix.
        at: The resolution.
        least: The least length of the result; `x` has at least this length.
    """
    case: Case
    missing = max(0, least - len(x.suffix))
    if x.delta == 1:
        short = reduced(seen, at)
        case = short.case
        counts, padding = padded(seen, short, least=missing)
    else:
        found = periodic(seen, at, delta=x.delta, least=missing)
        counts, case, padding = found.counts, found.case, found.padding
    rows = tuple(
        counts[s * x.delta : (s + 1) * x.delta] for s in range(len(x.alphabet))
    )
    z = Statistics(
        alphabet=x.alphabet, delta=x.delta, tau=x.tau, counts=rows, suffix=x.suffix
    )
    return z, case, padding


def require_one_layer(machine: LimitTransformer) -> None:
    """Raises a `SpecError` unless the one-layer theorem speaks of `machine`."""
    heads = [len(layer.heads) for layer in machine.layers]
    if heads != [1]:
        raise SpecError(
            f"a machine of {len(heads)} layers with {heads} heads; the one-layer "
            "simulation needs one layer with one head"
        )
    if machine.bos:
        raise SpecError(
            "the machine reads $ in front of every word; the simulation needs one "
            "that reads the word alone"
        )
    if machine.attention.kind not in {"finite", "hardmax"}:
        raise SpecError(
            f"{machine.attention.kind} attention; the one-layer theorem needs finite "
            "(p bits) or hardmax; replace it by Attention('finite', p)"
        )


def onset_log2(machine: LimitTransformer) -> float:
    r"""The exponent :math:`p/\gamma` of the hardmax length; 0 for hardmax attention."""
    bits = machine.attention.bits
    return 0.0 if bits is None else hardmax_log2(p=bits, gamma=logit_margin(machine))


def _onset(machine: LimitTransformer) -> int:
    bits = machine.attention.bits
    return 1 if bits is None else hardmax_length(p=bits, gamma=logit_margin(machine))


def _fidelity(
    machine: LimitTransformer, x: Statistics, z: Statistics, at: Resolution
) -> Fidelity:
    promised = 0.0 if z is x else at.distance
    return Fidelity(
        at_x=tuple(outputs(machine, x).tolist()),
        at_z=tuple(outputs(machine, z).tolist()),
        promised=safe_norm(machine) * promised,
        distance=float(np.abs(masses(machine, x) - masses(machine, z)).sum()),
        promised_distance=promised,
    )
