"""The weights of a decoder and their initialization.

Matrices multiply from the right, as in GPT-2: ``stream @ qkv``. The columns of ``qkv``
hold all queries, then all keys, then all values, ordered by head.

=====================================  =====================================
arrays                                 initial values of GPT-2
=====================================  =====================================
embedding, positions, matrices         :math:`N(0, 0.02^2)`
``attended``, ``outer`` (they add      :math:`N(0, 0.02^2 / (2 l))` with
to the stream)                         :math:`l` layers
biases                                 0
scales of layer norms                  1
=====================================  =====================================
"""

from typing import TYPE_CHECKING, Any

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Key

from lengthwise.models.positions.initial_tables import DEVIATION

if TYPE_CHECKING:
    from lengthwise.models.gpt.gpt import Gpt


class Norm(eqx.Module):
    """A layer norm: scale and shift of each coordinate."""

    scale: Float[Array, " width"]
    bias: Float[Array, " width"]


class Linear(eqx.Module):
    """An affine map; its matrix multiplies from the right."""

    matrix: Float[Array, "inputs outputs"]
    bias: Float[Array, " outputs"]


class Block(eqx.Module):
    """One pre-norm layer: attention, then an MLP.

    Attributes:
        attention_norm: Layer norm before attention; ``None`` without layer norms.
        qkv: Projection to queries, keys and values.
        attended: Output projection of the heads into the residual stream.
        positions: Table of position biases, if they are learned.
        hidden_norm: Layer norm before the MLP; ``None`` without layer norms.
        inner: Projection into the hidden units.
        outer: Projection out of the hidden units.
    """

    attention_norm: Norm | None
    qkv: Linear
    attended: Linear
    positions: Any
    hidden_norm: Norm | None
    inner: Linear
    outer: Linear


class Decoder(eqx.Module):
    """The weights of a decoder.

    Attributes:
        embedding: One row per symbol.
        positions: Table of position vectors, if they are learned.
        blocks: The layers.
        norm: Layer norm after the last layer; ``None`` without layer norms.
        readout: One row per output; ``None`` if it is tied to the embedding.

    Examples:
        >>> from lengthwise.models import Gpt
        >>> from lengthwise.models.named_arrays import names
        >>> one = Gpt(symbols=3, outputs=3, layers=1, norm=False)
        >>> names(jax.eval_shape(lambda: one.init(jax.random.key(0))))[:3]
        ('embedding', 'blocks.0.qkv.matrix', 'blocks.0.qkv.bias')
    """

    embedding: Float[Array, "symbols width"]
    positions: Any
    blocks: tuple[Block, ...]
    norm: Norm | None
    readout: Float[Array, "outputs width"] | None


def initial_decoder(model: "Gpt", key: Key[Array, ""]) -> Decoder:
    """Returns random weights; the same key gives the same weights.

    Raises:
        SpecError: The position scheme does not give the size of its table.
    """
    d = model.width
    embedding, positions, readout, *blocks = jax.random.split(key, 3 + model.layers)
    return Decoder(
        embedding=_normal((model.symbols, d), embedding),
        positions=model.scheme.embedding_table(d, positions),
        blocks=tuple(_block(model, k, block) for k, block in enumerate(blocks)),
        norm=_norm(model),
        readout=None if model.is_tied else _normal((model.outputs, d), readout),
    )


def _block(model: "Gpt", layer: int, key: Key[Array, ""]) -> Block:
    d, scheme = model.width, model.scheme
    qkv, attended, inner, outer, positions = jax.random.split(key, 5)
    residual = (2 * model.layers) ** -0.5
    has_table = layer == 0 or not scheme.across_layers
    return Block(
        attention_norm=_norm(model),
        qkv=_linear(d, 3 * d, qkv),
        attended=_linear(d, d, attended, residual),
        positions=scheme.bias_table(model.heads, positions) if has_table else None,
        hidden_norm=_norm(model),
        inner=_linear(d, 4 * d, inner),
        outer=_linear(4 * d, d, outer, residual),
    )


def _norm(model: "Gpt") -> Norm | None:
    if not model.norm:
        return None
    return Norm(scale=jnp.ones(model.width), bias=jnp.zeros(model.width))


def _linear(
    inputs: int, outputs: int, key: Key[Array, ""], factor: float = 1.0
) -> Linear:
    matrix = _normal((inputs, outputs), key, factor)
    return Linear(matrix=matrix, bias=jnp.zeros(outputs))


def _normal(
    shape: tuple[int, ...], key: Key[Array, ""], factor: float = 1.0
) -> Float[Array, "..."]:
    return factor * DEVIATION * jax.random.normal(key, shape)
