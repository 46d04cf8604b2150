"""The weights of any model as named arrays, for saving and loading."""

from collections.abc import Mapping, Sequence
from functools import cache

import jax
import jax.numpy as jnp
import numpy as np

from lengthwise.errors import SpecError
from lengthwise.models.model import Model, Weights


def names(weights: Weights) -> tuple[str, ...]:
    """Returns the names of the arrays, in the order of the leaves of their tree.

    Examples:
        >>> names({"layers": ({"key": 1}, {"key": 2})})
        ('layers.0.key', 'layers.1.key')
    """
    paths, _ = jax.tree.flatten_with_path(weights)
    return tuple(
        jax.tree_util.keystr(path, simple=True, separator=".") for path, _ in paths
    )


def named_arrays(weights: Weights) -> dict[str, np.ndarray]:
    """Returns the weights by name, as NumPy arrays."""
    leaves = map(np.asarray, jax.tree.leaves(weights))
    return dict(zip(names(weights), leaves, strict=True))


def restore(model: Model, arrays: Mapping[str, np.ndarray]) -> Weights:
    """Returns the weights of `model` with these `named_arrays`.

    Raises:
        SpecError: A name is missing or unknown, or an array has the wrong shape.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> net = LimitNet(symbols=2, delta=3)
        >>> weights = net.init(jax.random.key(0))
        >>> again = restore(net, named_arrays(weights))
        >>> bool((again.embedding == weights.embedding).all())
        True
    """
    leaves = [jnp.asarray(leaf) for leaf in _leaves(model, arrays)]
    return jax.tree.unflatten(jax.tree.structure(_empty(model)), leaves)


def restore_all(model: Model, nets: Sequence[Mapping[str, np.ndarray]]) -> Weights:
    """Returns the weights of several models of one kind, stacked along a first axis.

    Raises:
        SpecError: As `restore` does.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> net = LimitNet(symbols=2)
        >>> arrays = named_arrays(net.init(jax.random.key(0)))
        >>> restore_all(net, [arrays] * 5).embedding.shape
        (5, 2, 16)
    """
    rows = zip(*[_leaves(model, arrays) for arrays in nets], strict=True)
    leaves = [jnp.asarray(np.stack(column)) for column in rows]
    return jax.tree.unflatten(jax.tree.structure(_empty(model)), leaves)


@cache
def _empty(model: Model) -> Weights:
    """The shapes of the weights, without values."""
    return jax.eval_shape(lambda: model.init(jax.random.key(0)))


def _leaves(model: Model, arrays: Mapping[str, np.ndarray]) -> list[np.ndarray]:
    """The arrays in the order of the leaves, checked."""
    empty = _empty(model)
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
