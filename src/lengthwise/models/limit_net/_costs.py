"""The cost of a limit net: the largest arrays of a step, and multiplications."""

from functools import cache
from typing import TYPE_CHECKING

import jax

from lengthwise.models.cost import Cost, Shape
from lengthwise.models.limit_net.net import blank

if TYPE_CHECKING:
    from lengthwise.models.limit_net.limit_net import LimitNet


def cost(model: "LimitNet", shape: Shape) -> Cost:
    """Returns an estimate of the cost of running `model` on words of this shape.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> net = LimitNet(symbols=3)
        >>> cost(net, Shape(words=1, places=1, form="statistics")).products
        8963.0
    """
    return Cost(
        weights=_weights(model),
        kept=(1 + shape.blanks) * _kept(model, shape),
        products=(1 + shape.blanks) * _products(model, shape),
    )


@cache
def _weights(model: "LimitNet") -> int:
    leaves = jax.tree.leaves(jax.eval_shape(lambda: blank(model)))
    return sum(leaf.size for leaf in leaves)


def _kept(model: "LimitNet", shape: Shape) -> int:
    """Activations stored for the backward pass: attention, stream and hidden units."""
    heads = sum(model.heads)
    each = heads * model.pairs + model.width + model.units
    if shape.form != "statistics":
        quadratic = shape.form == "sequence" or model.depth > 2
        each += heads * (shape.places if quadratic else 1)
    return 3 * shape.words * shape.places * each


def _products(model: "LimitNet", shape: Shape) -> float:
    """Multiplications in a forward pass; the last layer runs for one query."""
    total = 0.0
    for layer, heads in enumerate(model.heads):
        places = 1 if layer == model.depth - 1 else shape.places
        counted = layer == 0 and shape.form != "sequence"
        keys = model.pairs if counted else shape.places
        each = 2 * model.width * model.units + heads * (3 * model.width**2 + keys)
        total += places * each
    return shape.words * total
