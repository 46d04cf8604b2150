"""Scores in further metrics: beside the losses, and never in contradiction to them."""

import json
from dataclasses import replace

import pytest

from lengthwise.errors import FormatError, SpecError, UnknownNameError
from lengthwise.experiments.engines.runner import run
from lengthwise.experiments.engines.work import Work
from lengthwise.experiments.records.flat_rows import flat
from lengthwise.experiments.spec.evaluation import Evaluation, read_evaluation
from lengthwise.experiments.spec.schema import record_of
from lengthwise.experiments.spec.trial import trial
from lengthwise.models import named_arrays
from lengthwise.sealed_arrays import array_digest, packed
from lengthwise.tasks.outputs import TOKEN_ACCURACY
from lengthwise.training.evaluating.score import Score
from tests.experiments import stub
from tests.models.random_nets import random_net

ASKED = Evaluation(lengths=(3, 6), words=64)
SORT = trial(
    "sort",
    {"symbols": 6},
    train_length=4,
    seed=1,
    model={"width": 4, "units": 8, "heads": (1,)},
    recipe={"max_steps": 4096},
)
HALF = Score(mean=0.5, standard_error=0.1, words=64)


def measured():
    """The record of a net with random weights at new lengths."""
    weights = named_arrays(random_net(SORT.model, 1))
    known = stub.record(SORT, Evaluation(lengths=(4,)))
    outcome = replace(
        known.outcome,
        steps=1,
        metric="exact-match error",
        losses={4: HALF},
        digest=array_digest(weights),
    )
    known = replace(known, outcome=outcome).with_weights(packed(weights))
    work = Work(name="a" * 64, evaluation=ASKED, trained=(known,))
    ((record,),) = run(work, stopping=lambda: False, progress=lambda _: None)
    return record


@pytest.fixture(scope="module")
def record():
    return measured()


def test_a_record_has_the_scores_of_all_metrics_of_its_task(record):
    names = {metric.name for metric in SORT.task.task.output.metrics[1:]}
    assert record.outcome.further.keys() <= names
    assert {
        "token accuracy",
        "early stop",
        "late stop",
    } <= record.outcome.further.keys()
    for scores in record.outcome.further.values():
        assert scores.keys() <= {3, 6}
    assert record_of(record.line()) == record


def test_a_row_of_a_table_has_a_column_for_each_metric(record):
    rows = list(flat(record))
    scores = record.outcome.further["token accuracy"]
    assert [row["token_accuracy"] for row in rows] == [scores[3].mean, scores[6].mean]
    assert [row["set_accuracy"] for row in rows] == [None, None]


def test_a_record_without_further_scores_has_no_such_key(record):
    plain = replace(record, outcome=record.outcome.with_losses(record.outcome.losses))
    assert "further" not in plain.line()
    assert plain != record


@pytest.mark.parametrize(
    ("further", "error", "message"),
    [
        ({"luck": {3: HALF}}, UnknownNameError, "no further metric is called 'luck'"),
        ({"accuracy": {3: HALF}}, UnknownNameError, "no further metric"),
        (
            {TOKEN_ACCURACY.name: {5: HALF}},
            SpecError,
            "a rate over inputs that have a loss",
        ),
        (
            {TOKEN_ACCURACY.name: {3: replace(HALF, words=65)}},
            SpecError,
            "at length 3 is 0.5 over 65 inputs",
        ),
        ({TOKEN_ACCURACY.name: {3: replace(HALF, mean=1.5)}}, SpecError, "is 1.5 over"),
    ],
)
def test_further_scores_that_contradict_the_losses_are_refused(
    record, further, error, message
):
    with pytest.raises(error, match=message):
        replace(record.outcome, further=further)


def test_a_further_score_of_another_type_is_refused(record):
    for value in ({}, {"mean": "much"}, 3, None):
        plain = json.loads(record.line())
        plain["outcome"]["further"]["token accuracy"]["3"] = value
        with pytest.raises(FormatError, match="not a record"):
            record_of(json.dumps(plain))


def test_shorter_lengths_are_for_rates_beside_longer_ones():
    simple = trial("simple", {"omega": 4}, train_length=8, seed=0)
    with pytest.raises(SpecError, match="use 8 or more"):
        Evaluation(lengths=(4, 16)).check(simple)
    Evaluation(lengths=(2, 6)).check(SORT)
    with pytest.raises(SpecError, match="at least one must not be"):
        Evaluation(lengths=(2, 3)).check(SORT)


def test_the_kind_of_inputs_is_part_of_an_evaluation():
    usual, hard = ASKED, replace(ASKED, inputs="adversarial")
    assert "inputs" not in usual.plain()
    assert hard.key != usual.key
    assert read_evaluation(hard.plain()) == hard
    with pytest.raises(SpecError, match="inputs is 'easy'; allowed are drawn, advers"):
        replace(ASKED, inputs="easy")
