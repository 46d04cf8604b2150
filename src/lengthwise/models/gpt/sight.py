"""The view of each query: visible keys, their positions, and the scaling of logits."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int

from lengthwise.models.positions import Layout
from lengthwise.models.positions.scheme import Numbers, Rotation

if TYPE_CHECKING:
    from lengthwise.models.gpt.gpt import Gpt


@dataclass(frozen=True)
class Sight:
    """What a set of queries sees. The row axis is dropped if all rows are equal.

    Attributes:
        seen: ``[rows, 1, queries, keys]`` or ``[queries, keys]``: mask of visible keys.
        factor: ``[rows, 1, queries, 1]`` or ``[queries, 1]``: factor of the logits;
            ``None``: 1.
        query: Position numbers of the queries.
        key: Position numbers of the keys.
        query_rotation: Rotation of the queries.
        key_rotation: Rotation of the keys.
    """

    seen: Bool[Array, "... queries keys"]
    factor: Float[Array, "... queries 1"] | None
    query: Numbers
    key: Numbers
    query_rotation: Rotation | None
    key_rotation: Rotation | None


def sight_of_all(
    model: "Gpt", layout: Layout, lengths: Int[Array, " rows"], number: Numbers
) -> Sight:
    """Returns what every position sees: itself and earlier positions of its word."""
    seen = layout.index[:, None] >= layout.index
    if layout.begins is not None:
        same = layout.begins[:, :, None] == layout.begins[:, None, :]
        seen = (seen & same)[:, None]
    rotation = model.scheme.rotation(layout.shape[1], model.size)
    factor = None
    if model.scaling == "query":
        factor = jnp.log(layout.place.astype(jnp.float32))[..., None]
        factor = factor if layout.begins is None else factor[:, None]
    elif model.scaling == "length":
        factor = _log_lengths(lengths)
    return Sight(seen, factor, number, number, rotation, rotation)


def sight_of_last(
    model: "Gpt", layout: Layout, lengths: Int[Array, " rows"], every: Sight
) -> tuple[Float[Array, "rows 1 places"], Sight]:
    """Returns the last position of each row as a one-hot array, and what it sees.

    Args:
        model: The model.
        layout: Where the symbols are.
        lengths: Number of positions read in each row.
        every: What every position sees.
    """
    last = layout.index == lengths[:, None]
    hot = last.astype(jnp.float32)[:, None]
    seen = layout.index <= lengths[:, None]
    place = jnp.sum(layout.place * last, 1)
    if layout.begins is not None:
        seen = seen & (layout.index > (lengths - place)[:, None])
    rotation = every.key_rotation
    if rotation is not None:
        rotation = tuple(jnp.einsum("rqn,nc->rqc", hot, part) for part in rotation)
    return hot, Sight(
        seen=seen[:, None, None],
        factor=None if model.scaling == "none" else _log_lengths(place),
        query=jnp.sum(every.key * last, 1, keepdims=True),
        key=every.key,
        query_rotation=rotation,
        key_rotation=every.key_rotation,
    )


def sight_of_blanks(model: "Gpt", every: Sight, places: int) -> Sight:
    """Returns what the blank after each position sees: the same as that position.

    It has the position of the next symbol, and sees neither itself nor other blanks.

    Args:
        model: The model.
        every: What every position sees.
        places: Number of positions per row; the output of the last one's blank is
            arbitrary.
    """
    following = jnp.concatenate([every.query[..., 1:], every.query[..., -1:] + 1], -1)
    rotation = model.scheme.rotation(places + 1, model.size)
    if rotation is not None:
        rotation = tuple(part[1:] for part in rotation)
    return replace(every, query=following, query_rotation=rotation)


def _log_lengths(lengths: Int[Array, " rows"]) -> Float[Array, "rows 1 1 1"]:
    return jnp.log(lengths.astype(jnp.float32))[:, None, None, None]


def softmax(
    logits: Float[Array, "rows heads queries keys"],
    sight: Sight,
    bits: int | None,
) -> Float[Array, "rows heads queries keys"]:
    r"""Returns attention weights.

    With ``bits``, terms of at most :math:`2^{-p}` times the largest become 0, as in
    `lengthwise.limit.layers.Attention`. Gradients are those of the unrounded weights
    (straight-through).
    """
    if sight.factor is not None:
        logits = logits * sight.factor
    logits = jnp.where(sight.seen, logits, -jnp.inf)
    weights = jax.nn.softmax(logits, -1)
    if bits is None:
        return weights
    below = jnp.max(logits, -1, keepdims=True) - logits
    is_kept = below * LOG2_E < bits * (1 - BORDER)
    terms = jnp.where(is_kept, jnp.exp(-below), 0.0)
    rounded = terms / jnp.sum(terms, -1, keepdims=True)
    return weights + jax.lax.stop_gradient(rounded - weights)


LOG2_E = 1.4426950408889634
BORDER = 2e-6
"""Relative tolerance at the rounding threshold, in float32."""
