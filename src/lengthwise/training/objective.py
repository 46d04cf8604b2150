"""Losses and metrics, for every kind of task output.

Targets are as in `lengthwise.training.batch.Batch`.
"""

from typing import assert_never

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float

from lengthwise.tasks.outputs import Metric, Output
from lengthwise.training.recipe import Average


@jax.named_scope("loss")
def batch_loss(
    output: Output,
    logits: Float[Array, "words slots outs"],
    targets: Float[Array, "words slots columns"],
    scored: Bool[Array, "words slots"],
    *,
    average: Average = "inputs",
) -> Float[Array, ""]:
    """Returns the mean over words of each word's mean loss over its scored slots.

    With ``symbols``, it is the mean over the scored slots of all words. The loss of a
    slot depends on `output`: the squared error summed over outputs, the binary
    cross-entropy summed over outputs, or the cross-entropy of the right class.

    Examples:
        >>> from lengthwise.tasks.outputs import Real
        >>> one = jnp.ones((2, 1, 1))
        >>> float(batch_loss(Real(), 3 * one, one, jnp.ones((2, 1), dtype=bool)))
        4.0
    """
    losses = _losses(output, logits, targets)
    if average == "symbols":
        return mean_of_scored(losses.reshape(1, -1), scored.reshape(1, -1))[0]
    return mean_of_scored(losses, scored).mean()


def _losses(
    output: Output,
    logits: Float[Array, "words slots outs"],
    targets: Float[Array, "words slots columns"],
) -> Float[Array, "words slots"]:
    match output.loss:
        case "squared":
            return jnp.square(logits - targets).sum(-1)
        case "binary":
            return (jax.nn.softplus(logits) - targets * logits).sum(-1)
        case "categorical":
            chosen = _chosen(targets, logits.shape[-1])
            right = jnp.where(chosen, logits, 0.0).sum(-1)
            return jax.nn.logsumexp(logits, -1) - right


def _chosen(
    targets: Float[Array, "words slots 1"], outs: int
) -> Bool[Array, "words slots outs"]:
    """One-hot targets."""
    return targets.astype(jnp.int32) == jnp.arange(outs)


def mean_of_scored(
    values: Float[Array, "words slots"], scored: Bool[Array, "words slots"]
) -> Float[Array, " words"]:
    """Returns the mean over the scored slots of each word; 0 if there are none.

    Examples:
        >>> mean_of_scored(jnp.array([[1.0, 7.0]]), jnp.array([[True, False]])).tolist()
        [1.0]
    """
    total = jnp.where(scored, values, 0.0).sum(-1)
    return total / jnp.maximum(scored.sum(-1), 1)


def _share_of_scored(
    marked: Bool[Array, "words slots"], scored: Bool[Array, "words slots"]
) -> Float[Array, " words"]:
    """The share of the scored slots that are marked.

    A GPU may divide 7 by 7 as a little more than 1.
    """
    return jnp.minimum(mean_of_scored(marked.astype(jnp.float32), scored), 1.0)


def penalties(
    output: Output,
    logits: Float[Array, "words slots outs"],
    targets: Float[Array, "words slots columns"],
    scored: Bool[Array, "words slots"],
    metric: Metric | None = None,
) -> Float[Array, " words"]:
    """Returns the penalty of each word.

    A bit is right if its logit has the right sign, and a class if its logit is strictly
    the largest; so ties and NaN are wrong.

    Args:
        output: The output of the task.
        logits: The outputs of the net.
        targets: The targets.
        scored: The slots that are scored.
        metric: One of the metrics of `output`; ``None``: the headline metric.

    Examples:
        >>> from lengthwise.tasks.outputs import Accept
        >>> logits = jnp.array([2.0, -1.0])[:, None, None]
        >>> yes, here = jnp.ones((2, 1, 1)), jnp.ones((2, 1), dtype=bool)
        >>> penalties(Accept(), logits, yes, here).tolist()
        [0.0, 1.0]
    """
    kind = (metric or output.metrics[0]).penalty
    if kind == "squared":
        return mean_of_scored(_losses(output, logits, targets), scored)
    wrong = _wrong(output, logits, targets) & scored
    match kind:
        case "words":
            bad = wrong.any(-1)
        case "slots":
            return _share_of_scored(wrong, scored)
        case "from_first_error":
            return _share_of_scored(jnp.cumsum(wrong, -1) > 0, scored)
        case "early_stop":
            ends = ~_wrong(output, logits, _end(targets, scored))
            bad = (_first(wrong) & ends).any(-1)
        case "late_stop":
            bad = (_first(wrong) & _last(scored)).any(-1)
        case "given_length":
            end = _chosen(_end(targets, scored), logits.shape[-1])
            told = jnp.where(end, -jnp.inf, logits)
            asked = scored & ~_last(scored)
            bad = (_wrong(output, told, targets) & asked).any(-1)
        case _:
            assert_never(kind)
    return bad.astype(jnp.float32)


def counted(
    output: Output,
    logits: Float[Array, "words slots outs"],
    targets: Float[Array, "words slots columns"],
    scored: Bool[Array, "words slots"],
    metric: Metric,
) -> Bool[Array, " words"]:
    """Returns the words to which a metric applies; arguments as for `penalties`.

    Examples:
        >>> from lengthwise.tasks.outputs import Accept
        >>> *_, non_members = Accept().metrics
        >>> targets = jnp.array([1.0, 0.0])[:, None, None]
        >>> here = jnp.ones((2, 1), dtype=bool)
        >>> counted(Accept(), targets, targets, here, non_members).tolist()
        [False, True]
    """
    match metric.over:
        case "all":
            return jnp.ones(len(targets), dtype=bool)
        case "wrong":
            return (_wrong(output, logits, targets) & scored).any(-1)
        case "members":
            return (scored & (targets[..., 0] > 0)).any(-1)
        case "others":
            return (scored & (targets[..., 0] == 0)).any(-1)
        case _:
            assert_never(metric.over)


def _first(wrong: Bool[Array, "words slots"]) -> Bool[Array, "words slots"]:
    """One-hot: the first slot that is wrong."""
    return wrong & (jnp.cumsum(wrong, -1) == 1)


def _last(scored: Bool[Array, "words slots"]) -> Bool[Array, "words slots"]:
    """One-hot: the last scored slot, where an answer ends."""
    return scored & (jnp.cumsum(scored, -1) == scored.sum(-1, keepdims=True))


def _end(
    targets: Float[Array, "words slots 1"], scored: Bool[Array, "words slots"]
) -> Float[Array, "words 1 1"]:
    """The id of ``<eos>``, with which every answer ends."""
    last = jnp.where(_last(scored)[..., None], targets, 0.0)
    return last.sum(1, keepdims=True)


def _wrong(
    output: Output,
    logits: Float[Array, "words slots outs"],
    targets: Float[Array, "words slots columns"],
) -> Bool[Array, "words slots"]:
    if output.loss == "binary":
        return ~(logits * (2 * targets - 1) > 0).all(-1)
    chosen = _chosen(targets, logits.shape[-1])
    right = jnp.where(chosen, logits, -jnp.inf).max(-1)
    others = jnp.where(chosen, -jnp.inf, logits).max(-1)
    return ~(right > others)
