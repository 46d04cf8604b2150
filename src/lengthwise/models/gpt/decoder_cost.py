"""The cost of a decoder: stored activations of a training step, and multiplications."""

from functools import cache
from typing import TYPE_CHECKING

import jax

from lengthwise.models.cost import Cost, Shape
from lengthwise.models.gpt.decoder import initial_decoder
from lengthwise.models.positions import Fire

if TYPE_CHECKING:
    from lengthwise.models.gpt.gpt import Gpt


def decoder_cost(model: "Gpt", shape: Shape) -> Cost:
    """Returns an estimate of the cost of running `model` on words of this shape.

    Assumes that every position is scored. Blanks pass through all layers, symbols
    through all but the last one.

    Examples:
        >>> from lengthwise.models import Gpt
        >>> one = Gpt(symbols=3, layers=1, width=16)
        >>> decoder_cost(one, Shape(words=1, places=8, form="sequence")).products
        27136.0
    """
    return Cost(
        weights=_weights(model),
        kept=_kept(model, shape),
        products=_products(model, shape),
    )


@cache
def _weights(model: "Gpt") -> int:
    made = jax.eval_shape(lambda: initial_decoder(model, jax.random.key(0)))
    return sum(leaf.size for leaf in jax.tree.leaves(made))


def _kept(model: "Gpt", shape: Shape) -> int:
    """The number of activations stored for the backward pass.

    Per position, each layer stores the stream before attention and before the MLP (also
    centered and normalized), queries, keys, values and head outputs, and the hidden
    units before and after their activation (for GELU also the tanh). Per pair of
    positions, it stores logits, their exponentials and attention weights.
    """
    d, heads, places = model.width, model.heads, shape.places
    hidden = 3 if model.activation == "gelu" else 2
    pairs = 3 + (model.dropout > 0)
    layer = (10 + 4 * hidden) * d + pairs * heads * places
    ends = model.symbols + 2 * d + 2 * model.outputs + _table_rows(model)
    way_back = max(heads * places, 4 * d)  # gradient of a layer's largest array
    runs = _layer_runs(model, shape)
    each = runs * layer + (1 + shape.blanks) * ends + 2 * way_back
    return shape.words * places * each + runs * _biases(model, places)


def _layer_runs(model: "Gpt", shape: Shape) -> int:
    """The number of times that a layer runs for all positions."""
    return 2 * model.layers - 1 if shape.blanks else model.layers


def _table_rows(model: "Gpt") -> int:
    """The width of the one-hot positions."""
    table = jax.eval_shape(
        lambda: model.scheme.embedding_table(model.width, jax.random.key(0))
    )
    return 0 if table is None else table.shape[0]


def _biases(model: "Gpt", places: int) -> int:
    """Activations that position biases store per layer: one array for all rows.

    Not counted: where a bias depends on more than the distance (FIRE), each row that
    packs several words has its own array.
    """
    scheme = model.scheme
    units = scheme.units if isinstance(scheme, Fire) else 1
    return (units + model.heads) * places**2


def _products(model: "Gpt", shape: Shape) -> float:
    """The multiplications in a forward pass."""
    d = model.width
    each = _layer_runs(model, shape) * (12 * d**2 + 2 * d * shape.places)
    each += (model.symbols + model.outputs + _table_rows(model)) * d
    return float(shape.words * shape.places * each)
