"""A limit net that is asked at blanks: queries after each position that no one sees.

As in a decoder (`lengthwise.models.gpt.blank_queries`): the blank behind position i has
the last symbol and position i + 1, and sees positions 1 to i alone. Where logits are
scaled by the query, its position is i + 1 too.
"""

import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from lengthwise.models.limit_net.net import Net
from lengthwise.models.limit_net.sequence_form import embed, layers_of


def blank_outputs(
    net: Net, tokens: Int[Array, " seq"], length: Int[Array, ""]
) -> Float[Array, "seq outputs"]:
    """Returns the outputs at the blank behind every position of one word.

    Args:
        net: The net.
        tokens: The symbols as numbers, then any padding.
        length: How many of `tokens` are the word.
    """
    place = jnp.arange(1, len(tokens) + 1)
    stream = embed(net, tokens)
    blanks = embed(net, jnp.full_like(tokens, net.model.symbols - 1), first=2)
    for run in layers_of(net):
        asked = run(stream, blanks, place + 1, length, nearest=1)
        stream, blanks = run(stream, stream, place, length), asked
    return blanks @ net.readout.T
