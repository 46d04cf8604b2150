"""Losses and penalties against plain formulas, word by word and slot by slot."""

import math
from functools import partial

import jax
import numpy as np
import pytest

from lengthwise.limit.running import definition
from lengthwise.models import Words
from lengthwise.models.limit_net.export import to_limit
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.outputs import Accept, NextSet, NextToken, Real, State, Vector
from lengthwise.training.batch import columns, shapes
from lengthwise.training.objective import batch_loss, counted, penalties
from lengthwise.training.samplers.host_sampler import host_batch, longest
from tests.models.random_nets import TWO_LAYERS, random_net

OUTPUTS = [Real(), Vector(3), Accept(), State(4), NextSet(), NextToken()]


def example(output, *, words=5, slots=4):
    rng = np.random.default_rng(3)
    outs = {"Real": 1, "Accept": 1, "Vector": 3}.get(type(output).__name__, 4)
    logits = rng.normal(size=(words, slots, outs)).astype(np.float32)
    match output.loss:
        case "squared":
            targets = rng.normal(size=logits.shape)
        case "binary":
            targets = rng.integers(2, size=logits.shape)
        case "categorical":
            targets = rng.integers(outs, size=(words, slots, 1))
    scored = rng.random((words, slots)) < 0.7
    scored[:, 0] = True
    return logits, targets.astype(np.float32), scored


def slot_loss(output, logits, target):
    match output.loss:
        case "squared":
            return sum((x - y) ** 2 for x, y in zip(logits, target, strict=True))
        case "binary":
            chances = [1 / (1 + math.exp(-x)) for x in logits]
            return -sum(
                math.log(p if y else 1 - p)
                for p, y in zip(chances, target, strict=True)
            )
        case "categorical":
            total = sum(math.exp(x) for x in logits)
            return -math.log(math.exp(logits[int(target[0])]) / total)


def slot_right(output, logits, target):
    if output.loss == "binary":
        return all((x > 0) == (y > 0) for x, y in zip(logits, target, strict=True))
    return int(np.argmax(logits)) == int(target[0])


def by_word(function, output, logits, targets, scored):
    return [
        [
            function(output, logits[w, s].tolist(), targets[w, s].tolist())
            for s in np.flatnonzero(scored[w])
        ]
        for w in range(len(logits))
    ]


def by_metric(metric, output, logits, targets, scored):
    """The penalty of each word under a metric, by what its name says."""
    found = []
    right = by_word(slot_right, output, logits, targets, scored)
    for word, row in enumerate(right):
        slots = np.flatnonzero(scored[word])
        first = row.index(False) if False in row else None
        end = int(targets[word, slots[-1], 0])
        match metric.penalty:
            case "words":
                found.append(float(first is not None))
            case "slots":
                found.append(1 - np.mean(row))
            case "from_first_error":
                found.append(0.0 if first is None else 1 - first / len(row))
            case "late_stop":
                found.append(float(first == len(row) - 1))
            case "early_stop":
                stops = first is not None and logits[word, slots[first]].argmax() == end
                found.append(float(stops))
            case "given_length":
                others = np.delete(np.arange(logits.shape[-1]), end)
                content = [
                    others[logits[word, slot, others].argmax()] == targets[word, slot]
                    for slot in slots[:-1]
                ]
                found.append(float(not all(content)))
    return found


@pytest.mark.parametrize("output", OUTPUTS, ids=str)
def test_a_metric_counts_the_words_that_it_is_about(output):
    logits, targets, scored = example(output)
    right = by_word(slot_right, output, logits, targets, scored)
    for metric in output.metrics:
        about = counted(output, logits, targets, scored, metric)
        match metric.over:
            case "all":
                expected = [True] * len(logits)
            case "wrong":
                expected = [not all(row) for row in right]
            case "members" | "others":
                inside = metric.over == "members"
                expected = [
                    any(bool(bit) == inside for bit in targets[word, scored[word], 0])
                    for word in range(len(logits))
                ]
        assert about.tolist() == expected


END_SYMBOL = 3


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ((0, 1, 2, END_SYMBOL), {}),
        ((0, END_SYMBOL, 2, END_SYMBOL), {"early stop": 1, "first error": 0.25}),
        ((0, 1, 2, 2), {"late stop": 1, "first error": 0.75}),
        ((0, 2, END_SYMBOL, 0), {"given-length accuracy": 0, "first error": 0.25}),
        ((1, 1, 2, END_SYMBOL), {"given-length accuracy": 0, "first error": 0.0}),
    ],
)
def test_stops_and_the_place_of_the_first_error(written, told):
    """The right answer is 0 1 2 and the end."""
    output = NextToken()
    targets = np.array([0, 1, 2, END_SYMBOL], dtype=np.float32)[None, :, None]
    scored = np.ones((1, 4), dtype=bool)
    first, second = np.eye(4)[list(written)], np.eye(4)[[0, 1, 2, END_SYMBOL]]
    logits = (first + 0.5 * second)[None]  # what is right is the second choice
    usual = {"early stop": 0, "late stop": 0, "given-length accuracy": 1}
    values = {}
    for metric in output.metrics[2:]:
        rest = logits, targets, scored, metric
        if counted(output, *rest)[0]:
            values[metric.name] = metric.value(float(penalties(output, *rest)[0]))
    assert values == pytest.approx(usual | told)


@partial(jax.jit, static_argnums=0)
def judged(output, logits, targets, scored):
    """The loss, its gradient, and the penalties under each metric."""
    loss, slope = jax.value_and_grad(
        lambda logits: batch_loss(output, logits, targets, scored)
    )(logits)
    found = [penalties(output, logits, targets, scored, m) for m in output.metrics]
    return loss, slope, [penalties(output, logits, targets, scored), *found]


@pytest.mark.parametrize("output", OUTPUTS, ids=str)
def test_losses_and_penalties_are_the_plain_formulas(output):
    logits, targets, scored = example(output)
    losses = by_word(slot_loss, output, logits, targets, scored)
    loss, slope, (found, same, *others) = judged(output, logits, targets, scored)
    np.testing.assert_allclose(loss, np.mean([*map(np.mean, losses)]), rtol=1e-5)
    headline = [*map(np.mean, losses)]
    if output.loss != "squared":
        right = by_word(slot_right, output, logits, targets, scored)
        headline = [float(not all(row)) for row in right]
        for metric, values in zip(output.metrics[1:], others, strict=True):
            plain = by_metric(metric, output, logits, targets, scored)
            np.testing.assert_allclose(values, plain, atol=1e-6)
    np.testing.assert_allclose(found, headline, rtol=1e-5)
    assert (found == same).all()

    # What is not scored does not count, not even where it is no number.
    other = np.where(scored[:, :, None], logits, np.float32(np.nan))
    same_loss, same_slope, same_found = judged(output, other, targets, scored)
    assert loss == same_loss
    assert (
        np.asarray(same_found).tolist() == np.asarray([found, same, *others]).tolist()
    )
    assert not np.asarray(slope)[~scored].any()
    assert (np.asarray(slope)[scored] == np.asarray(same_slope)[scored]).all()

    # Neither a tie nor what is no number is right.
    for value in (0.0, np.nan) if output.loss != "squared" else ():
        logits = np.full_like(logits, value)
        _, _, (found, *_) = judged(output, logits, targets, scored)
        assert found.tolist() == [1.0] * len(logits)


def planted(one, batch):
    """The logits of a net that is sure of the right answers."""
    if one.output.loss == "squared":
        return batch.targets
    if one.output.loss == "binary":
        return 20 * batch.targets - 10
    return 10 * np.eye(shapes(one).outputs)[batch.targets[..., 0].astype(int)]


@pytest.mark.parametrize(
    "text",
    ["simple", "kgram", "dyck1@recognize-end", "tomita4@state-blank", "dyck1", "sort"],
)
def test_the_right_answers_have_no_penalty(text):
    one = task(text)
    batch = host_batch(one, (8,), 16, 1, 9, longest(one, 9))
    sure = planted(one, batch)
    assert sure.shape[-1] == shapes(one).outputs
    loss, _, found = judged(
        one.output, sure.astype(np.float32), batch.targets, batch.scored
    )
    assert not np.any(found)
    assert loss < 1e-2
    assert columns(one) == batch.targets.shape[-1]


def test_a_net_reads_each_word_of_a_batch_alone():
    net = random_net(TWO_LAYERS)
    tokens = np.random.default_rng(0).integers(TWO_LAYERS.symbols, size=(4, 6))
    lengths = np.array([1, 3, 5, 6])
    words = Words(tokens, lengths)
    both = (True, False)
    run = jax.jit(lambda net: [TWO_LAYERS.run(net, words, every=e) for e in both])
    every, last = run(net)
    assert every.shape == (4, 6, TWO_LAYERS.outputs)
    assert last.shape == (4, 1, TWO_LAYERS.outputs)
    assert np.isfinite(every).all()
    for row, length in enumerate(lengths):
        word = map(str, tokens[row, :length].tolist())
        exact = definition.outputs(to_limit(net), word)
        np.testing.assert_allclose(every[row, :length], exact, atol=2e-5)
        np.testing.assert_allclose(last[row, 0], exact[-1], atol=2e-5)
