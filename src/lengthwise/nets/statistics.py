r"""The statistics form: layer 1 from counts, at a cost without the length in it.

Seen from one position, layer 1 needs of the word only how often each (symbol, residue
class) *pair* stands in the prefix and the last :math:`\tau + 1` pairs in order. All
that depends on the weights alone is a table over pairs, computed once for a batch:

.. math::

    P_{(s,r)} &= E_s + p_r \\
    a_h &= P K_h^\top Q_h P^\top / d \\
    Y &= [q, m_1, \dots, m_H] \cdot [P;\ P V_1^\top; \dots; P V_H^\top]

with :math:`q` the one-hot pair of the query and :math:`m_h` the attention mass of head
:math:`h` on each pair.
"""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from lengthwise.nets.net import Layer, Net
from lengthwise.nets.sequence import factors
from lengthwise.words import Statistics


class Summary(eqx.Module):
    """What layer 1 sees of a word from one position: `Statistics` as arrays.

    Attributes:
        counts: How often each pair (symbol, residue class) stands in the prefix.
        near: One-hot pairs at the lags ``0 … tau``; zeros before the word begins.
        place: The position that looks, from 1.
    """

    counts: Int[Array, "symbols delta"]
    near: Float[Array, "lags symbols delta"]
    place: Int[Array, ""]


def summary(statistics: Statistics) -> Summary:
    """Returns the arrays of `statistics`, seen from the last position.

    Examples:
        >>> from lengthwise.words import Alphabet
        >>> seen = Statistics.of("aab", Alphabet("ab"), delta=1, tau=0)
        >>> summary(seen).counts.tolist()
        [[2], [0]]
    """
    places = statistics.alphabet.encode(reversed(statistics.suffix))
    missing = statistics.tau + 1 - len(places)
    length = jnp.asarray(statistics.length)
    near = one_hot_pairs(
        jnp.array([*places, *[-1] * missing]),
        length - jnp.arange(statistics.tau + 1),
        symbols=len(statistics.alphabet),
        delta=statistics.delta,
    )
    return Summary(
        counts=jnp.array(statistics.counts, dtype=jnp.int32), near=near, place=length
    )


def one_hot_pairs(
    tokens: Int[Array, " seq"], places: Int[Array, " seq"], *, symbols: int, delta: int
) -> Float[Array, "seq symbols delta"]:
    """Returns the one-hot pair of each token; zeros where the token is negative."""
    token = jax.nn.one_hot(tokens, symbols)
    residue = jax.nn.one_hot(places % delta, delta)
    return token[:, :, None] * residue[:, None, :]


class Tables(eqx.Module):
    """What the weights of layer 1 say about pairs.

    Attributes:
        pairs: The embedding of each pair.
        content: Logit of each key pair (row) for each query pair, by head.
    """

    pairs: Float[Array, "pairs width"]
    content: Float[Array, "heads pairs pairs"]


def tables(net: Net) -> Tables:
    """Returns the tables of layer 1 of `net`."""
    layer = net.layers[0]
    rows = net.embedding[:, None, :]
    if net.positions is not None:
        rows = rows + net.positions[None, :, :]
    pairs = rows.reshape(net.architecture.pairs, -1)
    keys = jnp.einsum("hde,pe->hpd", layer.key, pairs)
    queries = jnp.einsum("hde,pe->hpd", layer.query, pairs)
    content = jnp.einsum("hpd,hqd->hpq", keys, queries) / net.architecture.width
    return Tables(pairs=pairs, content=content)


def masses(
    net: Net, table: Tables, seen: Summary, length: Int[Array, ""]
) -> Float[Array, "heads pairs"]:
    """Returns the attention mass of each head of layer 1 on each pair.

    Args:
        net: The net.
        table: Its `tables`.
        seen: The word as the query sees it.
        length: The length of the word; the place of the query or more.
    """
    lags = net.layers[0].lags
    near = seen.near.reshape(len(seen.near), -1)
    counts = seen.counts.reshape(-1)
    content = table.content @ near[0]
    factor, lag_factor = factors(net.architecture.scaling, seen.place, length)
    if lags is None:
        counts = counts + near.sum(0).astype(jnp.int32)
    present = counts > 0
    top = jnp.max(content, -1, where=present, initial=-jnp.inf)
    if lags is not None:
        here = near.sum(-1) > 0
        close = content @ near.T + lag_factor * lags
        top = jnp.maximum(top, jnp.max(close, -1, where=here, initial=-jnp.inf))
    top = jax.lax.stop_gradient(top)[:, None]
    # Integers until they are divided: shares of the places seen so far.
    per_place = 1.0 / seen.place.astype(jnp.float32)
    share = counts.astype(jnp.float32) * per_place
    mass = share * jnp.exp(factor * jnp.where(present, content - top, 0.0))
    if lags is not None:
        weight = jnp.exp(factor * jnp.where(here, close - top, 0.0)) * here
        mass = mass + per_place * weight @ near
    return mass / mass.sum(-1, keepdims=True)


def features(
    net: Net, table: Tables, seen: Summary, length: Int[Array, ""]
) -> Float[Array, " features"]:
    """Returns the query's one-hot pair and the masses of all heads, in one vector."""
    mass = masses(net, table, seen, length)
    return jnp.concatenate([seen.near[0].reshape(-1), mass.reshape(-1)])


def directions(net: Net, table: Tables) -> Float[Array, "features width"]:
    """Returns what one unit of each feature adds to the stream."""
    moved = jnp.einsum("hde,pe->hpd", net.layers[0].value, table.pairs)
    return jnp.concatenate([table.pairs, moved.reshape(-1, moved.shape[-1])])


def hidden(
    layer: Layer,
    found: Float[Array, "*words features"],
    vectors: Float[Array, "features width"],
) -> Float[Array, "*words units"]:
    """Returns the hidden units, by the cheaper order of the two products."""
    if len(vectors) <= vectors.shape[1]:
        before = found @ (vectors @ layer.inner.T)
    else:
        before = (found @ vectors) @ layer.inner.T
    return jax.nn.relu(before + layer.bias)


def first_layer(
    net: Net, seen: Summary, length: Int[Array, ""]
) -> Float[Array, " width"]:
    """Returns the stream after layer 1 at one position."""
    table = tables(net)
    vectors = directions(net, table)
    found = features(net, table, seen, length)
    units = hidden(net.layers[0], found, vectors)
    return found @ vectors + net.layers[0].outer @ units


def statistics_output(net: Net, seen: Summary) -> Float[Array, " outputs"]:
    """Returns the output of a one-layer net at the last position of one word.

    Batch with ``jax.vmap(statistics_output, (None, 0))``: the tables are computed once.

    Examples:
        >>> from lengthwise.nets.architecture import Architecture
        >>> from lengthwise.nets.net import blank
        >>> from lengthwise.words import Alphabet
        >>> word = Statistics.of("aab", Alphabet("ab"), delta=1, tau=0)
        >>> net = blank(Architecture(symbols=2))
        >>> jax.eval_shape(statistics_output, net, summary(word)).shape
        (1,)
    """
    (layer,) = net.layers
    table = tables(net)
    vectors = directions(net, table)
    found = features(net, table, seen, seen.place)
    units = hidden(layer, found, vectors)
    # Read-out first: outputs are few, units many.
    return (net.readout @ vectors.T) @ found + (net.readout @ layer.outer) @ units
