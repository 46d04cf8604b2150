"""The three forms are one function: same values, same gradients, on all short words."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.limit.running import definition
from lengthwise.models import summary
from lengthwise.models.limit_net.export import to_limit
from lengthwise.models.limit_net.prefix_form import prefix_outputs
from lengthwise.models.limit_net.sequence_form import sequence_output, sequence_outputs
from lengthwise.models.limit_net.statistics_form import statistics_outputs
from lengthwise.words import Statistics
from tests.models.random_nets import (
    ONE_LAYER,
    OTHERS,
    TWO_LAYERS,
    all_words,
    digits,
    random_net,
)

LONGEST = 5
TOLERANCE = 2e-5  # float32, outputs of size 1


def sequence(net, tokens, lengths):
    return jax.vmap(sequence_output, (None, 0, 0))(net, tokens, lengths)


def values_and_gradients(form, net, *inputs):
    """Outputs, and the gradient of a sum of outputs with weights that all differ."""

    @jax.jit
    def run(net):
        def mixed(net):
            outputs = form(net, *inputs)
            mix = jnp.cos(jnp.arange(outputs.size, dtype=jnp.float32))
            return (mix * outputs.reshape(-1)).sum(), outputs

        (_, outputs), slope = jax.value_and_grad(mixed, has_aux=True)(net)
        return outputs, slope

    return run(net)


def close(left, right):
    (outputs, slopes), (other_outputs, other_slopes) = left, right
    np.testing.assert_allclose(outputs, other_outputs, atol=TOLERANCE)
    for slope, other in zip(
        jax.tree.leaves(slopes), jax.tree.leaves(other_slopes), strict=True
    ):
        size = max(1.0, np.abs(other).max())
        np.testing.assert_allclose(slope / size, other / size, atol=TOLERANCE)


def check_forms(model):
    net = random_net(model)
    words, tokens, lengths = all_words(model.symbols, LONGEST)
    slow = values_and_gradients(sequence, net, tokens, lengths)
    close(values_and_gradients(prefix_outputs, net, tokens, lengths), slow)
    if model.depth == 1:
        seen = summary(
            [
                Statistics.of(
                    map(str, word),
                    digits(model.symbols),
                    delta=model.delta,
                    tau=model.tau,
                )
                for word in words
            ]
        )
        close(values_and_gradients(statistics_outputs, net, seen), slow)
    if model.scaling != "none" or set(model.lags) == {None}:
        machine = to_limit(net)
        for word, output in zip(words, slow[0], strict=True):
            exact = definition.outputs(machine, map(str, word))[-1]
            np.testing.assert_allclose(output, exact, atol=TOLERANCE)


@pytest.mark.parametrize("model", [ONE_LAYER, TWO_LAYERS])
def test_forms_and_the_limit_transformer_agree(model):
    check_forms(model)


@pytest.mark.slow
@pytest.mark.parametrize("model", OTHERS)
def test_forms_agree_for_other_shapes(model):
    check_forms(model)


def test_all_positions_are_those_of_the_limit_transformer():
    net = random_net(TWO_LAYERS)
    word = (0, 1, 1, 0, 1)
    outputs = jax.jit(sequence_outputs)(net, jnp.array(word))
    exact = definition.outputs(to_limit(net), map(str, word))
    np.testing.assert_allclose(outputs, exact, atol=TOLERANCE)


def test_padding_changes_no_bit():
    net = random_net(TWO_LAYERS)
    run = jax.jit(prefix_outputs)
    lengths = jnp.array([3])
    one = run(net, jnp.array([[0, 1, 1, 0, 0]]), lengths)
    other = run(net, jnp.array([[0, 1, 1, 1, 1]]), lengths)
    assert one.tolist() == other.tolist()
