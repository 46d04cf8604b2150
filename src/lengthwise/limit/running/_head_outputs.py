r"""The outputs of a head, for many words of one length at once.

Three forms of the same average, the cheapest that applies:

=============  =====================================  ==================================
form           when                                   cost for all positions of a word
=============  =====================================  ==================================
`running`      no content logits (``bilinear == 0``)  :math:`O(n (\tau + 1))`
`classwise`    the rows read by the head have few     :math:`O(n (|\Sigma|\Delta+\tau))`
               distinct values, as before the first   (later layers: that many rows,
               layer                                  after sorting)
`dense`        always                                 :math:`O(n^2)`, in blocks
=============  =====================================  ==================================

Streams have a row per position, counted from 0 here; `first` is the first position
whose output is needed. ``w`` are the unnormalized weights of
`lengthwise.limit.running._attention_weights.terms`.
"""

from typing import TypeAlias

import numpy as np
from jaxtyping import Float, Int, Shaped

from lengthwise.limit.machine import Attention, Head
from lengthwise.limit.running._attention_weights import terms

CELLS = 1 << 20
"""Size limit of a block of queries and keys."""

LONG = 1 << 12
"""From this length on, equal rows are searched for, since pairs are expensive."""

FEW = 256
"""The largest number of distinct rows for `classwise`."""

Stream: TypeAlias = Float[np.ndarray, "batch length width"]
Added: TypeAlias = Float[np.ndarray, "batch queries width"]


def average(
    head: Head,
    stream: Stream,
    kinds: Int[np.ndarray, "batch length"] | None,
    *,
    attention: Attention,
    first: int,
) -> Added:
    """Returns the output of `head` for each row from position `first` on.

    Args:
        head: The head.
        stream: The residual stream of each word.
        kinds: An id per row, from 0 without gaps, equal only for equal rows; or
            ``None`` if unknown.
        attention: The kind of attention.
        first: The first position whose output is needed, from 0.

    Examples:
        Equal weights on all positions so far.

        >>> mean = Head(bilinear=np.zeros((1, 1)), value=np.eye(1))
        >>> ones = np.array([[[1.0], [0.0], [1.0], [1.0]]])
        >>> average(mean, ones, None, attention=Attention(), first=1)[0, :, 0]
        array([0.5       , 0.66666667, 0.75      ])
    """
    if not head.bilinear.any():
        return running(head, stream, attention=attention, first=first)
    if kinds is None and stream.shape[1] >= LONG:
        kinds = _kinds(head, stream)
    if kinds is None or kinds.max(initial=0) + len(head.lags) >= stream.shape[1]:
        return dense(head, stream, attention=attention, first=first)
    return classwise(head, stream, kinds, attention=attention, first=first)


def running(head: Head, stream: Stream, *, attention: Attention, first: int) -> Added:
    """The output of a head without content logits: running sums, fixed at the lags."""
    lags = np.trim_zeros(head.lags, "b")
    used = _used(head, stream)
    index = np.arange(first, stream.shape[1])
    far = np.maximum(index + 1 - len(lags), 0)
    w, near = _split(
        np.zeros((1, len(index), 1)),
        far[np.newaxis, :, np.newaxis],
        np.zeros((1, len(index), len(lags))),
        lags,
        attention=attention,
        length=stream.shape[1],
        index=index,
    )
    sums = np.cumsum(_pad(used), axis=1)[:, far]
    total = w[..., 0] * far + near.sum(axis=-1)
    mean = _mean(used, w * sums, total, near, index)
    return np.asarray(mean @ _values(head))


def classwise(
    head: Head,
    stream: Stream,
    kinds: Int[np.ndarray, "batch length"],
    *,
    attention: Attention,
    first: int,
) -> Added:
    """The output of `head` if positions of equal kind have equal rows, by counting."""
    lags = np.trim_zeros(head.lags, "b")
    batch, length, width = stream.shape
    rows = stream.reshape(-1, width)[np.unique(kinds, return_index=True)[1]]
    logits = rows @ head.bilinear @ rows.T
    used = _used(head, stream)
    added = np.empty((batch, length - first, width))
    done = max(first + 1 - len(lags), 0)
    counts = _counts(kinds[:, :done], len(rows))
    step = max(1, CELLS // (batch * (len(rows) + len(lags))))
    for start in range(first, length, step):
        index = np.arange(start, min(start + step, length))
        far = np.maximum(index + 1 - len(lags), 0)
        fresh = kinds[:, done : far[-1], np.newaxis] == np.arange(len(rows))
        occurrences = (
            counts[:, np.newaxis] + np.cumsum(_pad(fresh), axis=1)[:, far - done]
        )
        lagged = kinds[:, np.maximum(index[:, np.newaxis] - np.arange(len(lags)), 0)]
        w, near = _split(
            logits.T[kinds[:, index]],
            occurrences,
            logits[lagged, kinds[:, index, np.newaxis]],
            lags,
            attention=attention,
            length=length,
            index=index,
        )
        w *= occurrences
        total = w.sum(axis=-1) + near.sum(axis=-1)
        mean = _mean(used, w @ _used(head, rows), total, near, index)
        added[:, index - first] = mean @ _values(head)
        counts, done = occurrences[:, -1], far[-1]
    return added


def dense(head: Head, stream: Stream, *, attention: Attention, first: int) -> Added:
    """The output of any head: all pairs of query and key, in blocks of queries."""
    batch, length, width = stream.shape
    lags = np.append(head.lags, 0.0)
    used = _used(head, stream)
    keys, queries = (np.flatnonzero(head.bilinear.any(axis=k)) for k in (1, 0))
    bilinear = head.bilinear[np.ix_(keys, queries)]
    added = np.empty((batch, length - first, width))
    step = max(1, CELLS // max(1, batch * length))
    for start in range(first, length, step):
        stop = min(start + step, length)
        query = stream[:, start:stop, queries] @ bilinear.T
        distance = np.arange(start, stop)[:, np.newaxis] - np.arange(stop)
        w = terms(
            query @ stream[:, :stop, keys].swapaxes(1, 2),
            lags[np.clip(distance, 0, len(head.lags))][np.newaxis],
            np.broadcast_to(distance >= 0, (batch, *distance.shape)),
            attention=attention,
            length=np.full((1, 1, 1), float(length)),
            index=np.arange(start + 1.0, stop + 1.0).reshape(1, -1, 1),
        )
        means = w @ used[:, :stop] / w.sum(axis=-1, keepdims=True)
        added[:, start - first : stop - first] = means @ _values(head)
    return added


def _kinds(head: Head, stream: Stream) -> Int[np.ndarray, "batch length"] | None:
    """An id per row, equal only if the head reads the same; ``None`` if many."""
    read = head.bilinear.any(axis=0) | head.bilinear.any(axis=1)
    read |= head.value.any(axis=0)
    rows = stream[..., read].reshape(-1, int(read.sum()))
    if len(np.unique(rows[:LONG], axis=0)) > FEW:
        return None
    distinct, kinds = np.unique(rows, axis=0, return_inverse=True)
    return kinds.reshape(stream.shape[:2]) if len(distinct) <= FEW else None


def _columns(head: Head) -> Int[np.ndarray, " used"]:
    """The coordinates that `head` copies; compiled heads copy few of many."""
    return np.flatnonzero(head.value.any(axis=0))


def _used(
    head: Head, stream: Float[np.ndarray, "*rows width"]
) -> Float[np.ndarray, "*rows used"]:
    return np.asarray(stream[..., _columns(head)])


def _values(head: Head) -> Float[np.ndarray, "used width"]:
    return np.asarray(head.value[:, _columns(head)].T)


def _pad(rows: Shaped[np.ndarray, "batch length width"]) -> np.ndarray:
    """The rows with a row of zeros in front, the sum before the first row."""
    return np.pad(rows, ((0, 0), (1, 0), (0, 0)))


def _counts(
    kinds: Int[np.ndarray, "batch length"], number: int
) -> Int[np.ndarray, "batch number"]:
    """The count of each kind in each row."""
    flat = kinds + number * np.arange(len(kinds))[:, np.newaxis]
    counts = np.bincount(flat.ravel(), minlength=number * len(kinds))
    return np.asarray(counts.reshape(len(kinds), number))


def _split(
    content: Float[np.ndarray, "batch queries kinds"],
    counts: Int[np.ndarray, "batch queries kinds"],
    lagged: Float[np.ndarray, "batch queries lags"],
    lags: Float[np.ndarray, " lags"],
    *,
    attention: Attention,
    length: int,
    index: Int[np.ndarray, " queries"],
) -> tuple[
    Float[np.ndarray, "batch queries kinds"], Float[np.ndarray, "batch queries lags"]
]:
    """The weight of a key of each kind beyond all lags, and at each lag."""
    inside = index[:, np.newaxis] >= np.arange(len(lags))
    weights = terms(
        np.concatenate([content, lagged], axis=-1),
        np.append(np.zeros(content.shape[-1]), lags)[np.newaxis, np.newaxis],
        np.concatenate([counts > 0, np.broadcast_to(inside, lagged.shape)], axis=-1),
        attention=attention,
        length=np.full((1, 1, 1), float(length)),
        index=index.reshape(1, -1, 1) + 1.0,
    )
    return weights[..., : content.shape[-1]], weights[..., content.shape[-1] :]


def _mean(
    used: Float[np.ndarray, "batch length used"],
    sums: Float[np.ndarray, "batch queries used"],
    total: Float[np.ndarray, "#batch queries"],
    near: Float[np.ndarray, "#batch queries lags"],
    index: Int[np.ndarray, " queries"],
) -> Float[np.ndarray, "batch queries used"]:
    """The sums plus the keys at the lags, divided by the sum of the weights."""
    for k in range(near.shape[-1]):
        lagged = used[:, np.maximum(index - k, 0)]
        sums = sums + near[..., k, np.newaxis] * lagged
    return np.asarray(sums / total[..., np.newaxis])
