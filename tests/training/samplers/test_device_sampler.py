"""A recognizer with a label from counts has the loss and the metric of its output."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lengthwise.experiments.spec.trial import trial
from lengthwise.models import named_arrays
from lengthwise.tasks.own import task_file as own
from lengthwise.training.evaluating.test_losses import evaluate
from lengthwise.training.lane import stack
from lengthwise.training.samplers.device_sampler import device_batch, drawn_on_device
from lengthwise.training.steps import batch_loss
from tests.tasks.task_texts import lead_file

RULE = """

def more_zeros(word):
    return word.count("0") > word.count("1")


def more_zeros_of_counts(xp, evidence):
    return (evidence[:, 0] > evidence[:, 1]).astype(xp.float32)
"""


def recognizer(**parts):
    """The file of the tutorial, asking for a yes or a no."""
    text = lead_file().text.replace("Real", "Accept")
    text = text.replace('format="real"', 'format="recognize-last"')
    fields = {"counts_rule": '"lead:more_zeros_of_counts"', **parts}
    more = "".join(f"    {name}={value},\n" for name, value in fields.items())
    text = text.replace('rule="lead:lead",\n', f'rule="lead:more_zeros",\n{more}')
    before, after = text.split("\n\n\nTASK")
    return own.TaskFile("lead", f"{before}{RULE}\n\nTASK{after}")


@pytest.fixture
def one():
    file = recognizer()
    own.load(file)
    small = {"width": 4, "units": 8, "scaling": "none"}
    return trial(
        "TASK",
        {},
        train_length=9,
        seed=0,
        model=small,
        recipe={"batch": 64},
        origin=file.digest,
    )


def test_the_loss_is_the_cross_entropy(one):
    recipe = one.recipe
    assert recipe.form == "statistics"
    lane = jax.tree.map(lambda leaf: leaf[0], stack(recipe, [one.lane]))
    net = recipe.model.init(jax.random.key(2))

    @jax.jit
    def both():
        batch = device_batch(
            recipe.subject,
            {},
            key=jax.random.key(1),
            batch=64,
            least=jnp.int32(1),
            most=jnp.int32(9),
            padded=None,
            tau=0,
        )
        said = recipe.model.run(net, batch.inputs, form="statistics")
        return batch_loss(net, recipe, None, lane, 0, batch), said, batch.targets

    loss, said, right = map(np.asarray, both())
    assert set(np.unique(right)) == {0.0, 1.0}
    chance = 1 / (1 + np.exp(-np.where(right > 0, said, -said)))
    np.testing.assert_allclose(loss, -np.log(chance).mean(), rtol=1e-5)


@pytest.mark.parametrize("form", ["statistics", "prefix"])
def test_the_score_is_the_share_of_wrong_words(one, form):
    other = trial(
        "TASK",
        {},
        train_length=9,
        seed=0,
        model={"width": 4, "units": 8, "scaling": "none"},
        recipe={"batch": 64, "form": form},
        origin=one.task.origin,
    )
    zeros = jax.tree.map(lambda leaf: 0 * leaf, one.model.init(jax.random.key(0)))

    (scores,) = evaluate(other.recipe, [(other.lane, named_arrays(zeros))], [6])
    assert scores[6].mean == 1.0  # a tie is never right


def test_words_with_a_mark_are_drawn_on_the_host():
    ends = recognizer(format='"recognize-end"').text.replace(
        '    format="recognize-last",\n', ""
    )
    assert not drawn_on_device(own.TaskFile("lead", ends).task("TASK"))
    assert not drawn_on_device(recognizer(min_length="0").task("TASK"))
    assert drawn_on_device(recognizer().task("TASK"))
