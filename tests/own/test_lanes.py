"""Lanes of a task of one's own: same bits alone, in company, stopped and resumed.

And a task of the catalogue that is no function of counts is learned for every length.
"""

import pytest

from lengthwise.errors import StoppedError
from lengthwise.experiments.spec.trial import trial
from lengthwise.training.evaluating.test_losses import evaluate
from lengthwise.training.loop import train
from tests.own.own_texts import trials
from tests.training.test_loop import bits, outcomes


def test_company_and_stops_change_no_bit(folder):
    chosen = [one for one in trials(folder) if one.train_length == 6]
    recipe, lanes = chosen[0].recipe, [one.lane for one in chosen]
    together = outcomes(recipe, lanes)
    alone = outcomes(recipe, lanes[1:])
    assert bits(alone[lanes[1]]) == bits(together[lanes[1]])
    found = {}
    with pytest.raises(StoppedError):
        list(train(recipe, lanes, folder=folder / "kept", stopping=lambda: True))
    assert (folder / "kept" / "checkpoint.safetensors").exists()
    for ended in train(recipe, lanes, folder=folder / "kept"):
        found |= {outcome.lane: outcome for outcome in ended}
    assert {lane: bits(one) for lane, one in found.items()} == {
        lane: bits(one) for lane, one in together.items()
    }


@pytest.mark.timeout(120)
def test_a_language_is_learned_for_every_length():
    one = trial(
        "tomita1",
        {},
        train_length=8,
        seed=0,
        model={"heads": (1, 1), "lags": (1, None), "width": 8, "units": 16},
        recipe={"batch": 32, "max_steps": 512, "rate": 0.02, "hidden_rate": 0.02},
    )
    (ended,) = train(one.recipe, [one.lane])
    (found,) = ended
    assert found.converged
    (scores,) = evaluate(
        one.recipe,
        [(one.lane, found.weights)],
        (16, 64),
        words=64,
        standard_error=0.0,
        seed=0,
    )
    assert {length: score.mean for length, score in scores.items()} == {
        16: 0.0,
        64: 0.0,
    }
