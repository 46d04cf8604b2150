r"""Greedy generation: a model writes an answer symbol by symbol.

Scores are measured under teacher forcing: a model reads the right answer and is scored
at each of its symbols, in one forward pass. This loses nothing. Let :math:`k` be the
first position at which the model is wrong under teacher forcing. Greedy generation
writes the right symbols before :math:`k`, so it reads the same input there and writes
the same wrong symbol. So both give the same exact match, the same position of the first
error, and the same kind of error (an early or a late stop). They differ only after the
first error.

This holds for causal models, whose output at a position does not depend on later
symbols. A limit net with logits scaled by the length of the whole input is not causal:
under teacher forcing, it sees the length of the answer.
"""

from collections.abc import Sequence
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from lengthwise.errors import SpecError
from lengthwise.models import Models, Weights, Words
from lengthwise.training.bundle_program import PRECISION


def generate(
    model: Models, weights: Weights, prompt: Sequence[int], most: int, *, end: int
) -> tuple[int, ...]:
    """Returns the greedy continuation of a prompt.

    It ends after the symbol `end`, after `most` symbols, or at a tie of the largest
    logits, which counts as no answer, as in the scores.

    Args:
        model: The model; it has an output for each symbol.
        weights: Its weights.
        prompt: The symbol ids of the prompt; at least one.
        most: The largest number of symbols to write.
        end: The id of the symbol that ends an answer.

    Raises:
        SpecError: The output symbols are not the input symbols, or the prompt is empty.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> model = LimitNet(symbols=3, outputs=3)
        >>> weights = model.init(jax.random.key(0))
        >>> len(generate(model, weights, [0, 1], most=4, end=2)) <= 4
        True
    """
    if model.outputs != model.symbols:
        raise SpecError(
            f"the model has {model.symbols} symbols and {model.outputs} outputs; a "
            "model that generates has one output per symbol"
        )
    if not prompt:
        raise SpecError("the prompt is empty; give at least one symbol to read")
    tokens = np.zeros((1, len(prompt) + most), dtype=np.int32)
    tokens[0, : len(prompt)] = prompt
    read = Words(tokens, np.array([len(prompt)], dtype=np.int32))
    written, lengths = generate_all(model, weights, read, end)
    return tuple(written[0, len(prompt) : lengths[0]].tolist())


def generate_all(
    model: Models, weights: Weights, prompts: Words, end: int
) -> tuple[Int[np.ndarray, "words padded"], Int[np.ndarray, " words"]]:
    """Returns prompts with their greedy continuations, and the new lengths.

    Args:
        model: The model.
        weights: Its weights.
        prompts: The prompts. Continuations must fit in their padding.
        end: The id of the symbol that ends an answer.
    """
    tokens, lengths = _written(model, weights, prompts, end)
    return np.asarray(tokens), np.asarray(lengths)


@partial(jax.jit, static_argnums=0)
def _written(
    model: Models, weights: Weights, prompts: Words, end: int
) -> tuple[Int[Array, "words padded"], Int[Array, " words"]]:
    place = jnp.arange(prompts.tokens.shape[-1])

    def going(state: tuple[Array, Array, Array]) -> Bool[Array, ""]:
        return state[2].any()

    def write(state: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
        tokens, lengths, open_ones = state
        outputs = model.run(weights, Words(tokens, lengths), every=True)
        here = (place == lengths[:, None] - 1)[..., None]
        logits = jnp.where(here, outputs, 0.0).sum(1)
        top = logits.max(-1, keepdims=True)
        choice = logits.argmax(-1)
        decided = open_ones & ((logits == top).sum(-1) == 1)
        new = decided[:, None] & (place == lengths[:, None])
        tokens = jnp.where(new, choice[:, None], tokens)
        lengths = lengths + decided
        return tokens, lengths, decided & (choice != end) & (lengths < len(place))

    tokens, lengths = jnp.asarray(prompts.tokens), jnp.asarray(prompts.lengths)
    with jax.default_matmul_precision(PRECISION):
        tokens, lengths, _ = jax.lax.while_loop(
            going, write, (tokens, lengths, lengths < len(place))
        )
    return tokens, lengths
