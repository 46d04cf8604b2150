r"""A decoder with queries at blanks: one after each position, visible to no one.

After every position :math:`i` there is a separate query, the blank. It has the
embedding of the last symbol and the position of the *next* symbol, :math:`i + 1`. It
attends to the positions up to :math:`i`, but not to itself or other blanks, so symbol
:math:`x_i` reaches it only through attention. Symbols are processed as without blanks.

.. math::

    b_i &= E_{\text{blank}} + p_{i+1} \\
    B_i &= b_i + W_O \textstyle\sum_{j \le i} w_{ij} V N(y_j) , \qquad
    b_i' = B_i + B\,\psi(A N(B_i) + a) + b

Since blanks are not keys, all of them are evaluated in one run: the streams of symbols
and of blanks pass through the layers side by side, and the last layer runs for blanks
only. With :math:`l` layers, this takes :math:`2 l - 1` layer passes. A row of twice the
length takes as many as :math:`2 l`, and twice the work for attention on top.
"""

from typing import TYPE_CHECKING

import jax.numpy as jnp
from jaxtyping import Array, Float, Int, Key

from lengthwise.models.gpt.decoder import Decoder
from lengthwise.models.gpt.forward import (
    after_layer,
    dropped,
    position_tables,
    read_out,
    start,
)
from lengthwise.models.gpt.sight import sight_of_blanks

if TYPE_CHECKING:
    from lengthwise.models.gpt.gpt import Gpt


def blank_outputs(
    model: "Gpt",
    weights: Decoder,
    tokens: Int[Array, "rows places"],
    lengths: Int[Array, " rows"],
    begins: Int[Array, "rows places"] | None,
    *,
    key: Key[Array, ""] | None,
) -> Float[Array, "rows places outputs"]:
    """Returns the outputs at the blank after each position.

    The blank after the last position of a word comes after all symbols; its output is
    arbitrary. The arguments are those of `lengthwise.models.gpt.forward.outputs`.
    """
    stream, sight, _, keys = start(model, weights, tokens, lengths, begins, key)
    asked = sight_of_blanks(model, sight, tokens.shape[1])
    blanks = jnp.broadcast_to(weights.embedding[model.symbols - 1], stream.shape)
    added = model.scheme.embed(weights.positions, asked.query, model.width)
    blanks = blanks if added is None else blanks + added
    blanks = dropped(blanks, model.dropout, keys())
    *below, top = zip(weights.blocks, position_tables(weights), strict=True)
    for block, table in below:
        blanks = after_layer(model, block, table, blanks, stream, asked, keys)
        stream = after_layer(model, block, table, stream, stream, sight, keys)
    blanks = after_layer(model, *top, blanks, stream, asked, keys)
    return read_out(weights, blanks)
