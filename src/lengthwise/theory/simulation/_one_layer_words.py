r"""Theorem 4.1 as code: a short word for two one-layer machines.

It works on statistics, so a word of length :math:`10^9` costs no more than one of
length 100.
"""

import math

from lengthwise.limit.complexity.hardmax import LARGEST_LOG2
from lengthwise.limit.machine import LimitTransformer
from lengthwise.theory.simulation._one_layer_reader import Reader
from lengthwise.theory.simulation._padding import Padding, padded
from lengthwise.theory.simulation._periodic_prefix import periodic
from lengthwise.theory.simulation._reduction import Case, reduced
from lengthwise.theory.simulation.resolution import (
    Resolution,
    ResolutionName,
    resolution,
)
from lengthwise.theory.simulation.seen_prefix import Prefix
from lengthwise.theory.simulation.simulation import Basis, Simulation
from lengthwise.theory.theorems import explicit_constants as explicit
from lengthwise.words import Statistics


def one_layer(
    x: Statistics,
    f: LimitTransformer,
    g: LimitTransformer,
    *,
    eps: float,
    name: ResolutionName = "explicit",
) -> Simulation:
    r"""Returns the simulation of a word by a short one, for one layer and one head.

    With resolution ``explicit``, and with :math:`L` the larger safe norm, :math:`z` has
    at most

    .. math::

        N = \max\left\{2 \cdot 2^{p/\gamma} + \tau + 1,\;
        \frac{162\, \Delta L^2 (|\Sigma| \Delta + \tau + 1)}{\varepsilon^2}\right\}

    symbols (:math:`\Delta` more in the first term where :math:`\Delta > 1`), ends in
    the same :math:`\tau + 1` symbols at the same residues, and
    :math:`\|f(x) - f(z)\|` and :math:`\|g(x) - g(z)\|` are at most
    :math:`\varepsilon`. If logits are equal only up to float64 rounding, the promise
    includes their possible effect at these lengths (`Reader.unevenness`, about
    :math:`10^{-14}`). If :math:`|x| \le N`, then :math:`z = x`. Proved for
    :math:`\Delta = 1`; with positions, there are measurements and a proof sketch. Based
    on :cite:p:`izzo2025quantitative`, whose proof omits the constants and does not
    bring :math:`z` into the hardmax regime.

    Args:
        x: Statistics for a multiple of both periods and at least both largest lags.
        f: A machine with ``finite`` or ``hardmax`` attention.
        g: A second machine over the same alphabet.
        eps: The allowed error of an output.
        name: The resolution.

    Raises:
        SpecError: The theorem does not cover such machines or such an `eps`.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> f, g = simple_task(omega=4.0), simple_task(omega=4.0, pieces=32)
        >>> x = Statistics(
        ...     alphabet=f.alphabet,
        ...     delta=1,
        ...     tau=0,
        ...     counts=((400_000_000,), (100_000_000,), (500_000_000,)),
        ...     suffix=("2",),
        ... )
        >>> print(one_layer(x, f, g, eps=0.5))
        x has length 1,000,000,001, z has length 1,969 (at most 1,937,125)
        method: one-layer; resolution: explicit; case: joint; padding: none; ...
               on x      on z     error  promised   distance  promised
        f  0.674642  0.672785  0.001858    0.4999  0.0006098   0.01829
        g  0.670313   0.66856  0.001752    0.4912  0.0006098   0.01829
    """
    readers = tuple(Reader.of(machine) for machine in (f, g))
    long = [reader.sight(x) for reader in readers]
    at = resolution(
        name,
        eps=eps,
        L=max(reader.L for reader in readers),
        pairs=len(x.alphabet) * x.delta,
        tau=x.tau,
    )
    bound = _length_bound(at, x, readers, eps=eps)
    case: Case = "short"
    padding: Padding = "none"
    z, short, distances = x, long, [0.0, 0.0]
    if x.length > bound:
        least = max(reader.onset for reader in readers)
        z, case, padding = shorter(x, Prefix.of(x, f, g), at, least=least)
        short = [reader.sight(z) for reader in readers]
        distances = [
            at.distance + reader.unevenness(x.length) + reader.unevenness(z.length)
            for reader in readers
        ]
    on_f, on_g = (
        one.fidelity(other, distance=distance)
        for one, other, distance in zip(long, short, distances, strict=True)
    )
    return Simulation(
        x=x,
        z=z,
        f=on_f,
        g=on_g,
        eps=eps,
        bound=bound,
        method="one-layer" if x.delta == 1 else "periodic",
        resolution=name,
        case=case,
        padding=padding,
        basis=_basis(x, readers),
    )


def _basis(x: Statistics, readers: tuple[Reader, ...]) -> Basis:
    if x.delta > 1:
        return "measured, proof sketched"
    # With bits, the promise includes the effect of broken ties; hardmax has none.
    broken = any(reader.bits is None and reader.eta > 0 for reader in readers)
    return "proved for ties within rounding" if broken else "proved"


def shorter(
    x: Statistics, prefix: Prefix, at: Resolution, *, least: int
) -> tuple[Statistics, Case, Padding]:
    """Returns the statistics of the short word, and how they were constructed.

    Args:
        x: Statistics of the long word.
        prefix: Its prefix.
        at: The resolution.
        least: The minimal length of the result; `x` has at least this length.
    """
    case: Case
    missing = max(0, least - len(x.suffix))
    if x.delta == 1:
        short = reduced(prefix, at)
        case = short.case
        counts, padding = padded(prefix, short, least=missing)
    else:
        by_class = periodic(prefix, at, delta=x.delta, least=missing)
        counts, case, padding = by_class.counts, by_class.case, by_class.padding
    rows = tuple(
        counts[s * x.delta : (s + 1) * x.delta] for s in range(len(x.alphabet))
    )
    z = Statistics(
        alphabet=x.alphabet, delta=x.delta, tau=x.tau, counts=rows, suffix=x.suffix
    )
    return z, case, padding


def _length_bound(
    at: Resolution, x: Statistics, readers: tuple[Reader, ...], *, eps: float
) -> float:
    """An upper bound on the length of z; infinity above 1e308."""
    last = max(readers, key=lambda reader: reader.onset_log2)
    if at.name == "explicit":
        theorem = explicit.one_layer if x.delta == 1 else explicit.periodic
        promise = theorem(
            tau=x.tau,
            delta=x.delta,
            L_safe=max(reader.L for reader in readers),
            eps=eps,
            sigma=len(x.alphabet),
            p=last.bits,
            gamma=None if last.bits is None else last.gamma,
        )
        return float(promise.length)
    if last.onset_log2 >= LARGEST_LOG2:
        return math.inf
    bound = max(2 * last.onset + x.delta + x.tau, at.needed(delta=x.delta))
    return float(bound) if bound < 10**308 else math.inf
