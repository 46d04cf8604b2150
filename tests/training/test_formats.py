"""Every format of every regular language: a grid names it, a decoder trains on it."""

import pytest

from lengthwise.errors import SpecError
from lengthwise.experiments.spec.schema import grid_of
from lengthwise.experiments.spec.trial import trial
from lengthwise.tasks.catalogue import GROUPS, task
from lengthwise.tasks.languages.regular_languages import FAMILIES
from lengthwise.tasks.task_format import FORMATS
from lengthwise.theory.verdict.decision import verdict
from lengthwise.training.batch import asks_blanks
from lengthwise.training.evaluating.test_losses import measure
from lengthwise.training.loop import train

ASKED = ("recognize-last", "recognize-end", "state-blank", "next-set")
LANGUAGES = dict.fromkeys(
    (*GROUPS["The 17 regular languages"], *(one.name for one in FAMILIES))
)
GRID = """
task = "{task}"
train_length = 24
seed = [0, 1]
[model]
kind = "gpt"
[evaluation]
lengths = [24, 48]
"""


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_grid_and_a_verdict_name_each_format_alike(name):
    for form in ASKED:
        text = f"{name}@{form}"
        grid = grid_of(GRID.format(task=text))
        named = grid[0].task.task
        assert len(grid) == 2
        assert named == task(text)
        assert named.format == form
        rows = verdict(task=text).answers
        assert {row.positions for row in rows if row.format == form} == {
            "none",
            "periodic-local",
        }


def test_only_state_blank_is_asked_at_blanks():
    for form in FORMATS:
        if form in ASKED:
            assert asks_blanks(task(f"tomita4@{form}")) == (form == "state-blank")


def test_blanks_gave_new_keys_to_state_blank_alone():
    """Of trials of decoders; the first digits were written down before the change."""
    settings = {"train_length": 24, "seed": 0, "model": {"kind": "gpt"}}
    keys = {form: trial(f"tomita4@{form}", {}, **settings).key[:12] for form in ASKED}
    assert keys.pop("state-blank") != "98a7b314fcdd"
    assert keys == {
        "recognize-last": "1dbf1aea3e6a",
        "recognize-end": "82f5a5b903f0",
        "next-set": "3758aad91847",
    }


def trained(text, **recipe):
    """What one small decoder without positions measures after a short training."""
    one = trial(
        text,
        {},
        train_length=8,
        seed=0,
        model={"kind": "gpt", "layers": 1, "width": 8},
        recipe={"batch": 16, "rate": 1e-2, "max_steps": 256, "stop": "mean"} | recipe,
    )
    ((net,),) = [*train(one.recipe, [one.lane])]
    (found,) = measure(one.recipe, [(one.lane, net.weights)], [12], words=64)
    return {length: score.mean for length, score in found.losses.items()}


def test_a_decoder_learns_states_at_blanks():
    assert trained("d2@state-blank") == {12: 0.0}


@pytest.mark.slow
def test_one_layer_without_positions_reads_the_last_letter_but_not_at_a_blank():
    """Words that end in b: the last symbol tells, and counts do not."""
    recipe = {"batch": 32, "max_steps": 512}
    for form in ("recognize-last", "next-set"):
        assert max(trained(f"ends_in_b@{form}", **recipe).values()) == 0
    for form, least in {"recognize-end": 0.2, "state-blank": 0.9}.items():
        assert min(trained(f"ends_in_b@{form}", **recipe).values()) > least


def test_penalties_of_margins_are_about_symbols():
    with pytest.raises(SpecError, match="answered at blanks; set it to 0"):
        trained("tomita4@state-blank", margin_penalty=1.0)
