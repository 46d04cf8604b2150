r"""Clustered margins, for machines with nearly equal instead of equal logits.

A trained net has no exact ties. Logits that should be equal differ by, say, a
thousandth, and the logit margin is that thousandth instead of the gap between truly
different logits. So the logits of each query are clustered, and two numbers replace the
margin: the width of clusters and the gap between them.
"""

import itertools
import math
from dataclasses import dataclass

import numpy as np

from lengthwise.errors import SpecError
from lengthwise.limit.complexity.margins import only_layer, possible_logits
from lengthwise.limit.frozen_arrays import Vector
from lengthwise.limit.machine import LimitTransformer

TIE = 1e-9
"""Logits closer than this fraction of the largest are in one cluster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusteredMargin:
    r"""The pair :math:`(\eta, \gamma_\eta)`.

    Attributes:
        tolerance: Neighbors at most this far apart are in one cluster.
        eta: The largest spread inside a cluster.
        gamma: The smallest gap between two clusters of one query; infinity if no query
            has two.
    """

    tolerance: float
    eta: float
    gamma: float

    @property
    def ratio(self) -> float:
        r"""How well clusters are separated: :math:`\gamma_\eta / \eta`."""
        return self.gamma / self.eta if self.eta > 0 else math.inf

    def log2_T_max(self, *, L: float, eps: float) -> float:  # noqa: N802
        r"""The base-2 logarithm of :math:`T_{\max}`; infinity if all ties are exact.

        If the logits of each cluster are made equal, exact softmax over :math:`T`
        symbols has weights that differ by a factor of at most :math:`T^\eta` from the
        original, and outputs that differ by at most :math:`L (T^\eta - 1)`. The
        clustered machine is valid for lengths up to

        .. math:: T_{\max} = (1 + \epsilon / L)^{1/\eta}

        and statements about it do not extend beyond.

        Args:
            L: `lengthwise.limit.complexity.norms.safe_norm` of the machine.
            eps: The allowed absolute error.

        Raises:
            SpecError: `L` is negative, or `eps` is not positive.

        Examples:
            >>> broken = ClusteredMargin(tolerance=0.01, eta=0.002, gamma=2.5)
            >>> round(broken.log2_T_max(L=1.0, eps=0.1), 2)
            68.75
        """
        if not (L >= 0 and eps > 0):
            raise SpecError(
                f"L={L:g}, eps={eps:g}; L must not be negative, eps positive"
            )
        if L == 0 or self.eta == 0:
            return math.inf
        return math.log1p(eps / L) / math.log(2) / self.eta

    def T_max(self, *, L: float, eps: float) -> float:  # noqa: N802
        """The longest valid length; infinity above 1e308, see `log2_T_max`.

        Examples:
            >>> broken = ClusteredMargin(tolerance=0.1, eta=0.05, gamma=2.5)
            >>> round(broken.T_max(L=1.0, eps=1.0))
            1048576
        """
        exponent = self.log2_T_max(L=L, eps=eps)
        return math.inf if exponent >= 1024 else 2.0**exponent


def clustered_margin(machine: LimitTransformer, *, tolerance: float) -> ClusteredMargin:
    """Returns the width of the clusters of logits, and the gap between them.

    The possible logits of a query are sorted, and neighbors at most `tolerance` apart
    are in one cluster (single linkage), so a cluster may be wider than `tolerance`.

    Raises:
        SpecError: The machine has several layers, or `tolerance` is negative.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> clustered_margin(simple_task(omega=4.0, bits=8), tolerance=0.01)
        ClusteredMargin(tolerance=0.01, eta=0.0, gamma=8.0)
    """
    if not tolerance >= 0:
        raise SpecError(f"a tolerance of {tolerance}; it must not be negative")
    eta, gamma = 0.0, math.inf
    for head in only_layer(machine).heads:
        for values in possible_logits(machine, head):
            for cluster in (clusters := _clusters(values, tolerance)):
                eta = max(eta, float(cluster[-1] - cluster[0]))
            for lower, upper in itertools.pairwise(clusters):
                gamma = min(gamma, float(upper[0] - lower[-1]))
    return ClusteredMargin(tolerance=tolerance, eta=eta, gamma=gamma)


def separated_margin(machine: LimitTransformer) -> ClusteredMargin | None:
    r"""Returns the pair for the best separating threshold; ``None`` if none separates.

    Weights inside a cluster stay nearly equal up to :math:`T_{\max}`, a power of
    :math:`2^{1/\eta}`; with :math:`p` bits, those of other clusters vanish from
    :math:`2^{p/\gamma_\eta}` on. So we take the threshold with the largest
    :math:`\gamma_\eta / \eta` (the smallest among several) that merges two keys of
    every query and separates two keys of some query; other thresholds are
    uninformative. It separates if :math:`\gamma_\eta > \eta`. Logits that are all equal
    are one cluster.

    Raises:
        SpecError: The machine has several layers.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> margin = separated_margin(simple_task(omega=4.0, bits=8))
        >>> margin.eta, margin.gamma
        (0.0, 8.0)
    """
    heads = only_layer(machine).heads
    queries = [np.sort(v) for head in heads for v in possible_logits(machine, head)]
    tie = TIE * max((float(np.abs(values).max()) for values in queries), default=0.0)
    gaps = sorted(
        (float(gap), query, place)
        for query, values in enumerate(queries)
        for place, gap in enumerate(np.diff(values))
    )
    if not gaps or gaps[-1][0] <= tie:
        return clustered_margin(machine, tolerance=tie)
    alone = {query for query, values in enumerate(queries) if len(values) > 1}
    # The other end of the cluster, for the first and the last place of each.
    ends = [np.arange(len(values)) for values in queries]
    best, eta = None, 0.0
    for (gap, query, place), (gamma, _, _) in itertools.pairwise(gaps):
        alone.discard(query)
        low, high = ends[query][place], ends[query][place + 1]
        ends[query][low], ends[query][high] = high, low
        eta = max(eta, float(queries[query][high] - queries[query][low]))
        tolerance = max(gap, tie)
        if alone or gamma <= tolerance or gamma <= eta:
            continue
        margin = ClusteredMargin(tolerance=tolerance, eta=eta, gamma=gamma)
        if best is None or margin.ratio > best.ratio:
            best = margin
    return best


def _clusters(values: Vector, tolerance: float) -> list[Vector]:
    ordered = np.sort(values)
    return np.split(ordered, np.flatnonzero(np.diff(ordered) > tolerance) + 1)
