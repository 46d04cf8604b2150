r"""Builds a short word for two two-layer machines.

With infinite precision, layer 1 at position :math:`i` is, up to a vanishing error, a
function of the last :math:`\tau + 1` symbols and the histogram so far, and layer 2
averages over all positions. So :math:`z` must preserve the *averages* of such functions
and end like :math:`x`. This is measured directly: with the query of layer 2 fixed to
that of :math:`x`, the sums

.. math::

    \mathrm{num} = \tfrac{1}{|w|} \sum_t e^{a_t} V_2 y_t, \qquad
    \mathrm{den} = \tfrac{1}{|w|} \sum_t e^{a_t}, \qquad a_t = y_t^\top K_2^\top Q_2 q

are computed over both words. Their quotient changes by at most :math:`(\|\Delta
\mathrm{num}\| + \|u_x\| |\Delta \mathrm{den}|) / \mathrm{den}_z`, and the output by
:math:`\|U\| \Lambda_2` times that: the *distance* of a simulation.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.two_layer_constants import (
    TwoLayerConstants,
    two_layer_constants,
)
from lengthwise.limit.frozen_arrays import Matrix, Vector
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.evaluator import last, streams
from lengthwise.theory.simulation._contiguous_pieces import blocks
from lengthwise.theory.simulation._rotor import rotor
from lengthwise.theory.simulation.resolution import require_eps
from lengthwise.theory.simulation.simulation import Fidelity, Simulation
from lengthwise.theory.theorems.two_layer import explicit
from lengthwise.words import Word

TwoLayerMethod: TypeAlias = Literal["blocks", "rotor"]


def two_layer(
    x: Word,
    f: LimitTransformer,
    g: LimitTransformer,
    *,
    eps: float,
    method: TwoLayerMethod = "rotor",
    length: int | None = None,
    block_length: float | None = None,
    draws: int = 16,
    seed: int = 0,
) -> Simulation:
    r"""Returns the simulation of a word by one of about `length` symbols.

    ``blocks`` draws random contiguous pieces until the length is within half of the
    target and the distance is at most `eps` for both machines; if no draw qualifies,
    the best one is used. ``rotor`` is a rotor walk over the windows of x, with the best
    of three numbers of bins; it is deterministic and usually ten times as accurate.

    The promise is that of Theorem 5.2 :cite:p:`izzo2025quantitative` with explicit
    constants in place of :math:`C(f)`, except for two constants that no source gives,
    which are set to one. It is usually far above the measured error.

    Args:
        x: The long word.
        f: A machine with two layers, the second with one head and no lags, and infinite
            precision.
        g: A second machine over the same alphabet.
        eps: The target error.
        method: ``blocks`` or ``rotor``.
        length: Approximate length of z. Default: the length from which the promise is
            `eps`, which is usually impractically large.
        block_length: The mean length of a piece of ``blocks``.
        draws: The largest number of draws of ``blocks``.
        seed: The random seed of the draws.

    Raises:
        SpecError: The theorem does not cover such machines, or `length` or `draws` is
            too small.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import k_gram
        >>> f, g = k_gram(k=1, S=2, b=4.0), k_gram(k=1, S=2, b=5.0)
        >>> simulation = two_layer(tuple("0010111" * 300), f, g, eps=0.1, length=200)
        >>> simulation.z_length, max(simulation.f.error, simulation.g.error) < 0.02
        (200, True)
    """
    require_eps(eps)
    readers = tuple(_Reader.of(machine, x) for machine in (f, g))
    n = _length(readers, eps) if length is None else length
    tau = max(f.tau, g.tau)
    if n < 2 * (tau + 1):
        raise SpecError(
            f"length {n}; z keeps the last {tau + 1} symbols of x, so z needs at least "
            f"{2 * (tau + 1)} symbols"
        )
    if draws < 1:
        raise SpecError(f"{draws} draws; at least one is needed")
    short = len(x) < 2 * n
    if short:
        z = x
    elif method == "rotor":
        words = (
            rotor(x, n=int(n), tau=tau, bins=max(1, round(math.sqrt(n) / part)))
            for part in (2, 4, 8)
        )
        z = min(words, key=lambda word: _distance(readers, word))
    else:
        rng = np.random.default_rng(seed)
        words = (
            blocks(x, n=int(n), tau=tau, rng=rng, block_length=block_length)
            for _ in range(draws)
        )
        z = _accepted(readers, words, n=int(n), eps=eps)
    on_f, on_g = (reader.fidelity(x, z) for reader in readers)
    return Simulation(
        x=x,
        z=z,
        f=on_f,
        g=on_g,
        eps=eps,
        bound=2.0 * n,
        method=method,
        resolution=None,
        case="short" if short else None,
        padding="none",
        basis="rests on constants one",
    )


def _length(readers: tuple["_Reader", ...], eps: float) -> float:
    constants = tuple(reader.constants for reader in readers)
    return explicit(constants=constants, eps=eps).at_constant_one.value


def _distance(readers: tuple["_Reader", ...], z: Word) -> float:
    return max(reader.distance(z) for reader in readers)


def _accepted(
    readers: tuple["_Reader", ...], words: Iterator[Word], *, n: int, eps: float
) -> Word:
    """The first word of about `n` symbols within `eps`, or else the best one."""
    best: tuple[bool, float, Word] | None = None
    for z in words:
        wrong, apart = abs(len(z) - n) > n / 2, _distance(readers, z)
        if best is None or (wrong, apart) < best[:2]:
            best = wrong, apart, z
        if not wrong and apart <= eps:
            break
    assert best is not None
    return best[2]


@dataclass(frozen=True, slots=True)
class _Reader:
    """A machine with its sums over x.

    Attributes:
        machine: The machine.
        constants: The constants of the two-layer bound.
        query: The query of layer 2 at the end of x.
        shift: Subtracted from all logits.
        num: The numerator over x.
        den: The denominator over x.
    """

    machine: LimitTransformer
    constants: TwoLayerConstants
    query: Vector
    shift: float
    num: Vector
    den: float

    @classmethod
    def of(cls, machine: LimitTransformer, x: Word) -> "_Reader":
        if machine.attention.kind != "infinite":
            raise SpecError(
                f"{machine.attention.kind} attention; the two-layer theorem is about "
                "infinite attention, as in the construction kgram:k=1,S=2 and in nets "
                "trained with scaling 'query'"
            )
        constants = two_layer_constants(machine)
        stream = _after_layer_1(machine, x)
        query = machine.layers[1].heads[0].bilinear @ stream[-1]
        shift = float((stream @ query).max())
        num, den = _sums(machine, stream, query, shift)
        return cls(machine, constants, query, shift, num, den)

    def distance(self, z: Word) -> float:
        """A bound on the change of the output from x to z, with the query of x."""
        stream = _after_layer_1(self.machine, z)
        num, den = _sums(self.machine, stream, self.query, self.shift)
        mean = float(np.linalg.norm(self.num)) / self.den
        apart = float(np.linalg.norm(num - self.num)) + mean * abs(den - self.den)
        return self.constants.U * self.constants.lambda_2 * apart / den

    def fidelity(self, x: Word, z: Word) -> Fidelity:
        at_x, at_z = last(self.machine, (x,))[0], last(self.machine, (z,))[0]
        log_bound = self.constants.bound_at(len(z))
        return Fidelity(
            at_x=tuple(at_x.tolist()),
            at_z=tuple(at_z.tolist()),
            promised=math.exp(log_bound) if log_bound < 709 else math.inf,
            distance=self.distance(z),
            promised_distance=None,
        )


def _after_layer_1(machine: LimitTransformer, word: Word) -> Matrix:
    return streams(replace(machine, layers=machine.layers[:1]), word)[-1]


def _sums(
    machine: LimitTransformer, stream: Matrix, query: Vector, shift: float
) -> tuple[Vector, float]:
    """The means of numerators and denominators of layer 2, shifted."""
    # A word may lack what the query looks for; the floor avoids overflow.
    terms = np.exp(np.clip(stream @ query - shift, -700.0, 700.0))
    values = stream @ machine.layers[1].heads[0].value.T
    return terms @ values / len(stream), float(terms.mean())
