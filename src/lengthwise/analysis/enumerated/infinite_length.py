r"""The error of a one-layer net as the test length goes to infinity.

With plain attention logits and no lag bias, a net sees a long word only through the
frequency of each symbol in each residue class, so its error converges as
:math:`T \to \infty`, at rate :math:`1/T`. The limit is an integral over frequencies:
uniform on the simplex for `Compositions`, independent and uniform on :math:`[0, 1]` for
`Residues`. We compute it by quadrature at a length of about :math:`2^{40}`, with the
same evaluator as at every other length, within one per cent (tested). No word is
sampled.

Where logits are scaled by :math:`\log|x|` there is no such limit to report: logits that
are nearly equal part at some length, and no measurement says what comes after.
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
"""The length that stands for infinity: what is left is of the order of its inverse."""

NODES = 70_000
"""Most nodes of the quadrature, over all dimensions together."""

FEW = 3
"""Dimensions up to which the quadrature is a product of Gauss rules."""

Shares: TypeAlias = Float[np.ndarray, "shares classes nodes"]
"""The share of the first j symbols among the first j + 1, for each class and node."""

MOST_NODES = 160
"""Most nodes in one dimension: more change the limits of trained nets by 0.03 %."""


def limits_by_residue(
    machine: LimitTransformer, task: Task
) -> tuple[float, ...] | None:
    """The root mean square error as the length goes to infinity, for each residue.

    Lengths of different residues modulo the period of the task may have different
    limits.

    Args:
        machine: The net.
        task: What it should compute, and the distribution of its words.

    Returns:
        The limits, entry r for lengths T with T mod period = r; or ``None`` where there
        is none to compute: logits are scaled by the length or have a lag bias, the net
        has several layers, or the distribution of the task is not one of frequencies.

    Examples:
        A net that always says 0 has an error of one over the root of 3 on ModPTask.

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
    """The limit over the lengths that have the residue of `length`."""
    period = _period(machine, task)
    if period is None:
        return None
    nodes, weights = _grid(len(task.alphabet), period)
    far = FAR // period * period + length % period
    return _rms(machine, task, nodes, weights, far)


def _period(machine: LimitTransformer, task: Task) -> int | None:
    """The period of the task; ``None`` where no limit of the error is known."""
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
    """Whether the output depends on a long word through its frequencies alone."""
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
    """Integers closest to the frequencies that a word of `length` can have."""
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
    r"""A rule for independent uniform points of the simplex, one a class.

    The share of the first :math:`j` symbols among the first :math:`j + 1` has density
    :math:`j s^{j-1}`, so it is :math:`u^{1/j}` for a uniform :math:`u`, independently
    for :math:`j = 1, 2, \dots`. In few dimensions the rule is a product of Gauss rules
    for these densities. In more it is Sobol's sequence: with few nodes in a dimension
    a product rule misses the kinks of ReLU units, by 10 % in eight dimensions.
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
