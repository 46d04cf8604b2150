"""Nets that read words: judged side by side as one by one, by every metric."""

import math
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.experiments.spec._standard_recipe import standard
from lengthwise.models import Gpt, Words, named_arrays, restore, restore_all
from lengthwise.tasks.catalogue import task
from lengthwise.tasks.outputs import RMS, Vector, further_metrics
from lengthwise.tasks.task_name import name_of
from lengthwise.training.batch import closes, shapes
from lengthwise.training.evaluating import _judged_batches, _judging
from lengthwise.training.evaluating._given_words import given_batch
from lengthwise.training.evaluating._word_batches import (
    adversarial_inputs,
    drawn_batch,
    padded_places,
)
from lengthwise.training.evaluating.score import rate_score, score_of, share_score
from lengthwise.training.evaluating.test_losses import (
    check_lengths,
    evaluate,
    measure,
)
from lengthwise.training.lane import Lane
from lengthwise.training.objective import counted, penalties
from lengthwise.training.recipe import Recipe
from lengthwise.training.samplers.host_sampler import host_batch, longest
from tests.models.random_nets import random_net

TASKS = ["sort:symbols=12", "tomita4", "dyck1@recognize-end"]


def small(text):
    """A recipe with a net that is quick to compile."""
    recipe = standard(name_of(task(text)))
    model = recipe.model
    net = type(model)(
        symbols=model.symbols, outputs=model.outputs, width=4, units=8, scaling="query"
    )
    return Recipe(task=recipe.task, model=net, form="sequence")


def nets(recipe, count):
    return [
        (Lane(seed=seed, train_length=4), named_arrays(random_net(recipe.model, seed)))
        for seed in range(count)
    ]


def by_hand(recipe, weights, length, words):
    """What the metrics say of a net that reads one word at a time, without padding."""
    subject = recipe.subject
    output, every = subject.output, shapes(subject).every
    metrics = (output.metrics[0], *further_metrics(output))

    @jax.jit
    def judge(tokens, targets, scored):
        word = Words(tokens[None], jnp.array([len(tokens)]))
        told = recipe.model.run(weights, word, every=every), targets[None], scored[None]
        about = [counted(output, *told, metric)[0] for metric in metrics]
        return about, [penalties(output, *told, metric)[0] for metric in metrics]

    values = {metric.name: [] for metric in metrics}
    for number in range(words // 64):
        batch = drawn_batch(subject, seed=3, length=length, number=number)
        tokens, targets, scored = map(np.asarray, (batch.inputs.tokens, *batch[1:]))
        for row, read in enumerate(batch.inputs.lengths.tolist()):
            slots = read if every else 1
            told = judge(tokens[row, :read], targets[row, :slots], scored[row, :slots])
            for metric, about, penalty in zip(metrics, *told, strict=True):
                if about:
                    value = float(penalty)
                    less = metric.better == "less"
                    values[metric.name].append(value if less else 1 - value)
    return values


@pytest.mark.parametrize("text", TASKS)
def test_scores_are_those_of_nets_that_read_one_word_at_a_time(text):
    recipe = small(text)
    (lane, found) = nets(recipe, 3)[2]
    (measured,) = measure(recipe, [(lane, found)], [4], words=64, seed=3)
    expected = by_hand(recipe, restore(recipe.model, found), 4, 64)
    headline, *others = expected
    assert measured.losses[4] == score_of(expected[headline])
    assert measured.further.keys() == {name for name in others if expected[name]}
    for name, by_length in measured.further.items():
        values = expected[name]
        assert by_length[4].words == len(values)
        assert by_length[4].mean == pytest.approx(np.mean(values), abs=1e-6)


@pytest.mark.parametrize("text", TASKS)
def test_a_net_has_the_same_scores_in_any_company(text):
    recipe = small(text)
    ten = nets(recipe, 10)
    lengths = [4, 10]
    together = measure(recipe, ten, lengths, words=128)
    assert together == measure(recipe, ten[::-1], lengths, words=128)[::-1]
    assert together[9:] == measure(recipe, ten[9:], lengths, words=128)
    # Asked one length at a time, and with fewer words: no difference.
    (short,) = evaluate(recipe, ten[:1], [4], words=128)
    assert short[4] == together[0].losses[4]


def test_every_bit_of_a_loss_is_the_same_in_any_company():
    """Squared errors show more of the outputs than rates do."""
    recipe = small("tomita4")
    rng = np.random.default_rng(0)
    batch = drawn_batch(recipe.subject, seed=0, length=20, number=0)
    noise = rng.normal(size=batch.targets.shape).astype(np.float32)
    batch = batch._replace(targets=noise)
    eight = [weights for _, weights in nets(recipe, 8)]
    ask = partial(_judging.judged, recipe.model, Vector(3), (RMS,), every=True)

    def losses(company):
        told = ask(restore_all(recipe.model, company), batch)
        return np.asarray(told.penalties)[0]

    together = losses(eight)
    np.testing.assert_array_equal(losses(eight[::-1])[::-1], together)
    np.testing.assert_array_equal(losses([eight[5]] * 8)[0], together[5])


def test_nets_and_words_in_parts_have_the_same_scores(monkeypatch):
    recipe = small("tomita4")
    eight = nets(recipe, 8)
    whole = measure(recipe, eight, [5], words=64)
    size = recipe.model.cost(_judging.Shape(1, 6, "sequence")).kept * 4
    monkeypatch.setattr(_judging, "CPU_BYTES", 2 * size)
    together = _judging.sizes(recipe.model, nets=8, words=64, places=6)
    assert together == (2, 1)
    assert measure(recipe, eight, [5], words=64) == whole


def test_groups_of_another_width_have_the_same_scores(monkeypatch):
    """As on a GPU, where groups grow with the number of nets."""
    recipe = small("tomita4")
    ten = nets(recipe, 10)
    usual = measure(recipe, ten, [5], words=64)
    for module in (_judging, _judged_batches):
        monkeypatch.setattr(module, "on_cpu", lambda: False)
    monkeypatch.setattr(_judged_batches, "least_width", lambda _: 4)
    (group,) = _judged_batches.groups_of(recipe, ten)
    assert group.count == 10
    assert {len(part) for part in jax.tree.leaves(group.nets)} == {16}
    assert measure(recipe, ten, [5], words=64) == usual


@pytest.mark.parametrize("text", ["sort:symbols=12", "tomita4", "parity_cot"])
def test_words_depend_on_seed_length_and_number_alone(text):
    one = task(text)
    drawn = drawn_batch(one, seed=1, length=6, number=2)
    wider = drawn_batch(one, seed=1, length=6, number=2, widest=20)
    for ours, theirs in zip(drawn[1:], wider[1:], strict=True):
        np.testing.assert_array_equal(ours, theirs)
    np.testing.assert_array_equal(drawn.inputs.tokens, wider.inputs.tokens)
    for other in ({"seed": 2}, {"number": 3}):
        numbers = {"seed": 1, "length": 6, "number": 2} | other
        different = drawn_batch(one, **numbers)
        assert (
            np.asarray(drawn.inputs.tokens) != np.asarray(different.inputs.tokens)
        ).any()


@pytest.mark.parametrize(
    "text",
    ["simple", "kgram", "dyck1@recognize-end", "tomita4@state-blank", "dyck1", "sort"],
)
def test_given_words_are_scored_as_the_host_sampler_scores_them(text):
    one = task(text)
    batch = host_batch(one, (8,), 16, 2, 9, longest(one, 9))
    front = int(shapes(one).begins)
    back = int(closes(one))
    words = [
        tuple(one.alphabet.symbols[code] for code in row[front : read - back])
        for row, read in zip(batch.inputs.tokens, batch.inputs.lengths, strict=True)
    ]
    given = given_batch(one, words, longest(one, 9))
    np.testing.assert_array_equal(given.inputs.tokens, batch.inputs.tokens)
    np.testing.assert_array_equal(given.inputs.lengths, batch.inputs.lengths)
    np.testing.assert_allclose(given.targets, batch.targets, rtol=1e-6)
    np.testing.assert_array_equal(given.scored, batch.scored)


@pytest.mark.parametrize("text", ["012_0_2@recognize-end", "tomita5"])
def test_adversarial_inputs_are_scored_once_each(text):
    recipe = small(text)
    (lane, found), *_ = nets(recipe, 1)
    words = adversarial_inputs(recipe.subject, seed=0, length=8, most=4096)
    assert len(set(words)) == len(words) < 4096
    assert len(words) % 64
    (measured,) = measure(recipe, [(lane, found)], [8], inputs="adversarial")
    assert measured.losses[8].words == len(words)
    batch = given_batch(recipe.subject, words, padded_places(recipe.subject, 8))
    weights, every = restore(recipe.model, found), shapes(recipe.subject).every
    outputs = jax.jit(partial(recipe.model.run, every=every))(weights, batch.inputs)
    wrong = penalties(recipe.subject.output, outputs, *batch[1:])
    assert measured.losses[8] == score_of(wrong.tolist())


def test_a_length_without_adversarial_inputs_is_refused_before_anything_runs():
    for text, reason in (("sort", "tasks with questions"), ("tomita1", "no pair of")):
        recipe = standard(name_of(task(text)))
        with pytest.raises(
            SpecError, match="no adversarial inputs of length 8.*" + reason
        ):
            check_lengths(recipe, [8], "adversarial")


def test_tasks_with_labels_from_counts_have_no_adversarial_inputs():
    recipe = standard(name_of(task("simple")))
    with pytest.raises(SpecError, match="come from counts"):
        check_lengths(recipe, [64], "adversarial")


def test_inputs_beyond_the_positions_of_a_model_are_refused():
    one = task("sort:symbols=20")
    sizes = {"symbols": shapes(one).symbols, "outputs": shapes(one).outputs}
    model = Gpt(**sizes, width=8, positions="absolute:places=16")
    recipe = Recipe(task=name_of(one), model=model, form="sequence")
    check_lengths(recipe, [6])
    with pytest.raises(SpecError) as caught:
        check_lengths(recipe, [4, 7])
    assert str(caught.value) == (
        "test length 7 of task sort:symbols=20 needs 17 positions, and the model reads "
        "at most 16; use more positions or shorter test inputs"
    )


def test_lengths_that_share_a_padded_shape_share_a_program():
    one = task("tomita4")
    shapes_of = {length: padded_places(one, length) for length in range(1, 151)}
    assert len(set(shapes_of.values())) == 14
    for length, places in shapes_of.items():
        assert longest(one, length) <= places <= max(2, 1.5 * longest(one, length))


@pytest.mark.parametrize("number", [2, 64, 4096])
def test_the_score_of_a_rate_is_that_of_its_words(number):
    rng = np.random.default_rng(number)
    for ones in {0, 1, number // 3, number - 1, number}:
        values = np.zeros(number)
        values[rng.permutation(number)[:ones]] = 1.0
        assert rate_score(ones, number) == score_of(values.tolist())
    shares = rng.random(number)
    exact, fast = score_of(shares.tolist()), share_score(shares)
    assert fast.mean == pytest.approx(exact.mean, rel=1e-14)
    assert fast.standard_error == pytest.approx(exact.standard_error, rel=1e-12)


def test_the_standard_error_of_one_word_is_not_known():
    for score in (rate_score(1, 1), share_score(np.array([0.5]))):
        assert score.words == 1
        assert math.isnan(score.standard_error)
