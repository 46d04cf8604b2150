"""Teacher forcing tells all of greedy generation up to its first error."""

from collections import Counter

import jax
import numpy as np
import optax
import pytest

from lengthwise.errors import SpecError
from lengthwise.models import Gpt, LimitNet, Words
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.outputs import END
from lengthwise.training.batch import shapes
from lengthwise.training.evaluating.generation import generate, generate_all
from lengthwise.training.objective import batch_loss, penalties
from lengthwise.training.samplers.host_sampler import host_batch
from tests.models.gpt import random_decoders
from tests.models.random_nets import random_net

COPY = task("repeat_copy")
STOP = COPY.alphabet.symbols.index(END)
SIZES = {"symbols": shapes(COPY).symbols, "outputs": shapes(COPY).outputs}
MODELS = {
    "limit net": LimitNet(**SIZES, heads=(2, 1), lags=(2, None), scaling="query"),
    "decoder": Gpt(**SIZES, layers=2, heads=2, width=8, positions="rope", tied=False),
}
NETS = 12
PLACES = 12


def random_weights(model, seed):
    if isinstance(model, Gpt):
        return random_decoders.random_weights(model, seed)
    return random_net(model, seed)


def while_training(model, weights, batch, *, steps=16, times=10):
    """Weights on the way to answers that are right, every so many steps."""
    adam = optax.adam(0.02)

    def loss(net):
        outputs = model.run(net, batch.inputs, every=True)
        return batch_loss(COPY.output, outputs, batch.targets, batch.scored)

    def step(state, _):
        net, moments = state
        change, moments = adam.update(jax.grad(loss)(net), moments)
        return (optax.apply_updates(net, change), moments), None

    train = jax.jit(lambda state: jax.lax.scan(step, state, length=steps)[0])
    state = weights, adam.init(weights)
    for _ in range(times):
        state = train(state)
        yield state[0]


def answers(model, weights, batch):
    """What a net writes after each prompt of a batch, and where prompts end."""
    starts = batch.scored.argmax(1) + 1
    inside = np.arange(PLACES) < starts[:, None]
    prompts = Words(np.where(inside, batch.inputs.tokens, 0), starts.astype(np.int32))
    return (*generate_all(model, weights, prompts, STOP), starts)


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_the_first_error_is_where_greedy_generation_departs(model):
    batch = host_batch(COPY, (5,), 32, 1, 3, PLACES)

    @jax.jit
    def forced(net):
        told = model.run(net, batch.inputs, every=True), batch.targets, batch.scored
        metrics = COPY.output.metrics
        return {one.name: penalties(COPY.output, *told, one) for one in metrics}

    kinds = Counter()
    drawn = [random_weights(model, seed) for seed in range(NETS)]
    for weights in (*drawn, *while_training(model, drawn[0], batch)):
        values = jax.tree.map(np.asarray, forced(weights))
        tokens, lengths, starts = answers(model, weights, batch)
        for row, start in enumerate(starts):
            end = batch.inputs.lengths[row]
            right = batch.inputs.tokens[row, start:end].tolist()
            written = tokens[row, start : lengths[row]].tolist()
            agreed = [a == b for a, b in zip(written, right, strict=False)]
            first = agreed.index(False) if False in agreed else None
            assert values["exact-match error"][row] == (written != right)
            early = first is not None and written[first] == STOP
            late = first == len(right) - 1
            assert values["early stop"][row] == early
            assert values["late stop"][row] == late
            place = 1 - values["first error"][row]
            if first is not None:
                assert place == pytest.approx(first / len(right))
            kinds["early" if early else "late" if late else str(first is None)] += 1
    assert set(kinds) == {"early", "late", "True", "False"}, kinds
    assert min(kinds.values()) >= 3, kinds


def test_one_prompt_is_answered_as_among_others():
    model = MODELS["limit net"]
    weights = random_weights(model, 2)
    batch = host_batch(COPY, (6,), 4, 2, 3, PLACES)
    tokens, lengths, starts = answers(model, weights, batch)
    for row, start in enumerate(starts):
        prompt = batch.inputs.tokens[row, :start].tolist()
        most = int(lengths[row] - start)
        written = tuple(tokens[row, start : lengths[row]].tolist())
        assert generate(model, weights, prompt, most, end=STOP) == written


def test_a_tie_is_no_answer():
    model = LimitNet(symbols=3, outputs=3)
    weights = jax.tree.map(lambda part: 0 * part, random_net(model))
    assert generate(model, weights, [0], 4, end=2) == ()


def test_what_cannot_generate_is_refused():
    model = LimitNet(symbols=3)
    with pytest.raises(SpecError, match="3 symbols and 1 outputs"):
        generate(model, random_net(model), [0], 4, end=2)
    model = LimitNet(symbols=3, outputs=3)
    with pytest.raises(SpecError, match="the prompt is empty"):
        generate(model, random_net(model), [], 4, end=2)
