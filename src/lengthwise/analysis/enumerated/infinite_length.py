r"""The error of a one-layer net in the limit of infinite test length.

With plain attention logits and no lag bias, a net sees a long word only through the
symbol frequencies in each residue class, so its error converges at rate :math:`1/T` as
:math:`T \to \infty`. The limit is an integral over frequencies: uniform on the simplex
for `Compositions`, independent and uniform on :math:`[0, 1]` for `Residues`. We compute
it by quadrature at a length of about :math:`2^{40}`, with the evaluator used at all
other lengths, to within one percent (tested). No words are sampled.

If logits are scaled by :math:`\log|x|`, no limit can be reported: nearly equal logits
separate at some length, and no measurement shows what happens beyond it.
"""

import math
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from jaxtyping import Float, Int

from lengthwise.analysis.enumerated.labels_of_counts import count_label, targets
from lengthwise.limit.machine import LimitTransformer
from lengthwise.limit.running.on_statistics import outputs_of_counts
from lengthwise.tasks.laws import Compositions, Residues
from lengthwise.tasks.task import Task
from lengthwise.words import class_sizes

FAR = 1 << 40
"""The length that stands for infinity; the error is of the order of its inverse."""

NODES = 70_000
"""Limit on the total number of quadrature nodes."""

FEW = 3
"""Number of dimensions up to which the quadrature is a product of Gauss rules."""

Shares: TypeAlias = Float[np.ndarray, "shares classes nodes"]
"""The share of the first j symbols among the first j + 1, by class and node."""

MOST_NODES = 160
"""Limit on nodes per dimension; more would change trained nets' limits by 0.03 %."""


def limits_by_residue(
    machine: LimitTransformer, task: Task
) -> tuple[float, ...] | None:
    """The root mean square error in the limit of infinite length, for each residue.

    Lengths of different residues modulo the period of the task may have different
    limits.

    Args:
        machine: The net.
        task: The task, with its distribution.

    Returns:
        The limits, with entry r for lengths T with T mod period = r; or ``None`` if
        they cannot be computed: logits are scaled by the length or have a lag bias, the
        net has several layers, or the task's distribution is not given by frequencies.

    Examples:
        A net that always outputs 0 has an error of 1 over the square root of 3 on
        ModPTask.

        >>> import jax
        >>> from lengthwise.models import LimitNet
        >>> from lengthwise.tasks.catalogue import task
        >>> modp, net = task("modp", p=2), LimitNet(symbols=2, delta=2, scaling="none")
        >>> zeros = jax.tree.map(lambda leaf: 0 * leaf, net.init(jax.random.key(0)))
        >>> limits = limits_by_residue(net.limit(zeros, modp.alphabet), modp)
        >>> [round(limit, 6) for limit in limits]
        [0.57735, 0.57735]
    """
    period = _period(machine, task)
    if period is None:
        return None
    nodes, weights = _grid(len(task.alphabet), period)
    return tuple(
        _rms(machine, task, nodes, weights, FAR // period * period + residue)
        for residue in range(period)
    )


def limit_at(machine: LimitTransformer, task: Task, length: int) -> float | None:
    """The limit over lengths with the same residue as `length`."""
    period = _period(machine, task)
    if period is None:
        return None
    nodes, weights = _grid(len(task.alphabet), period)
    far = FAR // period * period + length % period
    return _rms(machine, task, nodes, weights, far)


def _period(machine: LimitTransformer, task: Task) -> int | None:
    """The period of the task; ``None`` if no limit of the error is known."""
    if not _converges(machine) or count_label(task) is None:
        return None
    match task.law:
        case Compositions():
            period = 1
        case Residues(period):
            pass
        case _:
            return None
    return None if period % machine.delta else period


def _converges(machine: LimitTransformer) -> bool:
    """Whether the output on a long word depends only on its frequencies."""
    return (
        len(machine.layers) <= 1
        and machine.attention.kind == "infinite"
        and not machine.bos
        and not any(h.lags.any() for layer in machine.layers for h in layer.heads)
    )


def _rms(
    machine: LimitTransformer,
    task: Task,
    frequencies: Float[np.ndarray, "nodes symbols classes"],
    weights: Float[np.ndarray, " nodes"],
    length: int,
) -> float:
    period = frequencies.shape[2]
    counts = _counts(frequencies, length - 1)
    last = length % period
    square = 0.0
    for place, symbol in enumerate(machine.alphabet):
        gap = outputs_of_counts(machine, counts, (symbol,))[:, 0]
        gap = gap - targets(task, counts, (symbol,))
        square += float((weights * frequencies[:, place, last]) @ gap**2)
    return math.sqrt(square)


def _counts(
    frequencies: Float[np.ndarray, "nodes symbols classes"], length: int
) -> Int[np.ndarray, "nodes symbols classes"]:
    """The counts of a word of `length` closest to the frequencies."""
    sizes = np.array(class_sizes(length, frequencies.shape[2]))
    counts: Int[np.ndarray, "nodes symbols classes"]
    counts = np.floor(frequencies * sizes).astype(np.int64)
    most = frequencies.argmax(axis=1)[:, np.newaxis]
    rest = sizes - counts.sum(axis=1, keepdims=True)
    np.put_along_axis(
        counts, most, np.take_along_axis(counts, most, axis=1) + rest, axis=1
    )
    return counts


@lru_cache(maxsize=8)
def _grid(
    symbols: int, classes: int
) -> tuple[Float[np.ndarray, "nodes symbols classes"], Float[np.ndarray, " nodes"]]:
    r"""A quadrature rule for independent uniform points of the simplex, one per class.

    The share of the first :math:`j` symbols among the first :math:`j + 1` has density
    :math:`j s^{j-1}`, so it is :math:`u^{1/j}` for a uniform :math:`u`, independently
    for :math:`j = 1, 2, \dots`. In few dimensions the rule is a product of Gauss rules
    for these densities. In more dimensions it is a Sobol sequence: with few nodes per
    dimension, a product rule misses the kinks of ReLU units, by 10 % in eight
    dimensions.
    """
    dimensions = (symbols - 1) * classes
    if dimensions <= FEW:
        shares, weights = _product_rule(symbols, classes)
    else:
        shares, weights = _sobol_rule(symbols, classes)
    frequencies = np.ones((shares.shape[2], symbols, classes))
    for j in range(1, symbols):
        share = shares[j - 1].T
        frequencies[:, :j] *= share[:, np.newaxis]
        frequencies[:, j] = 1 - share
    return frequencies, weights


def _product_rule(symbols: int, classes: int) -> tuple[Shares, Float[np.ndarray, " _"]]:
    dimensions = (symbols - 1) * classes
    count = min(MOST_NODES, int(NODES ** (1 / dimensions) + 1e-9))
    points, mass = np.polynomial.legendre.leggauss(count)
    points, mass = (points + 1) / 2, mass / 2
    axes = np.meshgrid(*[np.arange(count)] * dimensions, indexing="ij")
    index = np.stack([axis.ravel() for axis in axes])
    shares = points[index].reshape(symbols - 1, classes, -1)
    weights = mass[index].prod(axis=0)
    for j in range(1, symbols):
        weights = weights * (j * shares[j - 1] ** (j - 1)).prod(axis=0)
    return shares, weights


def _sobol_rule(symbols: int, classes: int) -> tuple[Shares, Float[np.ndarray, " _"]]:
    from scipy.stats import qmc

    dimensions = (symbols - 1) * classes
    points = qmc.Sobol(dimensions, rng=np.random.default_rng(0)).random_base2(16)
    shares = points.T.reshape(symbols - 1, classes, -1)
    powers = 1 / np.arange(1, symbols)
    count = len(points)
    return shares ** powers[:, np.newaxis, np.newaxis], np.full(count, 1 / count)
