"""A limit net with queries at blanks: one after each position, visible to no one.

As in a decoder (`lengthwise.models.gpt.blank_queries`): the blank after position i has
the last symbol and position i + 1, and sees only positions 1 to i. If logits are scaled
by the query, its position is i + 1 too.
"""

import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from lengthwise.models.limit_net.net import Net
from lengthwise.models.limit_net.sequence_form import embed, layers_of


def blank_outputs(
    net: Net, tokens: Int[Array, " seq"], length: Int[Array, ""]
) -> Float[Array, "seq outputs"]:
    """Returns the outputs at the blank after every position of one word.

    Args:
        net: The net.
        tokens: The symbol ids, then any padding.
        length: The length of the word.
    """
    place = jnp.arange(1, len(tokens) + 1)
    stream = embed(net, tokens)
    blanks = embed(net, jnp.full_like(tokens, net.model.symbols - 1), first=2)
    for run in layers_of(net):
        asked = run(stream, blanks, place + 1, length, nearest=1)
        stream, blanks = run(stream, stream, place, length), asked
    return blanks @ net.readout.T
