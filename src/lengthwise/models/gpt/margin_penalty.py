r"""A penalty that keeps the margins between attention logits large.

Finite-precision attention, as in the theory, ignores keys whose logits are below the
largest one by a margin :math:`\gamma`. For every query, head and layer let
:math:`a^{(1)} > a^{(2)}` be the largest and the second largest *different* logit,
before any scaling. The penalty is the mean of

.. math:: \max\bigl(0,\; \gamma - (a^{(1)} - a^{(2)})\bigr)

over the queries that have two different logits.
"""

import jax.numpy as jnp
from jaxtyping import Array, Float, Key

from lengthwise.errors import SpecError
from lengthwise.models.gpt.decoder import Decoder
from lengthwise.models.gpt.forward import all_logits
from lengthwise.models.gpt.gpt import Gpt
from lengthwise.models.inputs import Inputs, Words

TIED = 1e-5
"""Logits that differ by less, relative to the largest, count as equal in float32."""


def margin_penalty(
    model: Gpt,
    weights: Decoder,
    inputs: Inputs,
    margin: float,
    *,
    key: Key[Array, ""] | None = None,
) -> Float[Array, ""]:
    """Returns the mean shortfall below the margin, a term for the training loss.

    Args:
        model: The model.
        weights: Its weights.
        inputs: The words of a batch.
        margin: The required gap.
        key: The random key passed to `Gpt.run` in the same step, so that positions are
            numbered alike.

    Raises:
        SpecError: The inputs are statistics, not words.

    Examples:
        >>> import jax
        >>> gpt = Gpt(symbols=2)
        >>> words = Words(jnp.array([[0, 1, 1, 0]]), jnp.array([4]))
        >>> weights = jax.eval_shape(gpt.init, jax.random.key(0))
        >>> penalty = lambda weights: margin_penalty(gpt, weights, words, 1.0)
        >>> jax.eval_shape(penalty, weights).shape
        ()
    """
    if not isinstance(inputs, Words):
        raise SpecError(
            "margins are defined on logits; pass words, not their statistics"
        )
    tokens, lengths = jnp.asarray(inputs.tokens), jnp.asarray(inputs.lengths)
    begins = None if inputs.begins is None else jnp.asarray(inputs.begins)
    is_read = jnp.arange(tokens.shape[1]) < lengths[:, None]
    missing, counted = jnp.float32(0.0), jnp.float32(0.0)
    for logits, seen in all_logits(model, weights, tokens, lengths, begins, key):
        masked = jnp.where(seen, logits, -jnp.inf)
        top = jnp.max(masked, -1, keepdims=True)
        slack = TIED * jnp.maximum(jnp.abs(top), 1.0)
        is_lower = seen & (masked < top - slack)
        second = jnp.max(masked, -1, where=is_lower, initial=-jnp.inf)
        has_two = jnp.any(is_lower, -1) & is_read[:, None]
        gap = top[..., 0] - jnp.where(has_two, second, 0.0)
        missing += jnp.sum(jnp.where(has_two, jnp.maximum(margin - gap, 0.0), 0.0))
        counted += jnp.sum(has_two)
    return missing / jnp.maximum(counted, 1.0)
