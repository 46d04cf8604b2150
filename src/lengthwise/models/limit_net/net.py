r"""The trainable module: a limit transformer with float32 arrays.

Queries and keys are kept apart and the logit is divided by the width (muP), so that
:math:`K^\top Q` of the exported machine is ``key.T @ query / width``. How a net runs
stands next door: `lengthwise.models.limit_net.sequence_form`,
`lengthwise.models.limit_net.statistics_form`,
`lengthwise.models.limit_net.prefix_form`.
"""

from collections.abc import Mapping, Sequence
from functools import cache

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

from lengthwise.errors import SpecError
from lengthwise.models.limit_net.architecture import Architecture


class Layer(eqx.Module):
    """Heads, whose sum is added to the stream, then an MLP, which is added too."""

    query: Float[Array, "heads width width"]
    key: Float[Array, "heads width width"]
    value: Float[Array, "heads width width"]
    lags: Float[Array, "heads lags"] | None
    inner: Float[Array, "units width"]
    bias: Float[Array, " units"]
    outer: Float[Array, "width units"]


class Net(eqx.Module):
    """A trainable limit transformer.

    Examples:
        >>> net = blank(Architecture(symbols=3, width=2, units=5))
        >>> net.embedding.shape, net.positions is None, net.layers[0].inner.shape
        ((3, 2), True, (5, 2))
    """

    embedding: Float[Array, "symbols width"]
    positions: Float[Array, "delta width"] | None
    layers: tuple[Layer, ...]
    readout: Float[Array, "outputs width"]
    architecture: Architecture = eqx.field(static=True)  # no array, never traced


def blank(architecture: Architecture) -> Net:
    """Returns the net of this architecture with all numbers zero."""
    a = architecture
    d = a.width
    layers = tuple(
        Layer(
            query=jnp.zeros((heads, d, d)),
            key=jnp.zeros((heads, d, d)),
            value=jnp.zeros((heads, d, d)),
            lags=None if tau is None else jnp.zeros((heads, tau + 1)),
            inner=jnp.zeros((a.units, d)),
            bias=jnp.zeros(a.units),
            outer=jnp.zeros((d, a.units)),
        )
        for heads, tau in zip(a.heads, a.lags, strict=True)
    )
    return Net(
        embedding=jnp.zeros((a.symbols, d)),
        positions=jnp.zeros((a.delta, d)) if a.delta > 1 else None,
        layers=layers,
        readout=jnp.zeros((a.outputs, d)),
        architecture=a,
    )


def names(net: Net) -> tuple[str, ...]:
    """Returns the names of the arrays of `net`, in the order of its leaves.

    Examples:
        >>> names(blank(Architecture(symbols=2)))[:2]
        ('embedding', 'layers.0.query')
    """
    paths, _ = jax.tree.flatten_with_path(net)
    return tuple(
        jax.tree_util.keystr(path, simple=True, separator=".") for path, _ in paths
    )


def weights(net: Net) -> dict[str, np.ndarray]:
    """Returns the arrays of `net` by name, as NumPy arrays."""
    leaves = map(np.asarray, jax.tree.leaves(net))
    return dict(zip(names(net), leaves, strict=True))


def restore(architecture: Architecture, arrays: Mapping[str, np.ndarray]) -> Net:
    """Returns the net that has these `weights`.

    Raises:
        SpecError: A name is missing or unknown, or an array has another shape.

    Examples:
        >>> net = blank(Architecture(symbols=2, delta=3))
        >>> weights(restore(net.architecture, weights(net))).keys() == weights(
        ...     net
        ... ).keys()
        True
    """
    found = [jnp.asarray(leaf) for leaf in _leaves(architecture, arrays)]
    return jax.tree.unflatten(jax.tree.structure(_empty(architecture)), found)


def restore_all(
    architecture: Architecture, nets: Sequence[Mapping[str, np.ndarray]]
) -> Net:
    """Returns the nets that have these `weights`, stacked along a first axis.

    Raises:
        SpecError: As `restore` does.

    Examples:
        >>> net = blank(Architecture(symbols=2))
        >>> restore_all(net.architecture, [weights(net)] * 5).embedding.shape
        (5, 2, 16)
    """
    rows = zip(*[_leaves(architecture, arrays) for arrays in nets], strict=True)
    found = [jnp.asarray(np.stack(leaves)) for leaves in rows]
    return jax.tree.unflatten(jax.tree.structure(_empty(architecture)), found)


@cache
def _empty(architecture: Architecture) -> Net:
    empty: Net = jax.eval_shape(lambda: blank(architecture))
    return empty


def _leaves(
    architecture: Architecture, arrays: Mapping[str, np.ndarray]
) -> list[np.ndarray]:
    """The weights in the order of the leaves of a net, after checking them."""
    empty = _empty(architecture)
    known = names(empty)
    if set(arrays) != set(known):
        odd = sorted(set(arrays) ^ set(known))
        raise SpecError(
            f"weights {', '.join(odd)} are missing or unknown; this net has "
            f"{', '.join(known)}"
        )
    for name, leaf in zip(known, jax.tree.leaves(empty), strict=True):
        if arrays[name].shape != leaf.shape:
            raise SpecError(
                f"{name} has shape {arrays[name].shape}; this net has {leaf.shape}"
            )
    return [np.asarray(arrays[name], dtype=np.float32) for name in known]
