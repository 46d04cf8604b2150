r"""Gaps between the logits of a machine: the margins in the length bounds.

In the first layer, a logit depends on the word only through the query and the key
(token and residue class of each) and their distance. The *attention table*

.. math:: \mathrm{Att}[(y, i), (z, j)] = (E_z + p_j)^\top K^\top Q\, (E_y + p_i)

contains the content part of every logit; :math:`\varphi` is added at distances up to
:math:`\tau`. (One version of the paper has :math:`p_i` and :math:`p_j` swapped: the
position of the query belongs to the token of the query.)

The marker ``$`` of a machine with `bos` is a token that occurs only at position 1: a
key in residue class ``1 % delta`` at any distance except 0, and a query that sees only
itself.
"""

import math
from collections.abc import Iterable, Iterator

import numpy as np
from jaxtyping import Float

from lengthwise.errors import SpecError, WordError
from lengthwise.limit.complexity._equal_logits import logit_error
from lengthwise.limit.frozen_arrays import Vector
from lengthwise.limit.machine import MLP, Head, Layer, LimitTransformer
from lengthwise.limit.running.definition import BORDER
from lengthwise.words import Statistics


def only_layer(machine: LimitTransformer) -> Layer:
    """The only layer of a machine; an empty layer for a machine without layers.

    Raises:
        SpecError: The machine has several layers.
    """
    if len(machine.layers) > 1:
        layers = f"a machine of {len(machine.layers)} layers; logit margin and norm L"
        raise SpecError(f"{layers} are for one layer; two_layer_constants is for two")
    return machine.layers[0] if machine.layers else Layer(mlp=MLP.none(machine.width))


def attention_table(
    machine: LimitTransformer, head: Head
) -> Float[np.ndarray, "tokens delta tokens delta"]:
    """The content part of logits: query token, its residue, key token, its residue.

    Tokens are the symbols in alphabet order, then ``$`` if the machine has `bos`.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import mod_p_task
        >>> machine = mod_p_task(p=2, k=1, bits=8)
        >>> attention_table(machine, machine.layers[0].heads[0])[0, 0]
        array([[0., 8.],
               [0., 8.]])
    """
    keys = machine.embedding[:, np.newaxis] + machine.positions[: machine.delta]
    return np.asarray(np.einsum("zjd,de,yie->yizj", keys, head.bilinear, keys))


def possible_logits(
    machine: LimitTransformer, head: Head, *, far: bool = True
) -> Iterator[Vector]:
    r"""Yields, for each query (symbol, residue), the possible logits of keys in `head`.

    Args:
        machine: The machine, whose first layer is used.
        head: A head of that layer.
        far: Whether to include keys beyond the largest lag :math:`\tau`. Only the
            printed definition excludes them.
    """
    table = attention_table(machine, head)
    symbols, delta, first = len(machine.alphabet), machine.delta, 1 % machine.delta
    lags = np.zeros(machine.tau + 1)
    used = min(len(lags), len(head.lags))
    lags[:used] = head.lags[:used]
    for token in range(symbols):
        for residue in range(delta):
            keys = table[token, residue]
            values = [keys[:symbols].ravel(), keys[symbols:, first]] if far else []
            for k, lag in enumerate(lags):
                if far and lag == 0.0:
                    continue  # same as a far key
                place = (residue - k) % delta
                mark = machine.bos and k > 0 and place == first
                values.append(keys[: symbols + mark, place] + lag)
            yield np.concatenate(values)


def logit_margin(machine: LimitTransformer) -> float:
    r"""Returns the smallest positive difference of two possible logits of one query.

    For a query token :math:`y` at residue :math:`i` let

    .. math::

        \mathrm{near}(y, i) &= \{\mathrm{Att}[(y, i), (z, (i - k) \bmod \Delta)]
            + \varphi[k] : z \in \Sigma,\ 0 \le k \le \tau\} \\
        \mathrm{far}(y, i) &= \{\mathrm{Att}[(y, i), (z, r)] :
            z \in \Sigma,\ r \in \mathbb{Z}/\Delta\}

    and :math:`\gamma(f) = \min_{(y, i)} \min \{|u - v| > 0 : u, v \in
    \mathrm{near}(y, i) \cup \mathrm{far}(y, i)\}`, also over all heads; infinity if no
    two logits differ. From length :math:`2^{p/\gamma}` on, attention with p bits is
    hardmax (`lengthwise.limit.complexity.hardmax`). The definition as printed
    :cite:p:`izzo2025quantitative` omits `far`: see `printed_logit_margin`.

    Values count as equal if their difference is within float64 rounding (only exactly
    equal ones if nothing is rounded), and the rounding error is subtracted from the
    gap, so the result never exceeds the exact margin of values that are distinguished.
    `tie_spread` gives the largest difference of values treated as equal. Some pairs of
    keys occur in no word (in a machine that reads ``$``, a near key and one beyond it),
    so the result is a lower bound on the differences that words attain. For trained
    nets, which have no exact ties, use `separated_margin`.

    Raises:
        SpecError: The machine has several layers.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> logit_margin(simple_task(omega=4.0, bits=8))
        8.0
    """
    return min(
        (
            _smallest_gap(values, logit_error(machine, head))
            for head in only_layer(machine).heads
            for values in possible_logits(machine, head)
        ),
        default=math.inf,
    )


def tie_spread(machine: LimitTransformer) -> float:
    """Returns the largest difference of logits treated as equal; 0 if ties are exact.

    Raises:
        SpecError: The machine has several layers.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> tie_spread(simple_task(omega=4.0))
        0.0
    """
    return max(
        (
            _largest_spread(values, logit_error(machine, head))
            for head in only_layer(machine).heads
            for values in possible_logits(machine, head)
        ),
        default=0.0,
    )


def printed_logit_margin(machine: LimitTransformer) -> float:
    r"""The logit margin as printed, over keys at distance at most :math:`\tau` only.

    It misses keys further back, whose bias is 0 and whose residue is arbitrary, so it
    can claim hardmax where there is none. It is kept for comparison; no bound may use
    it.

    Examples:
        One symbol, no content, a bias of 0.25 at lag 0: already a word of length 2 has
        the logits 0 and 0.25.

        >>> from lengthwise.words import Alphabet
        >>> one = np.ones((1, 1))
        >>> head = Head(bilinear=0 * one, value=one, lags=np.array([0.25]))
        >>> machine = LimitTransformer(
        ...     alphabet=Alphabet("a"),
        ...     embedding=one,
        ...     layers=(Layer(heads=(head,), mlp=MLP.none(1)),),
        ...     readout=one,
        ... )
        >>> printed_logit_margin(machine), logit_margin(machine)
        (inf, 0.25)
    """
    return min(
        (
            _smallest_gap(values, logit_error(machine, head))
            for head in only_layer(machine).heads
            for values in possible_logits(machine, head, far=False)
        ),
        default=math.inf,
    )


def realized_gap(machine: LimitTransformer, seen: Iterable[str] | Statistics) -> float:
    r"""Returns the gap between the two largest logits of the last position.

    The logit margin is a worst case over all words; this is the gap on one word,
    minimized over heads, and infinity if all logits are equal. The word is in the
    hardmax regime exactly when :math:`\log_2 |x| \cdot \mathrm{gap} \ge p`.

    Args:
        machine: A machine with at most one layer.
        seen: A word, or the statistics of a word (without ``$``) for the machine's own
            period and largest lag.

    Raises:
        SpecError: The machine has several layers, or the statistics have a different
            alphabet, period or largest lag.
        WordError: The word is empty, and the machine reads no ``$``.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import simple_task
        >>> machine = simple_task(omega=4.0, bits=8)
        >>> realized_gap(machine, "0012"), realized_gap(machine, "0011")
        (8.0, inf)
    """
    if not isinstance(seen, Statistics):
        seen = Statistics.of(
            seen, machine.alphabet, delta=machine.delta, tau=machine.tau
        )
    elif (seen.alphabet, seen.delta, seen.tau) != (
        machine.alphabet,
        machine.delta,
        machine.tau,
    ):
        raise SpecError(
            f"statistics over {seen.alphabet} for delta={seen.delta}, tau={seen.tau}; "
            f"the machine requires {machine.alphabet}, delta={machine.delta}, "
            f"tau={machine.tau}"
        )
    rows, distance = _keys(machine, seen)
    gap = math.inf
    for head in only_layer(machine).heads:
        bias = np.append(head.lags, 0.0)[np.minimum(distance, len(head.lags))]
        logits = rows @ head.bilinear @ rows[-1] + bias
        below = logits.max() - logits
        lower = below[below > 2 * logit_error(machine, head)]
        gap = min(gap, float(lower.min(initial=math.inf)))
    return gap


def positional_margin(machine: LimitTransformer) -> float:
    r"""The gap between the two largest growth exponents in the first layer.

    With infinite precision (logits :math:`a_{ij}` plus :math:`\log i \cdot \varphi`) a
    key at distance :math:`k` has weight :math:`i^{\varphi[k]}` and the rest of the word
    total weight :math:`i^1`, up to bounded factors. So with

    .. math:: P_h = \{\varphi_h[k] : 0 \le k \le \tau\} \cup \{1\}

    :math:`\gamma(f)` is the smallest, over the heads of the first layer, of the
    largest minus the second largest member of :math:`P_h`, infinity if there is only
    one (our convention) :cite:p:`izzo2025quantitative`. The papers use the same letter
    for the logit margin, which is a different quantity.

    Examples:
        >>> from lengthwise.limit.constructions.named_machines import k_gram
        >>> positional_margin(k_gram(k=2, S=3, c=3.0))
        2.0
    """
    gaps = []
    for head in machine.layers[0].heads if machine.layers else ():
        beyond = [0.0] * max(0, machine.tau + 1 - len(head.lags))
        orders = np.array([1.0, *head.lags[: machine.tau + 1], *beyond])
        below = orders.max() - orders
        tolerance = BORDER * max(1.0, float(np.abs(orders).max()))
        gaps.append(float(below[below > tolerance].min(initial=math.inf)))
    return min(gaps, default=math.inf)


def _keys(
    machine: LimitTransformer, statistics: Statistics
) -> tuple[np.ndarray, np.ndarray]:
    """The distinct keys of the last position, itself last, and their distances."""
    length = statistics.length + machine.bos
    if not length:
        raise WordError("the empty word, but the machine reads no $; give a symbol")
    far = [
        (s, r + machine.bos, length)
        for s, row in enumerate(statistics.counts)
        for r, count in enumerate(row)
        if count
    ]
    mark = [(len(machine.alphabet), 1, length - 1)] * machine.bos
    suffix = statistics.alphabet.encode(statistics.suffix)
    near = [
        (s, length - k, k)
        for s, k in zip(suffix, range(len(suffix) - 1, -1, -1), strict=True)
    ]
    tokens, places, distance = np.array(far + mark + near, dtype=np.intp).T
    rows = machine.embedding[tokens] + machine.positions[places % statistics.delta]
    return rows, distance


def _smallest_gap(values: Vector, error: float) -> float:
    gaps = np.diff(np.sort(values)) - 2 * error
    return float(gaps[gaps > 0].min(initial=math.inf))


def _largest_spread(values: Vector, error: float) -> float:
    """The width of the widest chain of values with differences within rounding."""
    ordered = np.sort(values)
    ends = np.flatnonzero(np.diff(ordered) > 2 * error)
    first, last = np.append(0, ends + 1), np.append(ends, len(ordered) - 1)
    widest = float((ordered[last] - ordered[first]).max())
    return widest + 2 * error if (last > first).any() else 0.0
