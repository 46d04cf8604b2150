r"""The statistics form: layer 1 from counts, at a cost independent of the length.

At one position, layer 1 depends only on how often each (symbol, residue class) *pair*
occurs in the prefix and on the last :math:`\tau + 1` pairs in order. Everything that
depends on the weights alone is a table over pairs, computed once per batch:

.. math::

    P_{(s,r)} &= E_s + p_r \\
    a_h &= P K_h^\top Q_h P^\top / d \\
    Y &= [q, m_1, \dots, m_H] \cdot [P;\ P V_1^\top; \dots; P V_H^\top]

with :math:`q` the one-hot pair of the query and :math:`m_h` the attention mass of head
:math:`h` on each pair. Pair ``(s, r)`` has number ``s * delta + r``.

Words (or positions of one word) are on the last axis: pairs are few, and the long axis
is fastest when it is last.
"""

import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from lengthwise.models.inputs import Summary
from lengthwise.models.limit_net._pieces import Pieces
from lengthwise.models.limit_net._ramps import ramps, units
from lengthwise.models.limit_net._weighing import weigh
from lengthwise.models.limit_net.net import Net
from lengthwise.models.limit_net.sequence_form import factors


class Tables(eqx.Module):
    """Tables over pairs that depend only on the weights of layer 1.

    Attributes:
        pairs: The embedding of each pair.
        content: Logit of each key pair (row) for each query pair (column), by head.
    """

    pairs: Float[Array, "pairs width"]
    content: Float[Array, "heads pairs pairs"]


def tables(net: Net) -> Tables:
    """Returns the tables of layer 1 of `net`."""
    layer = net.layers[0]
    rows = net.embedding[:, None, :]
    if net.positions is not None:
        rows = rows + net.positions[None, :, :]
    pairs = rows.reshape(net.model.pairs, -1)
    keys = jnp.einsum("hde,pe->hpd", layer.key, pairs)
    queries = jnp.einsum("hde,pe->hpd", layer.query, pairs)
    content = jnp.einsum("hpd,hqd->hpq", keys, queries) / net.model.width
    return Tables(pairs=pairs, content=content)


def masses(
    net: Net, table: Tables, seen: Summary, length: Int[Array, " #words"]
) -> Float[Array, "heads pairs words"]:
    """Returns the attention mass of each head of layer 1 on each pair.

    Args:
        net: The net.
        table: Its `tables`.
        seen: The statistics of the words, as seen by the queries.
        length: The lengths of the words; at least the positions of the queries.
    """
    lags = net.layers[0].lags
    near = seen.near
    logits = jnp.einsum("hkq,qw->hkw", table.content, near[0])
    factor, lag_factor = factors(net.model.scaling, seen.place, length)
    # Counts stay integers until this division by the number of visible positions.
    each = 1.0 / seen.place.astype(jnp.float32)
    if lags is None:
        counts = seen.counts + near.sum(0).astype(jnp.int32)
        return weigh(logits, counts.astype(jnp.float32) * each, factor)
    close = jnp.einsum("hpw,kpw->hkw", logits, near) + lag_factor * lags[:, :, None]
    shares = jnp.concatenate([seen.counts.astype(jnp.float32), near.sum(1)]) * each
    weights = weigh(jnp.concatenate([logits, close], axis=1), shares, factor)
    pairs = len(seen.counts)
    return weights[:, :pairs] + jnp.einsum("hkw,kpw->hpw", weights[:, pairs:], near)


def features(
    net: Net, seen: Summary, length: Int[Array, " #words"]
) -> Float[Array, "words features"]:
    """Returns the query's one-hot pair and the attention masses, concatenated."""
    mass = masses(net, tables(net), seen, length)
    both = [seen.near[0], mass.reshape(-1, mass.shape[-1])]
    return jnp.concatenate(both).T


def directions(net: Net) -> Float[Array, "features width"]:
    """Returns the vector that one unit of each feature adds to the stream."""
    pairs = tables(net).pairs
    moved = jnp.einsum("hde,pe->hpd", net.layers[0].value, pairs)
    return jnp.concatenate([pairs, moved.reshape(-1, moved.shape[-1])])


def stream(net: Net, values: Float[Array, "places features"]) -> Pieces:
    """Returns the stream after layer 1 for these features, in two pieces."""
    vectors = directions(net)
    points, rows = _shorter(net, values, vectors)
    return (values, vectors), (units(points, rows), net.layers[0].outer.T)


def read_out(
    net: Net, values: Float[Array, "words features"]
) -> Float[Array, "words outputs"]:
    """Returns the outputs of a one-layer net for words with these features.

    The readout is applied first, since there are few outputs and many units.
    """
    (layer,) = net.layers
    vectors = directions(net)
    points, rows = _shorter(net, values, vectors)
    slopes = net.readout @ layer.outer
    if len(slopes) == 1:
        bent = ramps(points, rows, slopes[0])[:, None]
    else:
        bent = units(points, rows) @ slopes.T
    return values @ (vectors @ net.readout.T) + bent


def _shorter(
    net: Net,
    values: Float[Array, "places features"],
    vectors: Float[Array, "features width"],
) -> tuple[Float[Array, "places basis"], Float[Array, "basis units"]]:
    """Returns the pre-activations of the hidden units, bias included, as two factors.

    Their product is ``values @ vectors @ inner.T + bias``, in the cheaper order.
    Exactly one of the first features is 1, so the bias can be added to their rows.
    """
    layer, pairs = net.layers[0], net.model.pairs
    count, width = vectors.shape
    hidden = len(layer.bias)
    if count * hidden <= count * width + (width + 1) * hidden:
        rows = vectors @ layer.inner.T
        paired = (jnp.arange(count) < pairs).astype(rows.dtype)
        return values, rows + paired[:, None] * layer.bias
    one = jnp.ones((len(values), 1))
    points = jnp.concatenate([values @ vectors, one], axis=1)
    return points, jnp.concatenate([layer.inner.T, layer.bias[None]])


def statistics_outputs(net: Net, seen: Summary) -> Float[Array, "words outputs"]:
    """Returns the outputs of a one-layer net at the last positions of words.

    Examples:
        >>> import jax
        >>> from lengthwise.models import LimitNet, summary
        >>> from lengthwise.models.limit_net.net import blank
        >>> from lengthwise.words import Alphabet, Statistics
        >>> word = Statistics.of("aab", Alphabet("ab"), delta=1, tau=0)
        >>> net = blank(LimitNet(symbols=2))
        >>> jax.eval_shape(statistics_outputs, net, summary([word])).shape
        (1, 1)
    """
    return read_out(net, features(net, seen, seen.place))
