r"""Greedy generation: a model writes an answer symbol by symbol and reads it again.

Scores are measured under teacher forcing: a model reads the right answer and is judged
at each of its symbols, all in one run. That loses nothing. Let :math:`k` be the first
place at which the model is wrong under teacher forcing. Before it the model has written
the right symbols, so greedy generation has read what teacher forcing reads, and writes
the same wrong symbol at :math:`k`. So both agree on exact match, on the place of the
first error, and on whether that is a stop that came too early or too late. Only what a
model writes after its first error differs.

This holds for causal models, whose output at a position does not depend on what
follows. A limit net whose logits are scaled by the length of the whole input is not
causal: it reads the length of the answer under teacher forcing.
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
    """Returns what a model writes after a prompt, greedily.

    It ends after the symbol `end`, after `most` symbols, or where no symbol has a
    larger logit than all others: a tie is no answer, as in the scores.

    Args:
        model: The model; it has an output for each symbol.
        weights: Its weights.
        prompt: The numbers of the symbols that it reads first; at least one.
        most: How many symbols it may write.
        end: The number of the symbol that ends an answer.

    Raises:
        SpecError: The model writes other symbols than it reads, or there is no prompt.

    Examples:
        >>> from lengthwise.models import LimitNet
        >>> model = LimitNet(symbols=3, outputs=3)
        >>> weights = model.init(jax.random.key(0))
        >>> len(generate(model, weights, [0, 1], most=4, end=2)) <= 4
        True
    """
    if model.outputs != model.symbols:
        raise SpecError(
            f"the model has {model.symbols} symbols and {model.outputs} outputs; one "
            "that generates has an output for each symbol"
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
    """Returns prompts with what a model writes after each, and their new lengths.

    Args:
        model: The model.
        weights: Its weights.
        prompts: What it reads first. It writes until the padding is full, at most.
        end: The number of the symbol that ends an answer.
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
