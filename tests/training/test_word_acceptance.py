"""Which words nets accept: many at once as one by one."""

import jax
import numpy as np
import pytest

from lengthwise.errors import SpecError
from lengthwise.experiments.spec.trial import trial
from lengthwise.models import Words, named_arrays
from lengthwise.training.evaluating.word_acceptance import accepted

TASKS = ("tomita5", pytest.param("parity_language", marks=pytest.mark.slow))


def _trial(task):
    model = {"kind": "gpt", "layers": 1, "width": 8, "positions": "absolute:places=40"}
    return trial(task, {}, train_length=8, seed=0, model=model)


@pytest.mark.parametrize("name", TASKS)
def test_words_of_different_lengths_are_read_as_each_alone(name):
    one = _trial(name)
    task, model = one.recipe.subject, one.recipe.static.model
    rng = np.random.default_rng(1)
    symbols = task.alphabet.symbols
    words = [tuple(rng.choice(symbols, size=n).tolist()) for n in range(1, 31)]
    nets = [model.init(jax.random.key(seed)) for seed in range(2)]
    trained = [(one.lane, named_arrays(net)) for net in nets]
    told = accepted(one.recipe.static, trained, words * 3)  # more than one batch
    assert told.shape == (2, 90)
    mark = len(symbols)
    for row, net in zip(told, nets, strict=True):
        for word, said in zip(words[3::13], row[3:30:13], strict=True):
            read = list(task.alphabet.encode(word))
            if task.format == "next-set":
                read = [mark, *read]
            elif task.format == "recognize-end":
                read = [*read, mark]
            run = Words(np.array([read]), np.array([len(read)]))
            alone = model.run(net, run, every=task.format == "next-set")
            assert said == (float(alone[0, -1, -1]) > 0), word


def test_a_task_that_recognizes_nothing_is_refused():
    one = _trial("sort")
    with pytest.raises(SpecError, match="does not decide membership"):
        accepted(one.recipe.static, [], [("1",)])
